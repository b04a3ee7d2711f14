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

/** Describes a project in OpenAPI. */
export const EXPORT_OPENAPI: Tool = exportTool(
  {
    name: "export_openapi",
    description: "Describe a project in OpenAPI.",
  },
  "export openapi",
  exportOpenApi,
);

/** Writes the spec of a project. */
export const EXPORT_SPEC: Tool = exportTool(
  {
    name: "export_spec",
    description: "Write the spec of a project.",
  },
  "export spec",
  exportSpec,
);

/** The tools that agents do not see. */
export const PAGE_TOOLS: Toolbox = createToolbox([EXPORT_OPENAPI, EXPORT_SPEC]);

/** Creates the tool for an export. An export is a tool so that the limits on tool calls apply to it. */
function exportTool(
  words: { readonly name: string; readonly description: string },
  command: string,
  write: (workspace: Workspace, name: string) => Promise<Report<unknown>>,
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
        ({ workspace, name }) => write(workspace, name),
      );
      return { report };
    },
  });
}
