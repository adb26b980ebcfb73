// Settings in, spans on their way to an OTLP collector out. Without settings nothing of the SDK is loaded, and all that
// is here does nothing at next to no cost.
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Attributes,
  type Context,
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Log } from "./log.ts";

interface TracingSettings {
  /** The collector's address; spans go to its /v1/traces. */
  endpoint: string;
  serviceName: string;
}

export interface Tracing {
  /** Sends what is left, within seconds. */
  close(): Promise<void>;
}

/** A collector that is away costs nobody more than this: per batch, and at the end of the process. */
const EXPORT_MS = 5_000;
const CLOSE_MS = 3_000;

/** Await it before the first span. One at a time in a process: the tracing API is global. */
export async function startTracing(settings: TracingSettings | null, log: Log): Promise<Tracing> {
  if (settings === null) return { close: async () => {} };
  const [{ AsyncLocalStorageContextManager }, core, { resourceFromAttributes }, sdk, otlp] = await Promise.all([
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/core"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const url = `${settings.endpoint.replace(/\/+$/, "")}/v1/traces`;
  const sender = new otlp.OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS });
  // The SDK tells of failures to a logger of its own only, which nobody has set.
  let isLost = false;
  const exporter: SpanExporter = {
    export: (spans, done) =>
      sender.export(spans, (result) => {
        const isFailure = result.code !== core.ExportResultCode.SUCCESS;
        if (isFailure && !isLost) log.warn({ err: result.error }, "traces do not reach the collector and are dropped");
        isLost = isFailure;
        done(result);
      }),
    shutdown: () => sender.shutdown(),
  };
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": settings.serviceName, "process.pid": process.pid }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS + 1_000 })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    close: async () => {
      trace.disable();
      propagation.disable();
      context.disable();
      // Rejects when the last batch did not go out, which the log has by then.
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

interface SpanAbout {
  kind: keyof typeof KINDS;
  /** Ids, codes and counts; never what a person wrote or who they are. */
  attributes: Attributes;
  /** A stored traceparent: the span goes on with that trace, or begins one where it is null. Left out: the active span. */
  parent?: string | null;
  /** Stored traceparents of what else this work is about. */
  links?: (string | null)[];
}

/** What the work may tell of its own span. */
interface OpenSpan {
  note(attributes: Attributes): void;
  /** The work came to a bad end that is no exception. */
  failed(errorType: string): void;
}

/** Does the work in a span of its own, which is over when the work is. What the work throws is thrown on. */
export function inSpan<T>(name: string, about: SpanAbout, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  const { kind, attributes, parent, links = [] } = about;
  const around = parent === undefined ? context.active() : contextOf(parent);
  const options = { kind: KINDS[kind], attributes, links: links.flatMap(linkTo) };
  return trace.getTracer("tillhand").startActiveSpan(name, options, around, async (span) => {
    try {
      return await work({
        note: (more) => void span.setAttributes(more),
        failed: (errorType) => fail(span, errorType),
      });
    } catch (error) {
      fail(span, errorTypeOf(error));
      span.addEvent("exception", { "exception.type": errorName(error) });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Of the active span, as W3C Trace Context has it, to be kept with what another process will go on with. */
export function traceparent(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

function contextOf(parent: string | null): Context {
  return parent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
}

function linkTo(parent: string | null): Link[] {
  const linked = trace.getSpanContext(contextOf(parent));
  return linked === undefined ? [] : [{ context: linked }];
}

function fail(span: Span, errorType: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute("error.type", errorType);
}

/** An error's code where it has one, else its name; its message may quote a person. */
function errorTypeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^\w[\w.-]{0,59}$/.test(code) ? code : errorName(error);
}

function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return /^\w{1,60}$/.test(error.name) ? error.name : "Error";
}
