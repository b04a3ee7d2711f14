/** Previews of changes, without the values that people wrote. */

import { isScalar, parseDocument, visit } from "yaml";
import type { Change } from "../core/change_set.ts";
import { patch } from "../core/diff.ts";
import { maskKey } from "../core/key_mask.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { counted, type ReportChange, reportChange } from "../core/report.ts";
import type { EntryPlace, Format, Value } from "../formats/config_format.ts";
import { FORMATS } from "../formats/formats.ts";
import type { Form, Template } from "./client.ts";
import { WRITABLE_CLIENTS } from "./clients/clients.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { readBack } from "./entry.ts";
import { shown } from "./files.ts";
import type { SetupHost } from "./host.ts";
import type { FileChange, Texts } from "./plan.ts";
import type { RecordedEntry } from "./record.ts";
import { Cancelled, type Ui, warningLines } from "./ui.ts";

/** The data that a preview needs to hide the values that people wrote. */
export interface View {
  /** The entries of setup in these files. */
  readonly entries: readonly Pick<RecordedEntry, "file" | "format">[];
  /** The values that may be shown, and the text to show for each. */
  readonly own: ReadonlyMap<string, string>;
}

/** Returns the strings in an entry, and the text to show for each: the key is masked. */
export function ownTexts(entry: Value, key: string | null): ReadonlyMap<string, string> {
  if (typeof entry === "string") {
    return new Map([[entry, key === null ? entry : entry.replaceAll(key, () => maskKey(key))]]);
  }
  if (typeof entry !== "object" || entry === null) return new Map();
  return new Map(Object.values(entry).flatMap((each: Value) => [...ownTexts(each, key)]));
}

/**
 * Formats a change for a report.
 *
 * @param path The file's path, shortened for people.
 */
export function previewOf(change: FileChange, path: string, view: View): ReportChange {
  return { ...reportChange(hidden(change, path, view), "", ""), line: null };
}

/** Returns the lines that a change adds and removes, with their signs. */
function patchLines(change: FileChange, path: string, view: View): string[] {
  const { file, before, after } = change;
  const ended = { file, before: withEnd(before), after: withEnd(after) };
  const lines = patch(hidden(ended, path, view), "").split("\n");
  const start = lines.findIndex((line) => line.startsWith("@@"));
  // Hide the carriage return at the end of each line.
  return lines.slice(Math.max(0, start)).filter((line) => /^[+-]/.test(line))
    .map((line) => line.replace(/\r$/, ""));
}

