/** What the wizard would write, for people to look at. */

import type { Change } from "../core/change_set.ts";
import { patch } from "../core/diff.ts";
import { maskKey } from "../core/key_mask.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { type ReportChange, reportChange } from "../core/report.ts";
import type { Value } from "./client.ts";
import { hiddenValues } from "./hidden_values.ts";
import type { FileChange } from "./plan.ts";
import type { RecordedEntry } from "./record.ts";

/** What is known of the files that change. */
export interface View {
  /** The entries in them that are ours. */
  readonly entries: readonly Pick<RecordedEntry, "file" | "format">[];
  /** The values that are ours, and what is shown in their place. */
  readonly own: ReadonlyMap<string, string>;
}

/** The texts of an entry, with what is shown of them. */
export function ownTexts(entry: Value, key: string | null): ReadonlyMap<string, string> {
  if (typeof entry === "string") {
    return new Map([[entry, key === null ? entry : entry.replaceAll(key, () => maskKey(key))]]);
  }
  if (typeof entry !== "object" || entry === null) return new Map();
  return new Map(Object.values(entry).flatMap((each: Value) => [...ownTexts(each, key)]));
}

/**
 * A change to a file, as reports have it.
 *
 * @param path The file as people know it.
 */
export function previewOf(change: FileChange, path: string, view: View): ReportChange {
  return { ...reportChange(hidden(change, path, view), "", ""), line: null };
}

/** The lines that a change adds and removes, with their signs. */
export function patchLines(change: FileChange, path: string, view: View): string[] {
  const { file, before, after } = change;
  const ended = { file, before: withEnd(before), after: withEnd(after) };
  const lines = patch(hidden(ended, path, view), "").split("\n");
  const start = lines.findIndex((line) => line.startsWith("@@"));
  // A carriage return at the end says nothing to people.
  return lines.slice(Math.max(0, start)).filter((line) => /^[+-]/.test(line))
    .map((line) => line.replace(/\r$/, ""));
}

/** A last line without an end is no other line than one with an end. */
function withEnd(text: string | null): string | null {
  return text === null || text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** A change without the values that people wrote. */
function hidden({ file, before, after }: FileChange, shownPath: string, view: View): Change {
  const format = view.entries.find((each) => each.file === file)?.format;
  const hide = (text: string) =>
    format === "lines" ? text : hiddenValues(text, format ?? "jsonc", view.own);
  // Only shown, never opened.
  const path = shownPath as ProjectPath;
  const old = before === null ? null : hide(before);
  const now = after === null ? null : hide(after);
  if (now === null) return { kind: "delete", path, before: old ?? "", after: null };
  if (old === null) return { kind: "create", path, before: null, after: now };
  return { kind: "update", path, before: old, after: now };
}
