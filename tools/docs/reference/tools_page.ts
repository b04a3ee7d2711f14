/** The page about the MCP tools. */

import { HOSTED_TOOLS } from "../../../hosted/tools/toolset.ts";
import { ALL_TOOLS } from "../../../mcp/tools.ts";
import type { JsonSchema } from "../../../spec/json_schema.ts";
import { code, fenced, heading, plain, table } from "./markdown.ts";

/** Returns the page as Markdown. */
export function toolsPage(): string {
  const tools = [...ALL_TOOLS.byName.values()];
  return heading("Tools for agents") + [
    "The tools use the Model Context Protocol, revisions 2024-11-05 to 2026-07-28.\n",
    table(
      ["tool", "changes files", "purpose"],
      tools.map(({ name, writes, listing }) => [
        `[${code(name)}](#${name})`,
        writes ? "yes" : "no",
        plain(String(listing["description"]).split(". ")[0]?.replace(/\.$/, "") ?? ""),
      ]),
    ),
    "The result of a call is text. A program can ask for a shortened [report](library.md#report), too: " +
    'with `"layerwright/report": true` in the call\'s `_meta`, the result has the report as ' +
    "`structuredContent`. Its lists have at most 100 entries, and `omitted` counts the others. Numbers in arguments " +
    "keep their kind: `1.0` has a fraction, and `1` does not. If your client sends `1` for `1.0`, " +
    "pass the spec, a mock or a body as a string of JSON.\n",
    ...tools.map(({ name, listing }) => part(name, listing)),
    "## On a server for a team\n",
    "Projects are on the server, not on the agent's disk. All tools except `validate_spec` therefore " +
    "take another argument, and the result of a change contains the command that downloads it.\n",
    argumentTable(onlyFiles()),
  ].join("\n");
}

function part(name: string, { description, inputSchema }: JsonSchema): string {
  const { shown, rest } = withoutSpec(inputSchema as JsonSchema);
  return [
    `## ${name}\n`,
    `${plain(String(description))}\n`,
    argumentTable(shown),
    "The schema of its arguments" + (rest ? ", without the schema of [the spec](spec.md)" : "") +
    ":\n",
    fenced("json", JSON.stringify(shown, null, 2)),
  ].join("\n");
}

/** Leaves out the spec's schema, which has its own page. */
function withoutSpec(schema: JsonSchema): { readonly shown: JsonSchema; readonly rest: boolean } {
  const properties = schema["properties"] as Record<string, JsonSchema>;
  if (properties["spec"] === undefined) return { shown: schema, rest: false };
  const spec = {
    description: "A spec as an object, or as a string of JSON",
  };
  return { shown: { ...schema, properties: { ...properties, spec } }, rest: true };
}

function argumentTable({ properties, required }: JsonSchema): string {
  const rows = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => [
    code(name),
    kindOf(schema),
    ((required ?? []) as string[]).includes(name) ? "yes" : "",
    plain(String(schema["description"] ?? "")),
  ]);
  return table(["argument", "type", "required", "meaning"], rows);
}

function kindOf(schema: JsonSchema): string {
  const choices = schema["enum"] as readonly string[] | undefined;
  return choices?.map(code).join(", ") ?? String(schema["type"] ?? "any value");
}

function onlyFiles(): JsonSchema {
  const tool = HOSTED_TOOLS.byName.get("generate_api");
  const schema = tool?.listing["inputSchema"] as JsonSchema;
  const { files } = schema["properties"] as Record<string, JsonSchema>;
  if (files === undefined) throw new Error("The hosted tools have no argument 'files'");
  return { properties: { files } };
}
