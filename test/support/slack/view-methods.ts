// The workspace in; views.open, update, push and publish out, and what an acknowledgement may do to open views.
import { checkBlocks, MAX_VIEW_BLOCKS } from "./block-rules.ts";
import { asFields, asList, asText, type Fields, textIn } from "./fields.ts";
import { type Methods, refuse, required } from "./method.ts";
import { randomName } from "./stamps.ts";
import { storeBlocks } from "./stored-blocks.ts";
import type { Triggers } from "./triggers.ts";
import type { View, Workspace } from "./workspace.ts";

const MAX_TITLE = 24;
const MAX_METADATA = 3000;

export interface Views {
  methods: Methods;
  find(viewId: string): View | undefined;
  push(userId: string, definition: unknown): View;
  replace(view: View, definition: unknown): void;
  /** The one on top, or all of them. */
  close(userId: string, all: boolean): void;
}

export function createViews(workspace: Workspace, triggers: Triggers): Views {
  const { modals, homes, stamps } = workspace;
  const newHash = () => `${Math.floor(Date.now() / 1000)}.${randomName(8)}`;
  const stackOf = (userId: string) => modals.get(userId) ?? [];
  const nameAll = (definition: Fields) => storeBlocks(asList(definition.blocks), () => stamps.id("b"));

  function create(userId: string, definition: unknown, previous: View | undefined): View {
    const checked = checkView(definition, previous === undefined ? null : "modal");
    const id = stamps.id("V");
    return {
      id,
      userId,
      hash: newHash(),
      definition: checked,
      blocks: nameAll(checked),
      rootId: previous?.rootId ?? id,
      previousId: previous?.id ?? null,
      errors: {},
    };
  }

  function push(userId: string, definition: unknown): View {
    const stack = stackOf(userId);
    if (stack.length >= 3) refuse("push_limit_reached");
    const view = create(userId, definition, stack.at(-1));
    modals.set(userId, [...stack, view]);
    return view;
  }

  function replace(view: View, definition: unknown): void {
    const checked = checkView(definition, null);
    Object.assign(view, { definition: checked, blocks: nameAll(checked), hash: newHash(), errors: {} });
  }

  const find = (viewId: string) => [...modals.values(), [...homes.values()]].flat().find((view) => view.id === viewId);

  const methods: Methods = {
    "views.open": {
      scopes: null,
      run: (args) => {
        const definition = checkView(args.view, "modal");
        const userId = triggers.exchange(required(args, "trigger_id"));
        modals.set(userId, []);
        return { ok: true, view: viewJson(workspace, push(userId, definition)) };
      },
    },
    "views.push": {
      scopes: null,
      run: (args) => {
        const definition = checkView(args.view, "modal");
        return {
          ok: true,
          view: viewJson(workspace, push(triggers.exchange(required(args, "trigger_id")), definition)),
        };
      },
    },
    "views.update": {
      scopes: null,
      run: (args) => {
        const byName = [...modals.values()].flat().find((one) => one.definition.external_id === args.external_id);
        const view = args.view_id === undefined ? byName : find(String(args.view_id));
        if (view === undefined) refuse("not_found");
        if (args.hash !== undefined && args.hash !== view.hash) refuse("hash_conflict");
        replace(view, args.view);
        return { ok: true, view: viewJson(workspace, view) };
      },
    },
    "views.publish": {
      scopes: null,
      run: (args) => {
        const userId = required(args, "user_id");
        if (!workspace.users.has(userId)) refuse("user_not_found");
        const definition = checkView(args.view, "home");
        const before = homes.get(userId);
        if (before === undefined) homes.set(userId, create(userId, definition, undefined));
        else replace(before, definition);
        return { ok: true, view: viewJson(workspace, homes.get(userId) ?? create(userId, definition, undefined)) };
      },
    },
  };

  return {
    methods,
    find,
    push,
    replace,
    close: (userId, all) => void modals.set(userId, all ? [] : stackOf(userId).slice(0, -1)),
  };
}

export function viewJson({ app, team }: Workspace, view: View): Fields {
  const { definition } = view;
  return {
    id: view.id,
    team_id: team.id,
    type: definition.type,
    blocks: view.blocks,
    private_metadata: asText(definition.private_metadata) ?? "",
    callback_id: asText(definition.callback_id) ?? "",
    state: { values: {} },
    hash: view.hash,
    title: emojied(definition.title),
    clear_on_close: definition.clear_on_close === true,
    notify_on_close: definition.notify_on_close === true,
    close: emojied(definition.close),
    submit: emojied(definition.submit),
    previous_view_id: view.previousId,
    root_view_id: view.rootId,
    app_id: app.id,
    external_id: asText(definition.external_id) ?? "",
    app_installed_team_id: team.id,
    bot_id: app.botId,
  };
}

function emojied(text: unknown): Fields | null {
  return text === undefined || text === null ? null : { emoji: true, ...asFields(text) };
}

function checkView(given: unknown, kind: "modal" | "home" | null): Fields {
  const view = asFields(given);
  const complaints = checkBlocks(asList(view.blocks), MAX_VIEW_BLOCKS).map((one) =>
    one.replace("pointer:", "pointer:/view"),
  );
  const complain = (what: string, at: string) => void complaints.push(`[ERROR] ${what} [json-pointer:/view${at}]`);
  if (view.type !== "modal" && view.type !== "home") complain("must be one of: modal, home", "/type");
  if (kind !== null && view.type !== kind) complain(`must be ${kind}`, "/type");
  if (!Array.isArray(view.blocks)) complain("missing required field: blocks", "");
  const hasInputs = asList(view.blocks).some((block) => asFields(block).type === "input");
  if (view.type === "modal") {
    const title = textIn(view.title);
    if (title === "") complain("must be more than 0 characters", "/title/text");
    if (title.length > MAX_TITLE) complain(`must be less than ${MAX_TITLE + 1} characters`, "/title/text");
    for (const name of ["submit", "close"]) {
      if (textIn(view[name]).length > MAX_TITLE)
        complain(`must be less than ${MAX_TITLE + 1} characters`, `/${name}/text`);
    }
    if (hasInputs && textIn(view.submit) === "") complain("submit is required with input blocks", "/submit");
  }
  if ((asText(view.private_metadata) ?? "").length > MAX_METADATA) {
    complain(`must be less than ${MAX_METADATA + 1} characters`, "/private_metadata");
  }
  if ((asText(view.callback_id) ?? "").length > 255) complain("must be less than 256 characters", "/callback_id");
  if (complaints.length > 0) refuse("invalid_arguments", { response_metadata: { messages: complaints } });
  return view;
}
