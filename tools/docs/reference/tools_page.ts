/** The page of the tools for agents. */

import { HOSTED_TOOLS } from "../../../hosted/tools/toolset.ts";
import { ALL_TOOLS } from "../../../mcp/tools.ts";
import type { JsonSchema } from "../../../spec/schema.ts";
import { code, fenced, heading, plain, table } from "./markdown.ts";

export function toolsPage(): string {
  const tools = [...ALL_TOOLS.byName.values()];
  return heading("Tools for agents") + [
    "They speak the Model Context Protocol, in the revisions from 2024-11-05 to 2026-07-28.\n",
    table(
      ["tool", "changes files", "title"],
      tools.map(({ name, writes, listing }) => [
        `[${code(name)}](#${name})`,
        writes ? "yes" : "no",
        plain(String(listing["title"])),
      ]),
    ),
    "Answers are [reports](library.md#report), trimmed to what an agent needs, as values and in " +
    "words. Lists stop at 100 entries; `omitted` counts those that are not listed. A spec given as " +
    "JSON text keeps `1.0` apart from `1`; one given as a value does not, as JSON itself knows no " +
    "such difference.\n",
    ...tools.map(({ name, listing }) => part(name, listing)),
    "## On a server for a team\n",
    "Projects are not on the agent's disk there, so all tools but `validate_spec` take one more " +
    "argument, and answers to a change have `links`: where it can be fetched.\n",
    argumentTable(onlyFiles()),
  ].join("\n");
}

function part(name: string, { description, inputSchema }: JsonSchema): string {
  const { shown, rest } = withoutSpec(inputSchema as JsonSchema);
  return [
    `## ${name}\n`,
    `${plain(String(description))}\n`,
    argumentTable(shown),
    "The schema of its arguments" + (rest ? ", without that of [the spec](spec.md)" : "") + ":\n",
    fenced("json", JSON.stringify(shown, null, 2)),
  ].join("\n");
}

/** The spec's own schema is on a page of its own. */
function withoutSpec(schema: JsonSchema): { readonly shown: JsonSchema; readonly rest: boolean } {
  const properties = schema["properties"] as Record<string, JsonSchema>;
  if (properties["spec"] === undefined) return { shown: schema, rest: false };
  const spec = { description: "A spec, or the same as JSON text, which keeps 1.0 apart from 1" };
  return { shown: { ...schema, properties: { ...properties, spec } }, rest: true };
}

function argumentTable({ properties, required }: JsonSchema): string {
  const rows = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => [
    code(name),
    kindOf(schema),
    ((required ?? []) as string[]).includes(name) ? "yes" : "",
    plain(String(schema["description"] ?? "")),
  ]);
  return table(["argument", "kind", "required", "meaning"], rows);
}

function kindOf(schema: JsonSchema): string {
  const choices = schema["enum"] as readonly string[] | undefined;
  return choices?.map(code).join(", ") ?? String(schema["type"] ?? "any value");
}

function onlyFiles(): JsonSchema {
  const tool = HOSTED_TOOLS.byName.get("generate_api");
  const schema = tool?.listing["inputSchema"] as JsonSchema;
  const { files } = schema["properties"] as Record<string, JsonSchema>;
  if (files === undefined) throw new Error("Tools of a server for a team take no files");
  return { properties: { files } };
}
