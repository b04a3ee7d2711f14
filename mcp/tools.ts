/** The sets of tools that servers offer. */

import type { Environment } from "../core/user_folders.ts";
import type { ToolServerOptions } from "./call_tool.ts";
import { CHANGE_PROJECT } from "./change_project.ts";
import { GENERATING_TOOLS } from "./generating_tools.ts";
import { INSPECTING_TOOLS } from "./inspecting_tools.ts";
import type { Tool } from "./tool.ts";
import { createToolbox, type Toolbox } from "./toolbox.ts";

const TOOLS: readonly Tool[] = [...GENERATING_TOOLS, CHANGE_PROJECT, ...INSPECTING_TOOLS];

/** All tools. */
export const ALL_TOOLS: Toolbox = createToolbox(TOOLS);

/** The read-only tools. */
export const READING_TOOLS: Toolbox = createToolbox(TOOLS.filter(({ writes }) => !writes));

/** Returns the tools that a server offers. */
export function toolsFor(
  { readOnly, remote }: Pick<ToolServerOptions, "readOnly" | "remote">,
): Toolbox {
  if (remote !== undefined) return readOnly ? remote.readingTools : remote.tools;
  return readOnly ? READING_TOOLS : ALL_TOOLS;
}

/** Reports whether an environment variable or the command line makes a server read-only. */
export function isReadOnly(env: Environment, flag: boolean): boolean {
  return flag || !["", "0", "false"].includes(env("LAYERWRIGHT_READ_ONLY") ?? "");
}
