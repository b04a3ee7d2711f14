/** The first difference between the results of two trees. */

import { patch } from "../../core/diff.ts";
import { isProjectPath, projectPath } from "../../core/project_path.ts";
import type { Snapshot } from "../../mod.ts";

/** A difference between the trees. */
export interface Difference {
  /** The member of a report such as `report.data.endpoints[2].path`, or the path of a file. */
  readonly place: string;
  /** Some lines of a patch from the other tree to this one. */
  readonly patch: string;
}

/** What a tree's command returned and left behind. */
export interface Result {
  /** The reports of the command as JSON: one, or those of its dry run, too. */
  readonly reports: readonly string[];
  readonly files: Snapshot;
}

/** Maximum number of lines of a patch that are shown. */
const MAX_LINES = 14;

/** Maximum length of a shown line. */
const MAX_LENGTH = 180;

/**
 * Returns the first difference: in reports, then in files in the order of their paths.
 *
 * @param other The result of the other tree.
 * @param ours The result of this tree.
 * @param isCompared Reports whether a file is compared.
 */
export function firstDifference(
  other: Result,
  ours: Result,
  isCompared: (path: string) => boolean,
): Difference | null {
  const length = Math.max(other.reports.length, ours.reports.length);
  for (let index = 0; index < length; index++) {
    const [before = "null", after = "null"] = [other.reports[index], ours.reports[index]];
    if (before !== after) return memberDifference(JSON.parse(before), JSON.parse(after), "report");
  }
  const paths = [...new Set([...other.files.keys(), ...ours.files.keys()])].filter(isCompared);
  const path = paths.filter((each) => other.files.get(each) !== ours.files.get(each)).sort()[0];
  return path === undefined
    ? null
    : textDifference(path, other.files.get(path) ?? null, ours.files.get(path) ?? null);
}

function memberDifference(before: unknown, after: unknown, place: string): Difference {
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [one, other] = [Reflect.get(before, key), Reflect.get(after, key)];
      if (JSON.stringify(one) === JSON.stringify(other)) continue;
      return memberDifference(
        one,
        other,
        Array.isArray(after) ? `${place}[${key}]` : `${place}.${key}`,
      );
    }
    return textDifference(
      `${place} (order of members)`,
      Object.keys(before).join("\n"),
      Object.keys(after).join("\n"),
    );
  }
  return textDifference(place, written(before), written(after));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function written(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value, null, 1);
}

function textDifference(place: string, before: string | null, after: string | null): Difference {
  const path = projectPath(isProjectPath(place) ? place : "report");
  const [one, other] = [lined(before), lined(after)];
  const text = one === null
    ? other === null ? "" : patch({ kind: "create", path, before: null, after: other }, "")
    : other === null
    ? patch({ kind: "delete", path, before: one, after: null }, "")
    : patch({ kind: "update", path, before: one, after: other }, "");
  const lines = text.split("\n").filter((line) =>
    !/^(?:diff |index |--- |\+\+\+ |new |deleted )/.test(line)
  );
  const shown = lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LENGTH));
  return {
    place,
    patch: [...shown, ...(lines.length > MAX_LINES ? ["…"] : [])].join("\n").trimEnd(),
  };
}

/** Returns a text that ends with a line break, so that a patch does not mention a missing one. */
function lined(text: string | null): string | null {
  return text === null || text.endsWith("\n") ? text : `${text}\n`;
}

/**
 * Returns the kind of a difference: its place and the words that differ in its first changed lines,
 * without names and numbers. Differences with one cause have mostly one kind.
 *
 * @param names The names of routes and subroutes.
 */
export function kindOf({ place, patch }: Difference, names: readonly string[]): string {
  const pattern = new RegExp(
    `${
      names.toSorted((a, b) => b.length - a.length).map((each) => `${each}|${pascal(each)}`).join(
        "|",
      )
    }|\\d+`,
    "g",
  );
  const general = (text: string) => names.length === 0 ? text : text.replace(pattern, "*");
  const lines = patch.split("\n");
  const [before = "", after = ""] = ["-", "+"].map((sign) =>
    general(lines.find((line) => line.startsWith(sign))?.slice(1) ?? "")
  );
  const [one, other] = differingWords(
    before.split(/(?<=\W)|(?=\W)/),
    after.split(/(?<=\W)|(?=\W)/),
  );
  return `${general(place)}: -${one.join("").slice(0, 60)} +${other.join("").slice(0, 60)}`;
}

function differingWords(one: string[], other: string[]): readonly [string[], string[]] {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (
    end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)
  ) end++;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

function pascal(name: string): string {
  return name.split("_").map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join("");
}
