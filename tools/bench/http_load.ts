/** Sends the same requests to an HTTP server repeatedly, over persistent connections. */

/** Requests as bytes, sent in turns, and their destination. */
export interface Load {
  readonly port: number;
  readonly requests: readonly Uint8Array[];
}

/** The results of a load. */
export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Number of connections. Further connections would only wait, because the client shares the CPU.
 */
const CALLERS = 4;

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The destination and the keys of requests. */
export interface Called {
  readonly port: number;
  readonly keys: readonly string[];
}

/** Returns an MCP request for each key. */
export function mcpCall(
  { port, keys }: Called,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Load {
  const headers = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(typeof params["name"] === "string" && { "mcp-name": params["name"] }),
  };
  const body = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } };
  const requestWith = (key: string) =>
    postOf(port, { authorization: `Bearer ${key}`, ...headers }, body);
  return { port, requests: keys.map(requestWith) };
}

/** Returns a POST request with JSON to `/mcp`, as bytes. */
function postOf(port: number, headers: Record<string, string>, body: unknown): Uint8Array {
  const text = JSON.stringify(body);
  const length = new TextEncoder().encode(text).length;
  const all = {
    host: `127.0.0.1:${port}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "content-length": String(length),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return new TextEncoder().encode(`POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${text}`);
}

/**
 * Sends requests.
 *
 * @param count Total number of requests.
 * @param callers Number of connections. Each waits for a response before it sends the next request.
 */
export async function applyLoad(
  { port, requests }: Load,
  count: number,
  callers = CALLERS,
): Promise<LoadResult> {
  const times: number[] = [];
  let sent = 0;
  const start = performance.now();
  const connections = Array.from({ length: callers }, async () => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    connection.setNoDelay(true);
    while (sent < count) {
      const request = requests[sent++ % requests.length];
      if (request === undefined) throw new Error("No requests to send");
      const begun = performance.now();
      await writeAll(connection, request);
      await readResponse(connection);
      times.push(performance.now() - begun);
    }
  });
  await Promise.all(connections);
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(part * (times.length - 1))] ?? NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}

async function writeAll(connection: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await connection.write(bytes.subarray(done));
}

const HEAD_END = "\r\n\r\n";

/**
 * Reads one response.
 *
 * @throws {Error} If its status is not 200, or it has no `Content-Length`.
 */
async function readResponse(connection: Deno.TcpConn): Promise<void> {
  const buffer = new Uint8Array(64 * 1024);
  const decoder = new TextDecoder();
  let text = "";
  let missing = Infinity;
  while (missing > 0) {
    const count = await connection.read(buffer);
    if (count === null) throw new Error("The server closed the connection");
    missing -= count;
    if (missing < Infinity) continue;
    text += decoder.decode(buffer.subarray(0, count));
    const end = text.indexOf(HEAD_END);
    if (end < 0) continue;
    const [, length] = /^content-length: (\d+)/im.exec(text) ?? [];
    if (!text.startsWith("HTTP/1.1 200") || length === undefined) throw new Error(text);
    const got = new TextEncoder().encode(text).length;
    missing = Number(length) + end + HEAD_END.length - got;
  }
}
