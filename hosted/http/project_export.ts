/** Exports projects for the server's own pages and URLs. */

import { callTool, type ToolServerOptions } from "../../mcp/call_tool.ts";
import type { Tool } from "../../mcp/tool.ts";

/** The export of a project, or why there is none. */
export type ProjectExport =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "none"; readonly status: 404 | 503; readonly message: string };

/** The data of a tool that exports. */
type ExportData = Readonly<Record<string, string | null>>;

/** The errors of calls that the server did not finish. All other errors mean that there is nothing to export. */
const UNFINISHED: ReadonlySet<string> = new Set(["call-busy", "call-limit"]);

/**
 * Exports a project.
 *
 * @param tool The tool that exports.
 * @param member The member of the tool's data that holds the text.
 * @param project The project's name.
 * @returns The text, or otherwise a status: 503 if the server did not finish the call, 404 if there is
 * nothing to export.
 */
export async function exportOf(
  { tool, member }: { readonly tool: Tool; readonly member: string },
  project: string,
  server: ToolServerOptions,
): Promise<ProjectExport> {
  const { report } = await callTool(tool, { project }, server);
  const { message, data, diagnostics = [] } = report;
  const text = (data as ExportData | undefined)?.[member] ?? null;
  if (text !== null) return { kind: "text", text };
  const isUnfinished = diagnostics.some(({ code }) => UNFINISHED.has(code));
  return { kind: "none", status: isUnfinished ? 503 : 404, message };
}
