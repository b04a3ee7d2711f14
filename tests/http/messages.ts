/** Messages of clients of both eras of the protocol. */

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";

import { REPORT_META_KEY } from "../../mcp/tool_result.ts";

/** `modern`: since 2026-07-28, without sessions; `legacy`: up to 2025-11-25, with `initialize`. */
export type Era = "modern" | "legacy";

export const ERAS: readonly Era[] = ["modern", "legacy"];

/** The key of the tests' servers. */
export const KEY = "lw_correct-horse-battery-staple";

export const MCP_URL = "http://localhost/mcp";

/** A client's request. */
export interface Asked {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export function toolCall(name: string, args: unknown): Asked {
  return { method: "tools/call", params: { name, arguments: args } };
}

/** Returns a call that does not ask for the report, like those of agents. */
export function unaskedCall(name: string, args: unknown): Asked {
  const _meta = { [REPORT_META_KEY]: undefined };
  return { method: "tools/call", params: { name, arguments: args, _meta } };
}

const MODERN_META = {
  [PROTOCOL_VERSION_META_KEY]: "2026-07-28",
  [CLIENT_INFO_META_KEY]: { name: "tests", version: "1.0.0" },
  [CLIENT_CAPABILITIES_META_KEY]: {},
};

/** Returns the message for a body. Calls of tools ask for the report. */
export function messageOf({ method, params }: Asked, era: Era, id: number | string = 1) {
  const asking = method === "tools/call" ? { [REPORT_META_KEY]: true } : {};
  if (era === "legacy") {
    const isMeta = method === "tools/call" || params?.["_meta"] !== undefined;
    const meta = isMeta ? { _meta: { ...asking, ...Object(params?.["_meta"]) } } : {};
    return { jsonrpc: "2.0", id, method, ...(params && { params: { ...params, ...meta } }) };
  }
  const _meta = { ...MODERN_META, ...asking, ...Object(params?.["_meta"]) };
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta } };
}

/** Returns the headers of a message. */
export function headersOf({ method, params = {} }: Asked, era: Era): Record<string, string> {
  const common = {
    "accept": "application/json, text/event-stream",
    "authorization": `Bearer ${KEY}`,
    "content-type": "application/json",
    "host": "localhost",
  };
  if (era === "legacy") return { ...common, "mcp-protocol-version": "2025-11-25" };
  const name = params["name"] ?? params["uri"];
  return {
    ...common,
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(typeof name === "string" && { "mcp-name": name }),
  };
}

/** Headers that replace those of a client; `null` removes a header. */
export type OtherHeaders = Readonly<Record<string, string | null>>;

export function withHeaders(headers: Record<string, string>, others: OtherHeaders) {
  const all = Object.entries({ ...headers, ...others });
  return Object.fromEntries(all.flatMap(([name, value]) => value === null ? [] : [[name, value]]));
}

/** Creates a request like a client of that era. */
export function post(asked: Asked, era: Era, others: OtherHeaders = {}, url = MCP_URL): Request {
  const headers = withHeaders(headersOf(asked, era), others);
  return new Request(url, {
    method: "POST",
    headers,
    body: JSON.stringify(messageOf(asked, era)),
  });
}

/** A protocol message in a response. */
export interface Reply {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Parses a response: one message, or those of a stream. */
export async function repliesOf(response: Response): Promise<readonly Reply[]> {
  const text = await response.text();
  if (response.headers.get("content-type") !== "text/event-stream") return [JSON.parse(text)];
  return text.split("\n").filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)));
}

/** Returns the last message of a response, which is the answer. */
export async function replyOf(response: Response): Promise<Reply> {
  return (await repliesOf(response)).at(-1) ?? {};
}

/** A tool's result. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly report: ToolReport;
}

/** The structured content of a tool's result. */
export interface ToolReport {
  readonly status: string;
  readonly message: string;
  readonly change_set?: string;
  readonly changes?: readonly Readonly<Record<string, unknown>>[];
  readonly omitted?: number;
  readonly diagnostics?: readonly ToolDiagnostic[];
  readonly data?: unknown;
  readonly next?: readonly string[];
}

export interface ToolDiagnostic {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly where?: string;
  readonly pointer?: string;
}

/** Parses the result of a tool call. */
export function toolAnswer({ result, error }: Reply): ToolAnswer {
  if (result === undefined) throw new Error(`No result: ${JSON.stringify(error)}`);
  const [content] = result["content"] as { text: string }[];
  return {
    isError: result["isError"] === true,
    text: content?.text ?? "",
    report: result["structuredContent"] as ToolReport,
  };
}
