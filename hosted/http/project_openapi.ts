/** The OpenAPI documents of projects. */

import type { Context } from "hono";
import { type HttpEnv, refuse } from "../../http/exchange.ts";
import type { ToolServerOptions } from "../../mcp/call_tool.ts";
import { hasHostedProject } from "../projects/listing.ts";
import type { HostedPlace } from "../projects/snapshot.ts";
import type { Database } from "../storage/database.ts";
import { EXPORT_OPENAPI } from "../tools/page_tools.ts";
import { NO_PROJECT } from "./project_downloads.ts";
import { exportOf } from "./project_export.ts";
import { unreadableOf } from "./project_findings.ts";
import { describedWith } from "./unreadable_endpoints.ts";

/** Answers with an OpenAPI document of the endpoints in a project's code. */
export async function answerOpenApi(
  c: Context<HttpEnv>,
  database: Database,
  { place, server }: { readonly place: HostedPlace; readonly server: ToolServerOptions },
): Promise<Response> {
  if (!await hasHostedProject(database, place)) return refuse(c, 404, NO_PROJECT);
  const exporting = { tool: EXPORT_OPENAPI, member: "document" };
  const document = await exportOf(exporting, place.name, server);
  const unreadable = await unreadableOf(server, place.name);
  const isLost = document.kind === "none" && document.status === 404 &&
    unreadable.endpoints.length > 0;
  if (document.kind === "none" && !isLost) return refuse(c, document.status, document.message);
  const readable = document.kind === "none" ? emptyDocument(place.name) : document.text;
  const text = describedWith(readable, unreadable);
  return c.body(text, 200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  });
}

/** Returns a document without endpoints. */
function emptyDocument(title: string): string {
  return JSON.stringify({ openapi: "3.1.0", info: { title, version: "1.0.0" }, paths: {} });
}