/** Adds a missing final newline, so that previews do not show it as a change. */
function withEnd(text: string | null): string | null {
  return text === null || text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** Hides the values that people wrote. */
function hidden({ file, before, after }: FileChange, shownPath: string, view: View): Change {
  const format = view.entries.find((each) => each.file === file)?.format;
  const hide = (text: string) =>
    format === "lines" ? text : hiddenValues(text, format ?? "jsonc", view.own);
  // This path is only shown, never opened, so it need not be a project's.
  const path = shownPath as ProjectPath;
  const old = before === null ? null : hide(before);
  const now = after === null ? null : hide(after);
  if (now === null) return { kind: "delete", path, before: old ?? "", after: null };
  if (old === null) return { kind: "create", path, before: null, after: now };
  return { kind: "update", path, before: old, after: now };
}

/** The changes and the question for the person. */
export interface Proposal {
  readonly changes: readonly FileChange[];
  /** Problems and notes to show first. */
  readonly problems: readonly SetupDiagnostic[];
  readonly view: View;
  /** `null` if the person has already agreed. */
  readonly question: string | null;
}

/**
 * Shows the changes and asks whether to make them. If there are no changes, asks nothing.
 *
 * @throws {Cancelled} If the person declines.
 */
export async function confirmChanges(
  host: SetupHost,
  ui: Ui,
  { changes, problems, view, question }: Proposal,
): Promise<void> {
  for (const problem of problems) ui.warn(...warningLines(problem));
  if (changes.length === 0) return;
  const lines = changes.flatMap((change) => {
    const path = shown(host, change.file);
    return [`${path} (${kindOf(change)})`, ...patchLines(change, path, view)];
  });
  ui.tell(`Changes to ${counted(changes.length, "file")}`, lines);
  if (question !== null && !await ui.confirm(question)) throw new Cancelled("declined");
}

function kindOf({ before, after }: FileChange): string {
  if (after === null) return "delete";
  return before === null ? "create" : "update";
}

/**
 * Returns the data for a preview of a removal. Values that people added to the entries are hidden.
 */
export function removalView(entries: readonly RecordedEntry[], texts: Texts): View {
  const own = entries.flatMap(({ file, format, place }) => {
    const reading = FORMATS[format].read(texts.get(file) ?? "", place);
    if (reading.kind === "broken" || reading.entry === undefined) return [];
    const { entry } = reading;
    return formsFor(place).flatMap((form) => ownTextsOf(form, entry));
  });
  return { entries, own: new Map(own) };
}

/** Returns the forms whose entries can be at a place. Several agents can share a place. */
function formsFor({ container, kind }: EntryPlace): readonly Form[] {
  return WRITABLE_CLIENTS.flatMap(({ forms }) => forms).filter((form) =>
    form.kind === kind && form.container.join("\n") === container.join("\n")
  );
}

/** Returns the strings of an entry that come from its form, and the text to show for each. */
function ownTextsOf(form: Form, entry: Value): [string, string][] {
  const literals = [form.entry, form.entryFromEnv, form.stdio].flatMap((shape) =>
    fixedTexts(shape)
  );
  const { url = null, headers = {}, variable = null, words = [] } = readBack(form, entry) ?? {};
  const shown = [...literals, ...words, ...[url, variable].filter((each) => each !== null)];
  const { Authorization: bearer } = headers;
  return [
    ...shown.map((each): [string, string] => [each, each]),
    ...(bearer === undefined ? [] : [[bearer, maskedBearer(bearer)] as [string, string]]),
  ];
}

function fixedTexts(shape: Template | Value | undefined): string[] {
  if (typeof shape === "string") return shape.startsWith("{{") ? [] : [shape];
  return typeof shape === "object" && shape !== null
    ? Object.values(shape).flatMap(fixedTexts)
    : [];
}

/** Masks the key. A reference to a variable is not secret. */
function maskedBearer(text: string): string {
  const key = text.replace(/^Bearer /, "");
  return /^\$?\{[\w:]+\}$|^\$\w+$/.test(key) ? text : text.replace(key, () => maskKey(key));
}

/** The replacement of a hidden value. */
const HIDDEN = "****";

/** Matches a quoted string or a word, because both can be values. */
const TOKEN = /"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|[^\s{}[\],:="'#]+/.source;

/** Matches a multi-line string in TOML. */
const BLOCK = /"""[^]*?"""|'''[^]*?'''/.source;

/** Patterns for the text before and after a key in its line. */
const AROUND_KEYS: Readonly<
  Record<Exclude<Format, "yaml">, { readonly before: RegExp; readonly after: RegExp }>
> = {
  json: { before: /(?:^|[{,])\s*$/, after: /^"\s*:/ },
  jsonc: { before: /(?:^|[{,])\s*$/, after: /^"\s*:/ },
  toml: { before: /(?:^|[{,])\s*$|^\s*\[{1,2}$/, after: /^.\s*(?:=|\]{1,2}\s*(?:#|$))/ },
};

/** Maximum number of characters to examine around a key, because a whole file can be one line. */
const NEAR = 200;

/**
 * Hides comments, and all values except known ones, because any other value can be a secret.
 *
 * @param own Known values, and the text to show for each.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { hiddenValues } from "./preview.ts";
 *
 * const own = new Map([["lw_0123456789abcdef4f2a", "lw_****4f2a"]]);
 * equal(
 *   hiddenValues('{ "pin": 12, "key": "lw_0123456789abcdef4f2a" }', "json", own),
 *   '{ "pin": ****, "key": "lw_****4f2a" }',
 * );
 * equal(hiddenValues("pin = 12 # 13\n", "toml", own), "pin = **** # ****\n");
 * ```
 */
export function hiddenValues(
  text: string,
  format: Format,
  own: ReadonlyMap<string, string>,
): string {
  const shown = new Map([...own].flatMap(([value, instead]) => [
    [value, instead],
    [JSON.stringify(value).slice(1, -1), JSON.stringify(instead).slice(1, -1)],
  ]));
  const known = [...shown.keys()].filter((value) => value !== "")
    .toSorted((a, b) => b.length - a.length).map(literal);
  // Match only whole values: a longer value that contains a known one stays hidden.
  const whole = known.length === 0 ? [] : [`(?<![^\\s"'])(?:${known.join("|")})(?![^\\s"',}\\]])`];
  const isKey = format === "yaml" ? yamlKeys(text) : keysNear(text, format);
  const pattern = [...whole, ...(format === "toml" ? [BLOCK] : []), TOKEN].join("|");
  return text.replace(new RegExp(pattern, "g"), (token, offset: number) => {
    const instead = shown.get(token);
    if (instead !== undefined) return instead;
    const quote = /^["']/.exec(token)?.[0] ?? "";
    const value = quote === "" ? token : token.slice(1, -1);
    if (shown.has(value)) return `${quote}${shown.get(value)}${quote}`;
    if (!/[\p{Letter}\p{Number}]/u.test(token) || /^(?:true|false|null)$/.test(token)) return token;
    if (isKey(offset, token)) return token;
    const lines = value.split("\n").map((line) => line.trim() === "" ? line : HIDDEN);
    return quote + lines.join("\n") + quote;
  });
}

/** Reports whether a token is a key. */
type IsKey = (offset: number, token: string) => boolean;

/** Recognizes keys by the characters around them. */
function keysNear(text: string, format: keyof typeof AROUND_KEYS): IsKey {
  const { before, after } = AROUND_KEYS[format];
  return (offset, token) => {
    const near = text.slice(Math.max(0, offset - NEAR), offset);
    const line = near.slice(near.lastIndexOf("\n") + 1);
    const end = offset + token.length;
    return before.test(line.length === NEAR ? `.${line}` : line) &&
      after.test(text.slice(end - 1, end + NEAR).replace(/(?<=.)[\r\n][^]*/, ""));
  };
}

/** Recognizes keys by parsing YAML, because a line of a multi-line value can look like a key. */
function yamlKeys(text: string): IsKey {
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  const ends = new Map<number, number>();
  visit(parseDocument(text.slice(mark)), {
    Pair(_, { key }) {
      if (isScalar(key) && key.range) ends.set(key.range[0] + mark, key.range[1] + mark);
    },
  });
  // A key can have several words, so remember where it ends.
  let last = 0;
  return (offset, token) => {
    last = ends.get(offset) ?? last;
    return offset + token.length <= last;
  };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
