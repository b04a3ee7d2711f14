/** Reads goldens: agents' files, written by hand, in `tests/testdata/setup`. */

import type { Scope, System } from "../../../setup/client.ts";
import type { Connection } from "../../../setup/entry.ts";

const FOLDER = new URL("../../testdata/setup/", import.meta.url);

/** The connections that goldens use, by kind. */
export const CONNECTIONS: Readonly<Record<Connection["kind"], Connection>> = {
  key: { kind: "key", url: "http://localhost:8000/mcp", key: "lw_0123456789abcdef" },
  variable: {
    kind: "variable",
    url: "http://localhost:8000/mcp",
    variable: "LAYERWRIGHT_API_KEY",
  },
  stdio: { kind: "stdio", command: "/opt/layerwright", args: ["mcp", "--root", "/code/app"] },
};

/** A path in a golden: with `~` for the home folder, or relative to the project. */
export interface GoldenPath {
  readonly scope: Scope;
  readonly systems: readonly System[];
  readonly path: string;
}

/** The part of a golden for one form of entry. */
export interface GoldenForm {
  readonly paths: readonly GoldenPath[];
  /** The kind of connection in `new` and `edits`. */
  readonly connection: Connection["kind"];
  /** A new file. */
  readonly new: string;
  /** The file before and after each edit, by the edit's description, which is empty for the first one. */
  readonly edits: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
  /** Entries for the other kinds of connections, as JSON. */
  readonly variable?: string;
  readonly stdio?: string;
}

/** Returns the ids of clients with a golden. */
export function goldenIds(): string[] {
  return [...Deno.readDirSync(FOLDER)].map(({ name }) => name.replace(".txt", "")).sort();
}

interface MutableForm {
  paths: GoldenPath[];
  connection: Connection["kind"];
  edits: Map<string, { before: string; after: string }>;
  new: string;
  variable?: string;
  stdio?: string;
}

/** Returns the forms of a client in order. */
export function goldenForms(id: string): GoldenForm[] {
  const [, ...sections] = Deno.readTextFileSync(new URL(`${id}.txt`, FOLDER)).split(/^== /m);
  const forms = new Map<string, MutableForm>();
  for (const section of sections) {
    const [head = "", ...lines] = section.trimEnd().split("\n");
    if (head === "paths") {
      for (const line of lines) addPath(forms, line);
    } else addText(forms, head, `${lines.join("\n")}\n`);
  }
  return [...forms.values()];
}

const SYSTEMS = ["linux", "macos", "windows"] as const;

function addPath(forms: Map<string, MutableForm>, line: string): void {
  const [, number = "", scope, named = "", path = ""] =
    /^(\d+) (user|project)([^:]*): (.*)$/.exec(line) ?? [];
  if (scope !== "user" && scope !== "project") throw new Error(`Invalid path in a golden: ${line}`);
  const systems = SYSTEMS.filter((system) => named.trim() === "" || named.includes(system));
  const form: MutableForm = forms.get(number) ??
    { paths: [], connection: "key", edits: new Map(), new: "" };
  form.paths.push({ scope, systems, path });
  forms.set(number, form);
}

/**
 * @param head The heading of a section: the kind of text, its forms, and its connection or
 *   description.
 */
function addText(forms: Map<string, MutableForm>, head: string, text: string): void {
  const [, title = "", numbers = "", connection, like = ""] =
    /^(\w+)((?: \d+)+)(?: (\w+)| \((.+)\))?$/.exec(head) ?? [];
  for (const number of numbers.trim().split(" ")) {
    const form = forms.get(number);
    if (form === undefined) throw new Error(`The golden has no path for this form: ${head}`);
    if (title === "before" || title === "after") {
      form.edits.set(like, { before: "", after: "", ...form.edits.get(like), [title]: text });
    } else if (title === "variable" || title === "stdio") form[title] = text;
    else if (title === "new") form.new = text;
    else throw new Error(`Unknown section of a golden: ${head}`);
    if (connection !== undefined) form.connection = connection as Connection["kind"];
  }
}
