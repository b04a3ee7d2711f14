/** Tools that the server's own pages and routes call. Agents do not see these tools. */

import * as z from "zod";
import { exportOpenApi } from "../../actions/export_openapi.ts";
import { exportSpec } from "../../actions/export_spec.ts";
import type { Report } from "../../core/report.ts";
import { PROJECT } from "../../mcp/arguments.ts";
import { onProjectAt } from "../../mcp/open_project.ts";
import { type Tool, tool } from "../../mcp/tool.ts";
import { createToolbox, type Toolbox } from "../../mcp/toolbox.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { findUnreadable } from "./find_unreadable.ts";

/** Describes a project in OpenAPI. */
export const EXPORT_OPENAPI: Tool = pageTool(
  {
    name: "export_openapi",
    description: "Describe a project in OpenAPI.",
  },
  "export openapi",
  exportOpenApi,
);

/** Writes the spec of a project. */
export const EXPORT_SPEC: Tool = pageTool(
  {
    name: "export_spec",
    description: "Write the spec of a project.",
  },
  "export spec",
  exportSpec,
);

/** Finds the endpoints of a project whose files do not parse. */
export const FIND_UNREADABLE: Tool = pageTool(
  {
    name: "find_unreadable",
    description: "Find files that do not parse.",
  },
  "analyze",
  findUnreadable,
);

/** The tools that agents do not see. */
export const PAGE_TOOLS: Toolbox = createToolbox([EXPORT_OPENAPI, EXPORT_SPEC, FIND_UNREADABLE]);

/** Creates a tool, so that the limits on tool calls apply to its work. */
function pageTool(
  words: { readonly name: string; readonly description: string },
  command: string,
  work: (workspace: Workspace, name: string) => Promise<Report<unknown>>,
): Tool {
  return tool({
    ...words,
    command,
    kind: "reads",
    input: z.strictObject({ project: PROJECT }),
    aliases: {},
    async run({ project }, call) {
      const report = await onProjectAt(
        call,
        project,
        "anything",
        ({ workspace, name }) => work(workspace, name),
      );
      return { report };
    },
  });
}
