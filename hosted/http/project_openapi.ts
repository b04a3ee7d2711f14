/** The OpenAPI documents of projects. */

import type { Context } from "hono";
import { type HttpEnv, refuse } from "../../http/exchange.ts";
import { callTool, type ToolServerOptions } from "../../mcp/call_tool.ts";
import { listHostedFiles } from "../projects/listing.ts";
import type { HostedPlace } from "../projects/snapshot.ts";
import type { Database } from "../storage/database.ts";
import { EXPORT_OPENAPI } from "../tools/page_tools.ts";
import { NO_PROJECT } from "./project_downloads.ts";

/** What a tool answers. */
interface ExportAnswer {
  readonly message: string;
  readonly data?: { readonly document: string | null };
  readonly diagnostics?: readonly { readonly code: string }[];
}

/** The errors of calls that the server did not finish. Others mean that there is nothing to describe. */
export const UNFINISHED: ReadonlySet<string> = new Set(["call-busy", "call-limit"]);

/** Answers with the OpenAPI document of a project as it is. */
export async function answerOpenApi(
  c: Context<HttpEnv>,
  database: Database,
  { place, server }: { readonly place: HostedPlace; readonly server: ToolServerOptions },
): Promise<Response> {
  if (await listHostedFiles(database, place) === null) return refuse(c, 404, NO_PROJECT);
  const result = await callTool(EXPORT_OPENAPI, { project: place.name }, server);
  const { message, data, diagnostics = [] } = result.structuredContent as unknown as ExportAnswer;
  const document = data?.document ?? null;
  if (document === null) {
    const isUnfinished = diagnostics.some(({ code }) => UNFINISHED.has(code));
    return refuse(c, isUnfinished ? 503 : 404, message);
  }
  return c.body(document, 200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  });
}
