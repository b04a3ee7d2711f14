/** The first difference between the results of two trees. */

import { patch } from "../../core/diff.ts";
import { pascalCase } from "../../project/layout/layers.ts";
import { isProjectPath, projectPath } from "../../core/project_path.ts";
import type { Snapshot } from "../../mod.ts";

/** A difference between the trees. */
export interface Difference {
  /** The member of a report such as `report.data.endpoints[2].path`, or the path of a file. */
  readonly place: string;
  /** Some lines of a patch from the other tree to this one. */
  readonly patch: string;
  /** Whether only the order of an object's members differs. */
  readonly isOrder: boolean;
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
 * Returns the first difference: in the reports, then in the code, then in the records. The changes and the
 * hash that a report has of different files come last, and then other orders of members, because they hide
 * the cause.
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
  const inReports = Array.from({ length }, (_, index) => index).flatMap((index) => {
    const [before = "null", after = "null"] = [other.reports[index], ours.reports[index]];
    return before === after
      ? []
      : [memberDifference(JSON.parse(before), JSON.parse(after), "report")];
  });
  const rest = inReports.filter(({ isOrder }) => !isOrder);
  return rest.find(({ place }) => !DERIVED.test(place)) ??
    fileDifference(other, ours, isCompared) ??
    rest[0] ?? inReports[0] ?? null;
}

/** Members of a report that follow from the written files. */
const DERIVED = /^report\.(?:change_set|changes)\b/;

function fileDifference(
  other: Result,
  ours: Result,
  isCompared: (path: string) => boolean,
): Difference | null {
  const [path] = [...new Set([...other.files.keys(), ...ours.files.keys()])]
    .filter((each) => isCompared(each) && other.files.get(each) !== ours.files.get(each))
    // The records start with a dot.
    .sort((a, b) => Number(a.startsWith(".")) - Number(b.startsWith(".")) || (a < b ? -1 : 1));
  return path === undefined
    ? null
    : textDifference(path, other.files.get(path) ?? null, ours.files.get(path) ?? null);
}

function memberDifference(before: unknown, after: unknown, place: string): Difference {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) {
    return textDifference(place, written(before), written(after));
  }
  const found = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [one, other] = [Reflect.get(before, key), Reflect.get(after, key)];
    const member = Array.isArray(after) ? `${place}[${key}]` : `${place}.${key}`;
    return JSON.stringify(one) === JSON.stringify(other)
      ? []
      : [memberDifference(one, other, member)];
  });
  const rest = found.filter(({ isOrder }) => !isOrder);
  const first = rest.find((each) => !DERIVED.test(each.place)) ?? rest[0] ?? found[0];
  const [one, other] = [before, after].map((each) => Object.keys(each).join("\n"));
  return first ??
    { ...textDifference(`${place} (order)`, one ?? null, other ?? null), isOrder: true };
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
    isOrder: false,
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
  const all = names.flatMap((name) => [name, pascalCase(name)]).filter((each) => each.length > 2)
    .sort((a, b) => b.length - a.length);
  const pattern = new RegExp([...all, "\\d+"].join("|"), "g");
  const general = (text: string) => text.replace(pattern, "*");
  const lines = patch.split("\n");
  const [before, after] = ["-", "+"].map((sign) => {
    const line = lines.find((each) => each.startsWith(sign))?.slice(1) ?? "";
    return general(line).split(/(?<=\W)|(?=\W)/);
  });
  const [one, other] = differingWords(before ?? [], after ?? []);
  const where = place.startsWith("report") ? place.replaceAll(/\d+/g, "*") : general(place);
  return `${where}: -${one.join("").slice(0, 60)} +${other.join("").slice(0, 60)}`;
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
