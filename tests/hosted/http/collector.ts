/** A minimal OpenTelemetry collector: OTLP over HTTP with JSON. */

/** An OTLP value: `{ "stringValue": "..." }`. */
interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string>>;
}

/** The parts of a span that tests check. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly attributes: readonly Attribute[];
}

export interface Collector {
  /** Environment variables that point a server to the collector. */
  readonly settings: Readonly<Record<string, string>>;
  /** All exported bodies. */
  readonly bodies: readonly string[];
  spans(): readonly CollectedSpan[];
  /** Returns the metrics with their points. */
  metrics(): readonly Readonly<Record<string, unknown>>[];
  stop(): Promise<void>;
}

export function startCollector(): Collector {
  const bodies: string[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      bodies.push(await request.text());
      return Response.json({});
    },
  );
  // deno-lint-ignore no-explicit-any
  const parsed = (): any[] => bodies.map((body) => JSON.parse(body));
  return {
    settings: {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.addr.port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_SERVICE_NAME: "layerwright",
    },
    bodies,
    spans: () =>
      parsed().flatMap(({ resourceSpans = [] }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans),
    metrics: () =>
      parsed().flatMap(({ resourceMetrics = [] }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics).flatMap(({ metrics }) => metrics),
    stop: () => server.shutdown(),
  };
}

/** Returns a span's attribute, or `undefined`. */
export function attributeOf({ attributes }: CollectedSpan, name: string): string | undefined {
  return attributes.find(({ key }) => key === name)?.value["stringValue"];
}
