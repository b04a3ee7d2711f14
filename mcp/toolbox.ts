/** The tools that a server offers. */

import type { JsonSchema } from "../spec/json_schema.ts";
import type { Tool } from "./tool.ts";

/** A set of tools: by name, and in the form of `tools/list`. */
export interface Toolbox {
  readonly byName: ReadonlyMap<string, Tool>;
  /** The result of `tools/list`, computed once. */
  readonly listing: { readonly tools: readonly Tool["listing"][] };
}

/**
 * Creates a toolbox. To save the agent's tokens, the list describes an argument that several tools have in
 * the same way only once.
 *
 * @param tools The tools, in the order in which they are listed.
 */
export function createToolbox(tools: readonly Tool[]): Toolbox {
  const described = new Set<string>();
  return {
    byName: new Map(tools.map((tool) => [tool.name, tool])),
    listing: { tools: tools.map(({ listing }) => describedOnce(listing, described)) },
  };
}

/** @param described The arguments that are described already. */
function describedOnce(listing: JsonSchema, described: Set<string>): JsonSchema {
  const inputSchema = listing["inputSchema"] as JsonSchema;
  const properties = Object.entries(inputSchema["properties"] as Record<string, JsonSchema>);
  const shown = properties.map(([name, { description, ...schema }]) => {
    const key = `${name}: ${description}`;
    if (description === undefined || described.has(key)) return [name, schema];
    described.add(key);
    return [name, { description, ...schema }];
  });
  return { ...listing, inputSchema: { ...inputSchema, properties: Object.fromEntries(shown) } };
}
