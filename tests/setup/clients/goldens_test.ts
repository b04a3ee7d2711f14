/** Edits of the files in goldens, as written and in other styles. */

import { deepEqual, equal, ok } from "node:assert/strict";
import type { EntryPlace, Format } from "../../../formats/config_format.ts";
import { FORMATS } from "../../../formats/formats.ts";
import type { Form } from "../../../setup/client.ts";
import { WRITABLE_CLIENTS } from "../../../setup/clients/clients.ts";
import { makeEntry } from "../../../setup/entry.ts";
import { CONNECTIONS, goldenForms } from "./golden.ts";

const NAME = "layerwright";

/** Converts the texts before and after an edit to another style. */
type Style = (before: string, after: string) => readonly [before: string, after: string];

const COMMENTS: Readonly<Record<Format, string | undefined>> = {
  json: undefined,
  jsonc: "// Mine.\n",
  toml: "# Mine.\n",
  yaml: "# Mine.\n",
};

/** Returns a style that converts both texts in the same way. */
function each(style: (text: string) => string): Style {
  return (before, after) => [style(before), style(after)];
}

/** Returns the styles that a format allows, by name. */
function styles(format: Format): Readonly<Record<string, Style>> {
  const comment = COMMENTS[format];
  const all: Record<string, Style> = {
    "as written": each((text) => text),
    "with CRLF": each((text) => text.replaceAll("\n", "\r\n")),
    "with a byte order mark": each((text) => `\ufeff${text}`),
    "with CRLF and a byte order mark": each((text) => `\ufeff${text.replaceAll("\n", "\r\n")}`),
    "without a final newline": each((text) => text.slice(0, -1)),
  };
  if (comment !== undefined) all["with a comment"] = each((text) => comment + text);
  if (format === "json" || format === "jsonc") {
    all["with tabs"] = each((text) => text.replace(/^(?: {2})+/gm, tabs));
    all["with four spaces"] = each((text) => text.replace(/^ +/gm, (blank) => blank + blank));
  }
  if (format === "jsonc") {
    all["with trailing commas"] = (before, after) => [
      trailingCommas(before),
      trailingCommasAround(before, after),
    ];
  }
  return all;
}

function tabs(blank: string): string {
  return "\t".repeat(blank.length / 2);
}

/** Adds trailing commas to all objects and arrays on several lines. */
function trailingCommas(text: string): string {
  return text.replace(/(?<=[^\s{[,])(?=\n\s*[}\]])/g, ",");
}

/** Adds trailing commas around our entry, which has none. */
function trailingCommasAround(before: string, after: string): string {
  const old = before.split("\n");
  const lines = after.split("\n");
  const start = lines.findIndex((line, index) =>
    line.replace(/,$/, "") !== old[index]?.replace(/,$/, "")
  );
  const added = lines.splice(start, lines.length - old.length, "ENTRY").join("\n").replace(
    /,$/,
    "",
  );
  return trailingCommas(lines.join("\n")).replace(/ENTRY,?/, () => `${added},`);
}

const BROKEN: Readonly<Record<Format, readonly string[]>> = {
  json: ["{", "[]", '{ "a": 1, }', "// Mine.\n{}\n", "{} {}", "null", '"text"'],
  jsonc: ["{", "[]", '{ "a": 1,, }', "{} {}", '{ "a" 1 }', "'text'"],
  toml: ["[a", "a =", "a = 1\na = 2\n", "[a]\n[a]\n"],
  yaml: ["a: [", "- a\n- b\n", "a: 1\na: 2\n", "a: 1\n b: 2\n"],
};

for (const { id, forms } of WRITABLE_CLIENTS) {
  const goldens = goldenForms(id);
  forms.forEach((form, index) => {
    const golden = goldens[index];
    ok(golden !== undefined, id);
    const place: EntryPlace = { container: form.container, kind: form.kind, name: NAME };
    const format = FORMATS[form.format];
    const entry = makeEntry(form, NAME, CONNECTIONS[golden.connection]) ?? {};

    const checkEdit = (before: string, after: string) => {
      equal(format.set(before, place, entry), after);
      deepEqual(format.read(after, place), { kind: "read", entry });
      equal(format.set(after, place, entry), after);
      equal(format.remove(after, place, format.missing(before, place)), before);
    };

    Deno.test(`${id}, form ${index + 1}: a new file equals its golden and can be removed`, () => {
      checkEdit(form.start ?? "", golden.new);
    });

    const { before, after } = golden.edits.get("") ?? { before: "", after: "" };
    for (const [name, style] of Object.entries(styles(form.format))) {
      Deno.test(`${id}, form ${index + 1}: a file ${name} is edited in place`, () => {
        checkEdit(...style(before, after));
      });
    }

    for (const [like, { before, after }] of golden.edits) {
      if (like === "") continue;
      Deno.test(`${id}, form ${index + 1}: a file with ${like} is edited in place`, () => {
        checkEdit(before, after);
        checkEdit(before.replaceAll("\n", "\r\n"), after.replaceAll("\n", "\r\n"));
      });
    }

    Deno.test(`${id}, form ${index + 1}: invalid files are refused`, () => {
      for (const text of [...BROKEN[form.format], wrongContainer(before, form)]) {
        const reading = format.read(text, place);
        ok(reading.kind === "broken", JSON.stringify(text));
        ok(reading.broken.line >= 1 && reading.broken.column >= 1 && reading.broken.reason !== "");
      }
    });
  });
}

/** Returns the file with a number in place of the entries. */
function wrongContainer(before: string, { container, format }: Form): string {
  const [key = ""] = container;
  switch (format) {
    case "json":
    case "jsonc":
      return JSON.stringify({ ...JSON.parse(before), [key]: 3 });
    case "toml":
    case "yaml":
      return format === "toml" ? `${key} = 3\n` : `${key}: 3\n`;
  }
}
