// The contract of a queue: it only says "this conversation has work"; what the work is stands in the database.

/** Milliseconds after which the conversation wants to be worked again; null when it has nothing more to do. */
export type WorkAgain = number | null;

export interface Queue {
  /**
   * Waking twice before the work begins is waking once. Rejects within `wakeMs` when the queue cannot be reached; then
   * the sweeper wakes the conversation later.
   */
  wake(conversationId: string): Promise<void>;
  /**
   * Calls `work` for each woken conversation: one call at a time for one conversation as long as every worker is well
   * (who must be sure takes `Database.exclusively`), several conversations side by side. A rejected call is tried again
   * later, and so is one that was under way when the queue was closed.
   */
  consume(work: (conversationId: string, signal: AbortSignal) => Promise<WorkAgain>): void;
  /** Rejects when the queue cannot take wake-ups. */
  ping(): Promise<void>;
  /** Takes no more, aborts the signal, and resolves when running work has ended. */
  close(): Promise<void>;
}
