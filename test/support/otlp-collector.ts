// An OTLP/HTTP collector on a local port: takes spans as JSON, keeps them, and gives them back in plain form.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json as readJson } from "node:stream/consumers";

type Plain = string | number | boolean | Plain[];

interface CollectedSpan {
  service: Plain | undefined;
  name: string;
  /** As the protocol numbers them: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  traceId: string;
  spanId: string;
  /** Null for the first of its trace. */
  parentSpanId: string | null;
  links: { traceId: string; spanId: string }[];
  attributes: { [name: string]: Plain };
  events: { name: string; attributes: { [name: string]: Plain } }[];
  isFailed: boolean;
}

export interface OtlpCollector {
  endpoint: string;
  spans: CollectedSpan[];
  /** What arrived, word for word: to look for what must not be in it. */
  bodies: string[];
  /** The status of the answers from now on; 200 unless told otherwise. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

export async function createOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (status === 200) {
      bodies.push(JSON.stringify(body));
      spans.push(...readSpans(body));
    }
    response.writeHead(request.url === "/v1/traces" ? status : 404, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    answerWith: (next) => {
      status = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Value {
  stringValue?: string;
  boolValue?: boolean;
  /** 64 bits, so a string. */
  intValue?: string | number;
  doubleValue?: number;
  arrayValue?: { values?: Value[] };
}
type Attributes = { key: string; value: Value }[];

interface TraceBody {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: {
      spans: {
        name: string;
        kind: number;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        links?: { traceId: string; spanId: string }[];
        attributes?: Attributes;
        events?: { name: string; attributes?: Attributes }[];
        status?: { code?: number };
      }[];
    }[];
  }[];
}

async function readBody(request: IncomingMessage): Promise<TraceBody> {
  return (await readJson(request)) as TraceBody;
}

function readSpans(body: TraceBody): CollectedSpan[] {
  return body.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap((scope) => scope.spans)
      .map((span) => ({
        service: plainAttributes(resource.attributes)["service.name"],
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? null,
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
        attributes: plainAttributes(span.attributes),
        events: (span.events ?? []).map(({ name, attributes }) => ({ name, attributes: plainAttributes(attributes) })),
        isFailed: span.status?.code === 2,
      })),
  );
}

function plainAttributes(attributes: Attributes = []): { [name: string]: Plain } {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
}

function plain(value: Value): Plain {
  if (value.intValue !== undefined) return Number(value.intValue);
  if (value.arrayValue !== undefined) return (value.arrayValue.values ?? []).map(plain);
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? "";
}
