/** Analyzes projects for pages. */

import { callTool, type ToolServerOptions } from "../../mcp/call_tool.ts";
import { toolsFor } from "../../mcp/tools.ts";
import type { ProjectSummary } from "../projects/listing.ts";
import type { Findings } from "../pages/findings.ts";
import type { Unreadable } from "../tools/find_unreadable.ts";
import { FIND_UNREADABLE } from "../tools/page_tools.ts";

/** Finds the files of a project that do not parse, if its analysis found any problem. */
export async function unreadableIn<Data extends { readonly problems: readonly unknown[] }>(
  server: ToolServerOptions,
  name: string,
  findings: Findings<Data>,
): Promise<Unreadable> {
  if (findings.kind === "not-analyzed") return ALL_READABLE;
  const { data: { problems }, omitted } = findings;
  return problems.length > 0 || omitted > 0 ? await unreadableOf(server, name) : ALL_READABLE;
}

/** Finds the files of a project that do not parse. If the server is too busy to look, it finds none. */
export async function unreadableOf(server: ToolServerOptions, name: string): Promise<Unreadable> {
  const { report } = await callTool(FIND_UNREADABLE, { project: name }, server);
  return (report.data as Unreadable | undefined) ?? ALL_READABLE;
}

const ALL_READABLE: Unreadable = { files: [], endpoints: [] };

/** Maximum bytes of Python in a project that the server analyzes for a page. */
const MAX_ANALYZED = 1_000_000;

/** Maximum bytes of the paths in such a project. The analysis visits every folder. */
const MAX_PATHS = 1_000_000;

/**
 * Calls `analyze_project` in the same way as an agent: on another thread if the project is large.
 *
 * @typeParam Data The data of the tool's answer to these arguments.
 * @param args The arguments of the call, except `project`.
 */
export async function findingsOf<Data>(
  server: ToolServerOptions,
  name: string,
  { pathBytes, pythonBytes }: ProjectSummary,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Findings<Data>> {
  if (pythonBytes > MAX_ANALYZED || pathBytes > MAX_PATHS) {
    const reason = "This project is too large to analyze here. " +
      "Ask an agent to call analyze_project.";
    return { kind: "not-analyzed", reason };
  }
  const tool = toolsFor(server).byName.get("analyze_project");
  if (tool === undefined) throw new Error("No tool 'analyze_project'");
  const { result, report } = await callTool(tool, { ...args, project: name }, server);
  const { message, data, omitted } = report;
  return result.isError
    ? { kind: "not-analyzed", reason: result.content.map(({ text }) => text).join(" ") }
    : { kind: "analyzed", message, data: data as Data, omitted: omitted ?? 0 };
}
