/** What files of clients look like, written by hand: `tests/testdata/setup`, a text for each client. */

import type { Scope, System } from "../../../setup/client.ts";
import type { Connection } from "../../../setup/entry.ts";

const FOLDER = new URL("../../testdata/setup/", import.meta.url);

/** How the goldens reach their server. */
export const CONNECTIONS: Readonly<Record<Connection["kind"], Connection>> = {
  key: { kind: "key", url: "http://localhost:8000/mcp", key: "lw_0123456789abcdef" },
  variable: {
    kind: "variable",
    url: "http://localhost:8000/mcp",
    variable: "LAYERWRIGHT_API_KEY",
  },
  stdio: { kind: "stdio", command: "/opt/layerwright", args: ["mcp", "--root", "/work/app"] },
};

/** A path of a golden: with `~` for the home folder, or below the project. */
export interface GoldenPath {
  readonly scope: Scope;
  readonly systems: readonly System[];
  readonly path: string;
}

/** What is known of one form. */
export interface GoldenForm {
  readonly paths: readonly GoldenPath[];
  /** How the server is reached in the texts. */
  readonly connection: Connection["kind"];
  /** A file that was not there. */
  readonly new: string;
  readonly before: string;
  readonly after: string;
  /** Entries for the other ways to reach the server, as JSON. */
  readonly variable?: string;
  readonly stdio?: string;
}

/** The ids that there are goldens of. */
export function goldenIds(): string[] {
  return [...Deno.readDirSync(FOLDER)].map(({ name }) => name.replace(".txt", "")).sort();
}

/** The forms of a client by their numbers, in order. */
export function goldenForms(id: string): GoldenForm[] {
  const [, ...sections] = Deno.readTextFileSync(new URL(`${id}.txt`, FOLDER)).split(/^== /m);
  const forms = new Map<string, Record<string, unknown>>();
  for (const section of sections) {
    const [head = "", ...lines] = section.trimEnd().split("\n");
    const [title = "", ...words] = head.split(" ");
    if (title === "paths") {
      for (const line of lines) addPath(forms, line);
      continue;
    }
    for (const number of words.filter((word) => /^\d+$/.test(word))) {
      const form = forms.get(number);
      if (form === undefined) throw new Error(`No path for form ${number} of ${id}`);
      form[title] = `${lines.join("\n")}\n`;
      if (title === "new") form["connection"] = words.find((word) => /^[a-z]/.test(word)) ?? "key";
    }
  }
  return [...forms.values()] as unknown as GoldenForm[];
}

const SYSTEMS = ["linux", "macos", "windows"] as const;

function addPath(forms: Map<string, Record<string, unknown>>, line: string): void {
  const [, number = "", scope, named = "", path] = /^(\d+) (user|local)([^:]*): (.*)$/.exec(line) ??
    [];
  const systems = SYSTEMS.filter((system) => named.trim() === "" || named.includes(system));
  const form = forms.get(number) ?? { paths: [] };
  (form["paths"] as unknown[]).push({ scope, systems, path });
  forms.set(number, form);
}
