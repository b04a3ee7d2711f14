/** The page about the library: the exports of `mod.ts`, from `deno doc`. */

import { fileURLToPath } from "node:url";
import { runCommand } from "../../run_command.ts";
import { headingId } from "../site/heading_ids.ts";
import { code, fenced, heading, table } from "./markdown.ts";

/** The part of `deno doc --json` that this page uses. */
interface DocumentedModule {
  readonly module_doc: { readonly doc: string };
  readonly symbols: readonly DocumentedSymbol[];
}

interface DocumentedSymbol {
  readonly name: string;
  readonly declarations: readonly Declaration[];
}

interface Declaration {
  readonly kind: string;
  readonly location: { readonly filename: string; readonly line: number };
  readonly jsDoc?: { readonly doc?: string; readonly tags?: readonly Tag[] };
}

interface Tag {
  readonly kind: string;
  readonly name?: string;
  readonly doc?: string;
}

const MODULE = new URL("../../../mod.ts", import.meta.url);

const GROUPS = [
  { title: "Functions", kinds: ["function"] },
  { title: "Classes", kinds: ["class"] },
  { title: "Types", kinds: ["interface", "typeAlias"] },
] as const;

/** Names the task that runs the examples. */
const TESTED = 'not-run="deno task test:doc runs it"';

/** Returns the page as Markdown. */
export async function libraryPage(): Promise<string> {
  const { module_doc: { doc }, symbols } = await documented();
  const grouped = GROUPS.map(({ title, kinds }) => ({
    title,
    symbols: symbols.filter(({ declarations: [first] }) =>
      (kinds as readonly string[]).includes(first?.kind ?? "")
    ),
  }));
  const titles = titlesOf(symbols);
  const prose = (text: string) => asMarkdown(text, titles);
  return heading("Library") + [
    prose(doc.trim()) + "\n",
    table(
      ["name", "description"],
      grouped.flatMap(({ symbols }) => symbols).map(({ name, declarations: [first] }) => [
        `[${code(name)}](#${headingId(titles.get(name) ?? name)})`,
        prose(firstSentence(first?.jsDoc?.doc ?? "")),
      ]),
    ),
    ...grouped.flatMap(({ title, symbols }) => [
      `## ${title}\n`,
      ...symbols.map((symbol) => part(symbol, titles, prose)),
    ]),
  ].join("\n");
}

async function documented(): Promise<DocumentedModule> {
  const { code, stdout, stderr } = await runCommand(Deno.execPath(), [
    "doc",
    "--json",
    fileURLToPath(MODULE),
  ]);
  if (code !== 0) throw new Error(`deno doc exited with ${code}\n${stderr}`);
  const { nodes } = JSON.parse(stdout) as { nodes: Record<string, DocumentedModule> };
  const module = nodes[MODULE.href];
  if (module === undefined) throw new Error("deno doc returned nothing for mod.ts");
  return module;
}

/** Returns the title of each symbol. Marks types whose name differs from a function's only in case. */
function titlesOf(symbols: readonly DocumentedSymbol[]): ReadonlyMap<string, string> {
  const isTaken = (name: string) =>
    symbols.some((other) => other.name !== name && other.name.toLowerCase() === name.toLowerCase());
  return new Map(symbols.map(({ name, declarations: [first] }) => [
    name,
    isTaken(name) && first?.kind !== "function" ? `${name} (type)` : name,
  ]));
}

function part(
  { name, declarations }: DocumentedSymbol,
  titles: ReadonlyMap<string, string>,
  prose: (text: string) => string,
): string {
  const [first] = declarations;
  if (first === undefined) throw new Error(`'${name}' has no declaration`);
  const { doc = "", tags = [] } = first.jsDoc ?? {};
  const rows = tags.filter(({ kind }) => kind === "param").map((tag) => [
    code(tag.name ?? ""),
    prose(tag.doc ?? ""),
  ]);
  const returned = tags.find(({ kind }) => kind === "return")?.doc;
  return [
    `### ${titles.get(name)}\n`,
    `${prose(doc.trim())}\n`,
    fenced('ts not-run="a declaration"', sourceOf(first)),
    ...(rows.length > 0 ? [table(["argument", "meaning"], rows)] : []),
    ...(returned === undefined ? [] : [`**Returns** ${prose(returned.trim())}\n`]),
    ...tags.filter(({ kind }) => kind === "example").map(({ doc = "" }) =>
      `${prose(doc.trim())}\n`
    ),
  ].join("\n");
}

/**
 * Returns the source of a declaration, without its comment and without the body of a function. `deno doc`
 * counts lines from 0.
 */
function sourceOf({ location: { filename, line }, kind }: Declaration): string {
  const lines = Deno.readTextFileSync(new URL(filename)).split("\n").slice(line);
  const text = lines.slice(0, lastLine(lines, kind) + 1).join("\n").replace(/^export /, "");
  return kind === "function" ? text.replace(/ \{$/, ";") : text;
}

/**
 * Returns the index of a declaration's last line. For a function, this is the last line of its
 * header.
 */
function lastLine(lines: readonly string[], kind: string): number {
  switch (kind) {
    case "function":
      return lines.findIndex((each) => each.endsWith("{"));
    case "typeAlias":
      return lines.findIndex((each, index) =>
        each.endsWith(";") && !/^[ }]/.test(lines[index + 1] ?? "")
      );
    default:
      return lines.findIndex((each) => each.startsWith("}"));
  }
}

/** Converts a doc comment to Markdown, with links to other symbols on the page. */
function asMarkdown(text: string, titles: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(/\{@linkcode\s+(\w+)\}/g, (_, name: string) => {
      const title = titles.get(name);
      return title === undefined ? code(name) : `[${code(name)}](#${headingId(title)})`;
    })
    .replaceAll(/^```ts$/gm, `\`\`\`ts ${TESTED}`);
}

function firstSentence(text: string): string {
  return (/^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text).replaceAll("\n", " ").trim();
}
