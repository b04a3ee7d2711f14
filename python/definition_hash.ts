/** Hashes of definitions, part by part. */

import { formHash } from "./normal_form.ts";
import type { GeneratedForms } from "./definition_parts.ts";

/** Number of hexadecimal digits of the hash of one part. */
const PART_DIGITS = 8;

/** The part with the routes and the header. No member can have its name. */
export const HEAD = "(head)";
/** The part with the statements that assign no member. */
export const BODY = "(body)";

/**
 * Returns the hash of a definition: those of its head and its body, then each member with its own,
 * such as `0123456789abcdef,sku=01234567`. The order of members does not matter. A function has its
 * documented errors in the place of members.
 */
export function partsHash({ head, body, members }: GeneratedForms): string {
  const whole = partHash(head) + partHash(body);
  const names = [...members.keys()].sort();
  return [whole, ...names.map((name) => `${name}=${partHash(members.get(name) ?? "")}`)].join(",");
}

function partHash(form: string): string {
  return formHash(form).slice(0, PART_DIGITS);
}

/** The hash of a part without code. */
const EMPTY = partHash("");

/** Returns the hashes of the parts of a definition by name; `null` for the hash of a whole text. */
function partsOf(hash: string): ReadonlyMap<string, string> | null {
  const [whole = "", ...members] = hash.split(",");
  if (whole.length !== 2 * PART_DIGITS) return null;
  return new Map([
    [HEAD, whole.slice(0, PART_DIGITS)],
    [BODY, whole.slice(PART_DIGITS)],
    ...members.map((each): [string, string] => {
      const equals = each.indexOf("=");
      return [each.slice(0, equals), each.slice(equals + 1)];
    }),
  ]);
}

/** Reports whether definitions have the same decorators of routes and the same header, by their hashes. */
export function haveSameHead(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  return a === null || b === null ? one === other : a.get(HEAD) === b.get(HEAD);
}

/** How the members of a class change. */
export interface MemberChanges {
  readonly lost: readonly string[];
  readonly gained: readonly string[];
  /** Those that are lost, are new, or have other code. */
  readonly changed: ReadonlySet<string>;
}

/** Lists the members that change between two versions of a class, by their hashes. */
export function memberChanges(before: string, after: string): MemberChanges {
  const [had, has] = [partsOf(before) ?? new Map(), partsOf(after) ?? new Map()];
  const names = [...new Set([...had.keys(), ...has.keys()])].filter((name) =>
    name !== HEAD && name !== BODY
  );
  return {
    lost: names.filter((name) => !has.has(name)),
    gained: names.filter((name) => !had.has(name)),
    changed: new Set(names.filter((name) => had.get(name) !== has.get(name))),
  };
}

/** Returns a function that reports whether a statement with a normal form has a recorded hash. */
export function isRecordedIn(hash: string): (part: string, form: string) => boolean {
  const parts = partsOf(hash);
  return (part, form) => parts?.get(part) === partHash(form);
}

/** How a class that people edited can follow its new code. */
export interface PartsMerge {
  /** The parts that people edited, and that must change. */
  readonly conflicts: readonly string[];
  /** The parts that are not as wanted because people edited them. */
  readonly kept: readonly string[];
}

const WHOLE: PartsMerge = { conflicts: ["(whole)"], kept: [] };

/**
 * Merges a class part by part. A part that people edited stays if its wanted code and the header did
 * not change since they were recorded.
 *
 * @param recorded The hash of the class as it was written.
 * @param now Its hash in the code.
 * @param wanted The hash of its new code.
 *
 * @example
 * ```ts
 * import { mergeParts } from "./definition_hash.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const [recorded, now] = ["0123456789abcdef,sku=11111111", "0123456789abcdef,sku=22222222"];
 * const wanted = "0123456789abcdef,qty=44444444,sku=11111111";
 * deepEqual(mergeParts(recorded, now, wanted), { conflicts: [], kept: ["sku"] });
 * ```
 */
export function mergeParts(recorded: string, now: string, wanted: string): PartsMerge {
  const [base, ours, theirs] = [partsOf(recorded), partsOf(now), partsOf(wanted)];
  if (base === null || ours === null || theirs === null) return WHOLE;
  const names = [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])];
  const edited = names.filter((each) => ours.get(each) !== base.get(each));
  const kept = edited.filter((each) => ours.get(each) !== theirs.get(each));
  // What people wrote for one base class may not fit another.
  const isOther = theirs.get(HEAD) !== base.get(HEAD);
  const conflicts = kept.filter((each) => isOther || theirs.get(each) !== base.get(each));
  const left = names.filter((each) =>
    (theirs.get(each) === base.get(each) ? ours : theirs).get(each) !== undefined
  );
  // Python needs a statement in the body.
  const isEmpty = left.length === 2 && ours.get(BODY) === EMPTY && theirs.get(BODY) === EMPTY;
  return { conflicts: isEmpty ? [...conflicts, BODY] : conflicts, kept };
}

/** Returns the hash of a class with some parts of another version. The other parts stay. */
export function withPartsOf(hash: string, other: string, names: readonly string[]): string {
  const [own, theirs] = [partsOf(hash), partsOf(other)];
  if (own === null || theirs === null) return hash;
  const taken = new Map(own);
  for (const name of names) {
    const part = theirs.get(name);
    if (part === undefined) taken.delete(name);
    else taken.set(name, part);
  }
  const { [HEAD]: head, [BODY]: body, ...members } = Object.fromEntries(taken);
  return [
    `${head}${body}`,
    ...Object.keys(members).sort().map((name) => `${name}=${members[name]}`),
  ]
    .join(",");
}

/** Returns the parts whose code a new version changes, by the hashes of the class. */
export function changedParts(recorded: string, wanted: string): (part: string) => boolean {
  const [base, theirs] = [partsOf(recorded), partsOf(wanted)];
  if (base === null || theirs === null) return () => true;
  return (part) => base.get(part) !== theirs.get(part);
}
