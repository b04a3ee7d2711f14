/** A collector of OpenTelemetry's, as small as can be: OTLP over HTTP with JSON. */

/** A value as OTLP has it: `{ "stringValue": "..." }`. */
interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string>>;
}

/** A span, with what tests look at. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly attributes: readonly Attribute[];
}

export interface Collector {
  /** The variables by which a server finds it. */
  readonly settings: Readonly<Record<string, string>>;
  /** All that was exported, as it came. */
  readonly bodies: readonly string[];
  spans(): readonly CollectedSpan[];
  /** Metrics, their points with them. */
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

/** A span's attribute; `undefined` if it has none of that name. */
export function attributeOf({ attributes }: CollectedSpan, name: string): string | undefined {
  return attributes.find(({ key }) => key === name)?.value["stringValue"];
}
