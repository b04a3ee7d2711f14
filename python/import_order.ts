/** Sorts imports in the default order of ruff's isort rules. */

import { isStandardModule } from "./standard_library.ts";

/** The sort key of an import. */
export interface ImportOrder {
  readonly kind: "import" | "from";
  readonly module: string;
  /** The first member of a `from` import. */
  readonly member: string;
}

const SECTIONS = ["future", "standard", "third-party", "first-party", "relative"] as const;

/** A group of imports. Blank lines separate the groups. */
export type ImportSection = typeof SECTIONS[number];

const FIRST_PARTY_PACKAGES: ReadonlySet<string> = new Set(["api", "tests"]);

/** Returns the section of imports from a module. */
export function importSection(module: string): ImportSection {
  if (module.startsWith(".")) return "relative";
  if (module === "__future__") return "future";
  if (isStandardModule(module)) return "standard";
  return FIRST_PARTY_PACKAGES.has(module.split(".")[0] ?? "") ? "first-party" : "third-party";
}

/**
 * Compares two imports by section, kind (`import` before `from`), module and first member.
 *
 * @returns Less than 0 if `a` comes first.
 */
export function compareImports(a: ImportOrder, b: ImportOrder): number {
  return compareSections(importSection(a.module), importSection(b.module)) ||
    Number(a.kind === "from") - Number(b.kind === "from") ||
    dots(b.module) - dots(a.module) ||
    compareNames(a.module, b.module) ||
    compareMembers(a.member, b.member);
}

/**
 * Compares two sections.
 *
 * @returns Less than 0 if `a` comes first.
 */
export function compareSections(a: ImportSection, b: ImportSection): number {
  return SECTIONS.indexOf(a) - SECTIONS.indexOf(b);
}

/**
 * Compares two members of one import. Constants come first, then classes, then other names, each in
 * natural order.
 *
 * @returns Less than 0 if `a` comes first.
 *
 * @example
 * ```ts
 * import { compareMembers } from "./import_order.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const members = ["jsonify", "Blueprint", "v10", "MAX_SIZE", "v9"];
 * deepEqual(members.sort(compareMembers), ["MAX_SIZE", "Blueprint", "jsonify", "v9", "v10"]);
 * ```
 */
export function compareMembers(a: string, b: string): number {
  return memberRank(a) - memberRank(b) || compareNames(a, b);
}

function memberRank(name: string): number {
  const isConstant = name.length > 1 && name === name.toUpperCase() && name !== name.toLowerCase();
  if (isConstant) return 0;
  const first = name.charAt(0);
  return first !== first.toLowerCase() ? 1 : 2;
}

function dots(module: string): number {
  return /^\.*/.exec(module)?.[0].length ?? 0;
}

function compareNames(a: string, b: string): number {
  return compareNaturally(a.toLowerCase(), b.toLowerCase()) || compareNaturally(a, b);
}

/** Compares strings in natural order, in which runs of digits compare as numbers. */
function compareNaturally(a: string, b: string): number {
  if (a === b) return 0;
  const left = a.match(/\d+|\D/gu) ?? [];
  const right = b.match(/\d+|\D/gu) ?? [];
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareParts(part, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareParts(a: string, b: string): number {
  if (!/^\d/.test(a) || !/^\d/.test(b)) return compareTexts(a, b);
  // As in ruff, numbers with a leading zero compare as text.
  if (a.startsWith("0") || b.startsWith("0")) return compareTexts(a, b);
  return a.length - b.length || compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
