// The contract of a queue: it only says "this conversation has work"; what the work is stands in the database.

export interface Queue {
  /** Waking twice before the work begins is waking once. */
  wake(conversationId: string): Promise<void>;
  /**
   * Calls `work` for each woken conversation: one call at a time for one conversation, several conversations side by
   * side. A rejected call is tried again later.
   */
  consume(work: (conversationId: string, signal: AbortSignal) => Promise<void>): void;
  /** Rejects when the queue cannot take wake-ups. */
  ping(): Promise<void>;
  /** Takes no more, aborts the signal, and resolves when running work has ended. */
  close(): Promise<void>;
}
