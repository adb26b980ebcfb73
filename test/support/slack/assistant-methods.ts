// The workspace in; assistant.threads.* out.
import { asFields, asList, asText } from "./fields.ts";
import { type Methods, memberChannel, refuse, required } from "./method.ts";
import { findMessage, type Workspace } from "./workspace.ts";

const MAX_PROMPTS = 4;

export function createAssistantMethods(workspace: Workspace): Methods {
  function place(args: { [name: string]: unknown }): string {
    const channel = memberChannel(workspace, args, "channel_id");
    const threadTs = required(args, "thread_ts", "invalid_thread_ts");
    if (findMessage(channel, threadTs) === undefined) refuse("invalid_thread_ts");
    return `${channel.id} ${threadTs}`;
  }

  return {
    "assistant.threads.setStatus": {
      scopes: ["assistant:write", "chat:write"],
      run: (args) => {
        const status = asText(args.status) ?? refuse("invalid_arguments");
        if (status === "") workspace.statuses.delete(place(args));
        else workspace.statuses.set(place(args), status);
        return { ok: true };
      },
    },
    "assistant.threads.setSuggestedPrompts": {
      scopes: ["assistant:write", "chat:write"],
      run: (args) => {
        const prompts = asList(args.prompts).map(asFields);
        const areFit = prompts.every(({ title, message }) => asText(title) && asText(message));
        if (prompts.length === 0 || prompts.length > MAX_PROMPTS || !areFit) refuse("invalid_arguments");
        workspace.prompts.set(place(args), prompts);
        return { ok: true };
      },
    },
  };
}
