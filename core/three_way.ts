/** Merges two changes of one sequence. */

import { diffArrays } from "diff";

/** A part of a sequence, from the first index to the one after the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part of a merge, with its position in each version. */
export interface MergedPart {
  /**
   * `ours`: take our version, which may equal the base. `theirs`: only their version changed the part.
   * `conflict`: both versions changed the part, in different ways.
   */
  readonly kind: "ours" | "theirs" | "conflict";
  readonly base: Span;
  readonly ours: Span;
  readonly theirs: Span;
}

/** The options of a merge. */
export interface MergeOptions {
  /**
   * Whether one side may add an element between elements that the other side removes. If not, as for lines of
   * prose, such an addition is a conflict.
   */
  readonly areIndependent: boolean;
}

/** A change of a sequence: a part of the base, and its replacement. */
interface Hunk {
  readonly side: "ours" | "theirs";
  readonly base: Span;
  readonly now: Span;
}

/**
 * Maximum number of differing elements that a comparison looks for. If there are more, everything between the
 * first and the last difference counts as changed.
 */
const MAX_EDITS = 2_000;

/**
 * Merges two changes of one sequence. Changes next to each other do not conflict, unless both versions add
 * something at the same place.
 *
 * @example
 * ```ts
 * import { mergeSequences } from "./three_way.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const parts = mergeSequences(["a", "b"], ["a", "b", "c"], ["a"], { areIndependent: true });
 * deepEqual(parts.map(({ kind }) => kind), ["ours", "theirs", "ours"]);
 * ```
 */
export function mergeSequences(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  { areIndependent }: MergeOptions,
): readonly MergedPart[] {
  const hunks = [
    ...hunksOf("ours", base, ours, areIndependent),
    ...hunksOf("theirs", base, theirs, areIndependent),
  ].sort(inOrder);
  const parts: MergedPart[] = [];
  const place = { base: 0, ours: 0, theirs: 0 };
  const push = (kind: MergedPart["kind"], lengths: typeof place) => {
    const span = (side: keyof typeof place) => {
      const start = place[side];
      place[side] += lengths[side];
      return { start, end: place[side] };
    };
    parts.push({ kind, base: span("base"), ours: span("ours"), theirs: span("theirs") });
  };
  for (const group of overlapping(hunks)) {
    const start = Math.min(...group.map((each) => each.base.start));
    const end = Math.max(...group.map((each) => each.base.end));
    const common = start - place.base;
    if (common > 0) push("ours", { base: common, ours: common, theirs: common });
    const lengths = {
      base: end - start,
      ours: end - start + growth(group, "ours"),
      theirs: end - start + growth(group, "theirs"),
    };
    const sides = new Set(group.map(({ side }) => side));
    const mine = ours.slice(place.ours, place.ours + lengths.ours);
    const other = theirs.slice(place.theirs, place.theirs + lengths.theirs);
    const isSame = mine.length === other.length && mine.every((each, at) => each === other[at]);
    const kind = isSame || !sides.has("theirs")
      ? "ours"
      : sides.has("ours")
      ? "conflict"
      : "theirs";
    push(kind, lengths);
  }
  const rest = base.length - place.base;
  if (rest > 0) push("ours", { base: rest, ours: rest, theirs: rest });
  return parts;
}

function growth(group: readonly Hunk[], side: Hunk["side"]): number {
  let sum = 0;
  for (const { side: of, base, now } of group) {
    if (of === side) sum += now.end - now.start - (base.end - base.start);
  }
  return sum;
}

/** Groups hunks that change the same elements, or that add something at the same place. */
function* overlapping(hunks: readonly Hunk[]): Iterable<readonly Hunk[]> {
  let group: Hunk[] = [];
  let end = -1;
  for (const hunk of hunks) {
    const isAdding = hunk.base.start === hunk.base.end;
    const isAtSamePlace = isAdding && hunk.base.start === end &&
      group.every((each) => each.base.start === end);
    if (group.length > 0 && (hunk.base.start < end || isAtSamePlace)) {
      group.push(hunk);
      end = Math.max(end, hunk.base.end);
      continue;
    }
    if (group.length > 0) yield group;
    group = [hunk];
    end = hunk.base.end;
  }
  if (group.length > 0) yield group;
}

/** Sorts hunks by position; additions come before changes that start at the same place. */
function inOrder(a: Hunk, b: Hunk): number {
  return a.base.start - b.base.start || a.base.end - b.base.end;
}

function hunksOf(
  side: Hunk["side"],
  base: readonly string[],
  now: readonly string[],
  areIndependent: boolean,
): readonly Hunk[] {
  const hunks = differences(base, now).map((spans) => ({ side, ...spans }));
  return areIndependent ? hunks.flatMap(separated) : hunks;
}

/** Splits the removal of several elements into one hunk for each element. */
function separated(hunk: Hunk): readonly Hunk[] {
  const { side, base, now } = hunk;
  if (now.start < now.end || base.end - base.start < 2) return [hunk];
  return Array.from({ length: base.end - base.start }, (_, index) => {
    const start = base.start + index;
    return { side, base: { start, end: start + 1 }, now };
  });
}

function differences(
  base: readonly string[],
  now: readonly string[],
): readonly Pick<Hunk, "base" | "now">[] {
  const found = diffArrays([...base], [...now], { maxEditLength: MAX_EDITS });
  if (found === undefined) return [{ base: whole(base), now: whole(now) }];
  const hunks: Pick<Hunk, "base" | "now">[] = [];
  const at = { base: 0, now: 0 };
  let open: { base: number; now: number } | null = null;
  const close = () => {
    if (open === null) return;
    const { base: baseStart, now: nowStart } = open;
    hunks.push({
      base: { start: baseStart, end: at.base },
      now: { start: nowStart, end: at.now },
    });
    open = null;
  };
  for (const { count, added, removed } of found) {
    if (!added && !removed) close();
    else open ??= { ...at };
    if (!added) at.base += count;
    if (!removed) at.now += count;
  }
  close();
  return hunks;
}

function whole(sequence: readonly string[]): Span {
  return { start: 0, end: sequence.length };
}
