/** Tools that a server's own pages and addresses call. Agents do not see them. */

import * as z from "zod";
import { exportOpenApi } from "../../actions/export_openapi.ts";
import { exportSpec } from "../../actions/export_spec.ts";
import { PROJECT } from "../../mcp/arguments.ts";
import { onProjectAt } from "../../mcp/open_project.ts";
import { type Tool, tool } from "../../mcp/tool.ts";
import { createToolbox, type Toolbox } from "../../mcp/toolbox.ts";

/** Describes a project in OpenAPI. It is a tool so that it runs within the limits of one. */
export const EXPORT_OPENAPI: Tool = tool({
  name: "export_openapi",
  title: "Export OpenAPI",
  description: "Describe a project in OpenAPI.",
  command: "export openapi",
  kind: "reads",
  input: z.strictObject({ project: PROJECT }),
  aliases: {},
  async run({ project }, call) {
    const report = await onProjectAt(
      call,
      project,
      "anything",
      ({ workspace, name }) => exportOpenApi(workspace, name),
    );
    return { report };
  },
});

/** Writes the spec of a project. It is a tool so that it runs within the limits of one. */
export const EXPORT_SPEC: Tool = tool({
  name: "export_spec",
  title: "Export spec",
  description: "Write the spec of a project.",
  command: "export spec",
  kind: "reads",
  input: z.strictObject({ project: PROJECT }),
  aliases: {},
  async run({ project }, call) {
    const report = await onProjectAt(
      call,
      project,
      "anything",
      ({ workspace, name }) => exportSpec(workspace, name),
    );
    return { report };
  },
});

/** The tools that agents do not see. */
export const PAGE_TOOLS: Toolbox = createToolbox([EXPORT_OPENAPI, EXPORT_SPEC]);
