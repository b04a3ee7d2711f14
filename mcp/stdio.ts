/** The tool server over standard input and output. */

import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createToolServer, type ToolServerOptions } from "./tool_server.ts";

/**
 * Serves until the input ends and every call is answered.
 *
 * @param onError Hears of messages that are none, in a line each.
 */
export async function serveOverStdio(
  options: ToolServerOptions,
  onError: (line: string) => void,
): Promise<void> {
  const transport = new DrainingTransport();
  serveStdio(() => createToolServer(options), {
    transport,
    onerror: ({ message }) => onError(message.split("\n", 1)[0] ?? ""),
  });
  await transport.closed;
}

/** Standard input and output that close, at the end of the input, once every answer is out. */
class DrainingTransport extends StdioServerTransport {
  readonly #open = new Set<RequestId>();
  readonly #drained = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<void>();
  readonly closed: Promise<void> = this.#closed.promise;
  #isClosing = false;

  override async start(): Promise<void> {
    const deliver = this.onmessage;
    this.onmessage = (message) => {
      this.#note(message);
      deliver?.(message);
    };
    await super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    try {
      await super.send(message);
    } finally {
      // An answer that could not be written counts too: nobody is there to read it.
      if (!("method" in message) && message.id !== undefined) this.#settle(message.id);
    }
  }

  override async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#open.size > 0) await this.#drained.promise;
    await super.close();
    this.#closed.resolve();
  }

  #note(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    // A subscription is answered only when the connection ends: nothing to wait for.
    if ("id" in message && message.method !== "subscriptions/listen") this.#open.add(message.id);
    // A cancelled request is never answered.
    if (message.method !== "notifications/cancelled") return;
    const id = message.params?.["requestId"];
    if (typeof id === "string" || typeof id === "number") this.#settle(id);
  }

  #settle(id: RequestId): void {
    this.#open.delete(id);
    if (this.#isClosing && this.#open.size === 0) this.#drained.resolve();
  }
}
