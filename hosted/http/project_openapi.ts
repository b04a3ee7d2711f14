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

/** Answers with an OpenAPI document of the endpoints in a project's code. */
export async function answerOpenApi(
  c: Context<HttpEnv>,
  database: Database,
  { place, server }: { readonly place: HostedPlace; readonly server: ToolServerOptions },
): Promise<Response> {
  if (!await hasHostedProject(database, place)) return refuse(c, 404, NO_PROJECT);
  const exporting = { tool: EXPORT_OPENAPI, member: "document" };
  const document = await exportOf(exporting, place.name, server);
  if (document.kind === "none") return refuse(c, document.status, document.message);
  return c.body(document.text, 200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  });
}
