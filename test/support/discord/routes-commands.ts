// Routes for the application's commands, for all guilds or one; every write is counted.
import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { parseForm } from "./form-errors.ts";
import { done, NOTHING, type Router } from "./router.ts";
import type { World } from "./world.ts";

const name = z
  .string()
  .regex(/^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u)
  .refine((text) => text === text.toLowerCase());
const words = z.string().min(1).max(100);

export interface CommandOption {
  type: number;
  name: string;
  description: string;
  required?: boolean | undefined;
  choices?: { name: string; value: string | number }[] | undefined;
  options?: CommandOption[] | undefined;
  min_length?: number | undefined;
  max_length?: number | undefined;
  min_value?: number | undefined;
  max_value?: number | undefined;
}

const option: z.ZodType<CommandOption> = z.lazy(() =>
  z.object({
    type: z.int().min(1).max(11),
    name,
    description: words,
    required: z.boolean().optional(),
    autocomplete: z.boolean().optional(),
    choices: z
      .array(z.object({ name: words, value: z.union([z.string().max(100), z.number()]) }))
      .max(25)
      .optional(),
    options: z.array(option).max(25).optional(),
    min_length: z.int().min(0).max(6000).optional(),
    max_length: z.int().min(1).max(6000).optional(),
    min_value: z.number().optional(),
    max_value: z.number().optional(),
  }),
);

const form = z.object({
  type: z.int().min(1).max(4).optional(),
  name: z.string().min(1).max(32),
  description: z.string().max(100).optional(),
  options: z.array(option).max(25).optional(),
  default_member_permissions: z.string().nullish(),
  dm_permission: z.boolean().nullish(),
  contexts: z.array(z.int()).nullish(),
  integration_types: z.array(z.int()).nullish(),
  nsfw: z.boolean().nullish(),
});

export type Command = z.infer<typeof form> & { id: string; version: string; guildId: string | null };

export interface CommandBook {
  all: Command[];
  writes: number;
}

export function addCommandRoutes(router: Router, world: World, book: CommandBook): void {
  const parse = (sent: unknown, isWhole: boolean) => {
    const command = parseForm(isWhole ? form : form.partial(), sent);
    const isChatInput = (command.type ?? 1) === 1;
    if (isWhole && isChatInput) parseForm(z.object({ name, description: words }), command);
    return command;
  };
  const show = ({ guildId, ...command }: Command) => ({
    application_id: world.botId,
    description: "",
    default_member_permissions: null,
    dm_permission: true,
    contexts: null,
    integration_types: [0],
    nsfw: false,
    ...command,
    type: command.type ?? 1,
    ...(guildId === null ? {} : { guild_id: guildId }),
  });

  /** One of the same name and kind is replaced and keeps its id. */
  function put(sent: unknown, guildId: string | null): Command {
    const parsed = parse(sent, true) as z.infer<typeof form>;
    const isSame = (one: Command) =>
      one.guildId === guildId && one.name === parsed.name && (one.type ?? 1) === (parsed.type ?? 1);
    const known = book.all.find(isSame);
    const command = { ...parsed, id: known?.id ?? world.newId(), version: world.newId(), guildId };
    book.all = [...book.all.filter((one) => !isSame(one)), command];
    return command;
  }

  function addScope(prefix: "/applications/:application" | "/applications/:application/guilds/:guild"): void {
    const scope = (ids: { application: string; guild?: string }) => {
      if (ids.application !== world.botId) throw new ApiError(404, 10002);
      if (ids.guild !== undefined && !world.guilds.has(ids.guild)) throw new ApiError(403, 50001);
      return ids.guild ?? null;
    };
    const one = (ids: { application: string; guild?: string; command: string }): Command => {
      const guildId = scope(ids);
      const found = book.all.find((command) => command.id === ids.command && command.guildId === guildId);
      if (found === undefined) throw new ApiError(404, 10063);
      return found;
    };

    router.on("GET", `${prefix}/commands`, (_call, ids) => {
      const guildId = scope(ids);
      return done(book.all.filter((command) => command.guildId === guildId).map(show));
    });
    router.on("PUT", `${prefix}/commands`, (call, ids) => {
      const guildId = scope(ids);
      const list = parseForm(z.array(z.unknown()).max(100), call.body);
      for (const sent of list) parse(sent, true);
      book.writes++;
      const commands = list.map((sent) => put(sent, guildId));
      book.all = book.all.filter((command) => command.guildId !== guildId || commands.includes(command));
      return done(commands.map(show));
    });
    router.on("POST", `${prefix}/commands`, (call, ids) => {
      const guildId = scope(ids);
      const before = book.all.length;
      const command = put(call.body, guildId);
      book.writes++;
      return done(show(command), book.all.length > before ? 201 : 200);
    });
    router.on("GET", `${prefix}/commands/:command`, (_call, ids) => done(show(one(ids))));
    router.on("PATCH", `${prefix}/commands/:command`, (call, ids) => {
      const command = one(ids);
      book.writes++;
      Object.assign(command, parse(call.body, false), { version: world.newId() });
      return done(show(command));
    });
    router.on("DELETE", `${prefix}/commands/:command`, (_call, ids) => {
      const command = one(ids);
      book.writes++;
      book.all = book.all.filter((other) => other !== command);
      return NOTHING;
    });
  }

  addScope("/applications/:application");
  addScope("/applications/:application/guilds/:guild");
}
