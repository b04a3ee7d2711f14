/** Declares tests from tables of hand-written texts. */

import { deepEqual, equal } from "node:assert/strict";
import type {
  Broken,
  ConfigFormat,
  EntryPlace,
  Reading,
  Value,
} from "../../formats/config_format.ts";

/** A text before and after an entry is added. */
export interface Addition {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly place?: EntryPlace;
  readonly entry?: Value;
}

/** Tests that adding gives the expected text, adding again changes nothing, and removing restores it. */
export function testAdditions(
  format: ConfigFormat,
  cases: readonly Addition[],
  usual: { readonly place: EntryPlace; readonly entry: Value },
): void {
  for (const { name, before, after, place = usual.place, entry = usual.entry } of cases) {
    Deno.test(`add and remove: ${name}`, () => {
      const made = format.missing(before, place);
      equal(format.set(before, place, entry), after);
      equal(format.set(after, place, entry), after);
      deepEqual(format.read(after, place), { kind: "read", entry });
      equal(format.remove(after, place, made), before);
      equal(format.remove(before, place, made), before);
    });
  }
}

/** A text with an entry, with the entry updated, and without it. */
export interface Change {
  readonly name: string;
  readonly before: string;
  readonly updated: string;
  readonly removed: string;
  readonly place?: EntryPlace;
}

export function testChanges(
  format: ConfigFormat,
  cases: readonly Change[],
  usual: { readonly place: EntryPlace; readonly entry: Value },
): void {
  for (const { name, before, updated, removed, place = usual.place } of cases) {
    Deno.test(`update and remove: ${name}`, () => {
      equal(format.set(before, place, usual.entry), updated);
      equal(format.set(updated, place, usual.entry), updated);
      equal(format.remove(before, place, { keys: 0 }), removed);
    });
  }
}

/** A text that cannot be edited, with line, column and reason. */
export type Refusal = readonly [text: string, at: `${number}:${number}`, reason: string];

export function testRefusals(
  format: ConfigFormat,
  cases: readonly Refusal[],
  place: EntryPlace,
): void {
  for (const [text, at, reason] of cases) {
    Deno.test(`broken: ${JSON.stringify(text.slice(0, 60))}`, () => {
      const [line, column] = at.split(":").map(Number);
      const { isSyntax: _, ...broken } = brokenIn(format.read(text, place));
      deepEqual(broken, { line, column, reason });
    });
  }
}

function brokenIn(reading: Reading): Broken {
  if (reading.kind === "read") throw new Error("The text is not broken");
  return reading.broken;
}
