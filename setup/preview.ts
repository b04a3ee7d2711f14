/** What the wizard would write, for people to look at. */

import type { Change } from "../core/change_set.ts";
import { patch } from "../core/diff.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { type ReportChange, reportChange } from "../core/report.ts";
import { maskKey } from "./entry.ts";
import type { FileChange } from "./plan.ts";

/** What follows `Bearer`, unless a variable does. */
const BEARER = /(bearer\s+)(?!\$|\{)([^\s"'*,}]{6,})(?![\w*])/gi;

/** A value whose key says that it is a secret. */
const SECRET =
  /([\w.-]*(?:key|token|secret|passw(?:or)?d|credential)s?["']?\s*[:=]\s*)(["']?)([^\s"',]{6,})\2/gi;

/** A text with the keys in it hidden: ours by its end, those of others altogether. */
export function withoutKeys(text: string, key: string | null): string {
  const own = key === null ? text : text.replaceAll(key, () => maskKey(key));
  return own
    .replace(BEARER, (whole, word, token) => token.includes("****") ? whole : `${word}****`)
    .replace(
      SECRET,
      (whole, name, quote, value) => isSecret(value) ? `${name}${quote}****${quote}` : whole,
    );
}

/** Not a variable, a number, a switch, or what is hidden already. */
function isSecret(value: string): boolean {
  return !/\*{4}|^(?:\$|\{|[A-Z][A-Z\d_]*$|\d+$|true$|false$)/.test(value);
}

/**
 * A change to a file, as reports have it.
 *
 * @param path The file as people know it.
 */
export function previewOf(change: FileChange, path: string, key: string | null): ReportChange {
  const masked = maskedChange(change, path, key);
  return { ...reportChange(masked, "", true), line: null };
}

/** The lines that a change adds and removes, with their signs. */
export function patchLines(change: FileChange, path: string, key: string | null): string[] {
  const { file, before, after } = change;
  const shown = { file, before: withEnd(before), after: withEnd(after) };
  const lines = patch(maskedChange(shown, path, key), "").split("\n");
  const start = lines.findIndex((line) => line.startsWith("@@"));
  // A carriage return at the end says nothing to people.
  return lines.slice(Math.max(0, start)).filter((line) => /^[+-]/.test(line))
    .map((line) => line.replace(/\r$/, ""));
}

/** A last line without an end is no other line than one with an end. */
function withEnd(text: string | null): string | null {
  return text === null || text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function maskedChange(
  { before, after }: FileChange,
  shownPath: string,
  key: string | null,
): Change {
  // Only shown, never opened.
  const path = shownPath as ProjectPath;
  const old = before === null ? null : withoutKeys(before, key);
  const now = after === null ? null : withoutKeys(after, key);
  if (now === null) return { kind: "delete", path, before: old ?? "", after: null };
  if (old === null) return { kind: "create", path, before: null, after: now };
  return { kind: "update", path, before: old, after: now };
}
