// Routes with their handlers in; the handler for a method and a path out.

export interface UploadedFile {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface ApiCall {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  /** Of a multipart body, by the n of files[n]. */
  files: Map<string, UploadedFile>;
}

export interface Answer {
  status: number;
  body?: unknown;
}

type Names<Template extends string> = Template extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Template extends `${string}:${infer Name}`
    ? Name
    : never;

type Handler<Name extends string> = (call: ApiCall, ids: { [key in Name]: string }) => Answer | Promise<Answer>;

interface Route {
  method: string;
  template: string;
  pattern: RegExp;
  handle: Handler<string>;
}

export interface Match {
  route: string;
  ids: { [name: string]: string };
  handle: (call: ApiCall) => Answer | Promise<Answer>;
}

export interface Router {
  on<Template extends string>(method: string, template: Template, handle: Handler<Names<Template>>): void;
  match(method: string, path: string): Match | null;
}

export const done = (body: unknown, status = 200): Answer => ({ status, body });
export const NOTHING: Answer = { status: 204 };

/** Where two templates fit, the one that came first wins. */
export function createRouter(): Router {
  const routes: Route[] = [];
  return {
    on: (method, template, handle) => {
      const pattern = new RegExp(`^${template.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
      routes.push({ method, template, pattern, handle: handle as Handler<string> });
    },
    match: (method, path) => {
      for (const route of routes) {
        const groups = route.method === method ? route.pattern.exec(path)?.groups : undefined;
        if (route.method !== method || !route.pattern.test(path)) continue;
        const ids = Object.fromEntries(Object.entries(groups ?? {}).map(([k, v]) => [k, decodeURIComponent(v)]));
        return { route: route.template, ids, handle: (call) => route.handle(call, ids) };
      }
      return null;
    },
  };
}
