/** The tools that a server offers. */

import type { Tool } from "./tool.ts";

/** A set of tools: by name, and in the form of `tools/list`. */
export interface Toolbox {
  readonly byName: ReadonlyMap<string, Tool>;
  /** The result of `tools/list`, computed once. */
  readonly listing: { readonly tools: readonly Tool["listing"][] };
}

/**
 * Creates a toolbox.
 *
 * @param tools The tools, in the order in which they are listed.
 */
export function createToolbox(tools: readonly Tool[]): Toolbox {
  return {
    byName: new Map(tools.map((tool) => [tool.name, tool])),
    listing: { tools: tools.map(({ listing }) => listing) },
  };
}
