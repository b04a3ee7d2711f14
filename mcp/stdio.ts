/** Runs a tool server over standard input and output. */

import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Diagnostic } from "../core/diagnostic.ts";
import { printable } from "../core/printable.ts";
import type { Environment } from "../core/user_folders.ts";
import { VERSION } from "../core/version.ts";
import { shortPath } from "../presentation/style.ts";
import { openDiskProjects } from "../workspace/disk_projects.ts";
import { CALL_TIMEOUT_MS } from "./call_tool.ts";
import { parseMessage } from "./parse_message.ts";
import { exitCodeAfter, stopSignal } from "./stop_signal.ts";
import { createToolServer } from "./tool_server.ts";
import { isReadOnly } from "./tools.ts";

/** The options of a server over stdio. */
export interface StdioServerOptions {
  /** The folder that contains the projects. */
  readonly root: string;
  readonly readOnly: boolean;
  readonly env: Environment;
  /** Writes to the log, not to the protocol's stream. */
  write(text: string): void;
}

/**
 * Serves until the input ends and every call is answered, or until a signal. After a signal, a call that has
 * begun to write is completed and answered. All other calls are cancelled.
 *
 * @returns The exit code, or why the server could not start.
 */
export async function serveOverStdio(options: StdioServerOptions): Promise<number | Diagnostic> {
  const stopped = stopSignal();
  const { root, env, write } = options;
  const readOnly = isReadOnly(env, options.readOnly);
  const projects = openDiskProjects(root, readOnly);
  if ("severity" in projects) return projects;
  const mode = readOnly ? ", read-only" : "";
  write(
    `Layerwright ${VERSION} tool server on stdio, root ${shortPath(root, env("HOME"))}${mode}\n`,
  );
  const onBug = (trace: string, id: string) => write(`Internal error ${id}: ${trace}\n`);
  const stop = new AbortController();
  const makeServer = () =>
    createToolServer({
      projects,
      readOnly,
      stopping: stop.signal,
      timeoutMs: CALL_TIMEOUT_MS,
      onBug,
    });
  const transport = new DrainingTransport();
  serveStdio(makeServer, {
    transport,
    onerror: (problem) => write(`Ignored: ${printable(errorSummary(problem))}\n`),
  });
  const signal = await Promise.race([stopped, transport.closed]);
  if (signal === undefined) return 0;
  stop.abort();
  // A second signal ends the wait.
  await Promise.race([transport.close(), stopSignal()]);
  return exitCodeAfter(signal);
}

/** Describes the error of an invalid message, without parts that may quote the message. */
function errorSummary(problem: Error): string {
  if ("issues" in problem) return "Not an MCP message";
  return problem.message.split("\n", 1)[0] ?? "";
}

/** Splits the input into messages like the SDK's buffer, but numbers in arguments keep their text. */
class MessageBuffer {
  #text = new Uint8Array();

  /** @throws {Error} If a message is too long. */
  append(chunk: Uint8Array): void {
    const length = this.#text.length + chunk.length;
    if (length > STDIO_DEFAULT_MAX_BUFFER_SIZE) {
      this.clear();
      throw new Error(`A message has more than ${STDIO_DEFAULT_MAX_BUFFER_SIZE} bytes`);
    }
    const text = new Uint8Array(length);
    text.set(this.#text);
    text.set(chunk, this.#text.length);
    this.#text = text;
  }

  /** Returns the next message; `null` if none is complete. */
  readMessage(): JSONRPCMessage | null {
    for (let end; (end = this.#text.indexOf(NEWLINE)) !== -1;) {
      const line = new TextDecoder().decode(this.#text.subarray(0, end));
      this.#text = this.#text.subarray(end + 1);
      try {
        return parseJSONRPCMessage(parseMessage(line));
      } catch (problem) {
        if (!(problem instanceof SyntaxError)) throw problem;
      }
    }
    return null;
  }

  clear(): void {
    this.#text = new Uint8Array();
  }
}

const NEWLINE = 0x0a;

/** A transport that closes at the end of the input, after every request is answered. */
class DrainingTransport extends StdioServerTransport {
  readonly #open = new Set<RequestId>();
  readonly #drained = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<void>();
  readonly closed: Promise<void> = this.#closed.promise;
  #isClosing = false;

  constructor() {
    super();
    // The SDK's buffer has no option for another parser.
    Object.assign(this, { _readBuffer: new MessageBuffer() });
  }

  override async start(): Promise<void> {
    const deliver = this.onmessage;
    this.onmessage = (message) => {
      if (this.#isClosing) return;
      this.#note(message);
      deliver?.(message);
    };
    await super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    try {
      await super.send(message);
    } finally {
      // A response that could not be written counts as sent, because the client has disconnected.
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
    // Subscriptions do not count, because they are answered only when the connection ends.
    if ("id" in message && message.method !== "subscriptions/listen") this.#open.add(message.id);
    // A cancelled request counts as answered, because it never gets an answer.
    if (message.method !== "notifications/cancelled") return;
    const id = message.params?.["requestId"];
    if (typeof id === "string" || typeof id === "number") this.#settle(id);
  }

  #settle(id: RequestId): void {
    this.#open.delete(id);
    if (this.#isClosing && this.#open.size === 0) this.#drained.resolve();
  }
}
