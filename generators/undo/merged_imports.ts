/** Merges import statements that both sides changed. */

import { memberText } from "../../python/imports.ts";
import type { Piece } from "./pieces.ts";
import { withEolOf } from "../plans/plan.ts";

/** An imported name, with the start of its statement, such as `from flask import`. */
interface Member {
  readonly statement: string;
  readonly text: string;
}

/** Maximum length of a line. */
const LINE_LENGTH = 88;

/**
 * Merges import statements name by name.
 *
 * @returns `null` if any piece is not an import statement.
 */
export function mergedImports(
  base: readonly Piece[],
  ours: readonly Piece[],
  theirs: readonly Piece[],
): readonly Piece[] | null {
  if (![...base, ...ours, ...theirs].every(({ imported }) => imported !== null)) return null;
  const [was, mine, other] = [membersOf(base), membersOf(ours), membersOf(theirs)];
  const members = new Map([
    ...[...mine].filter(([key]) => !was.has(key) || other.has(key)),
    ...[...other].filter(([key]) => !was.has(key)),
  ]);
  const present = new Map([...theirs, ...ours].map((piece) => [keyOf(membersOf([piece])), piece]));
  return [...Map.groupBy(members, ([, { statement }]) => statement)].map(([statement, found]) => {
    const known = present.get(keyOf(new Map(found)));
    if (known !== undefined) return known;
    const names = found.map(([, { text }]) => text);
    const text = formatted(statement, isSorted(mine) && isSorted(other) ? names.sort() : names);
    const earlier = [...ours, ...theirs].find((piece) => startsWith(piece, statement));
    const model = earlier?.text ?? "";
    const blank = /^\s*/.exec(model)?.[0] ?? "";
    return { key: text, text: blank + withEolOf(model, text), name: null, imported: null };
  });
}

function isSorted(members: ReadonlyMap<string, Member>): boolean {
  const keys = [...members.keys()];
  return keys.every((key, index) => index === 0 || (keys[index - 1] ?? "") <= key);
}

function startsWith(piece: Piece, statement: string): boolean {
  return membersOf([piece]).values().some((member) => member.statement === statement);
}

function membersOf(pieces: readonly Piece[]): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const { imported } of pieces) {
    if (imported === null) continue;
    const { kind, module, names } = imported;
    const statement = kind === "from" ? `from ${module} import` : "import";
    for (const { name, alias } of names) {
      const text = memberText(name, alias ?? name);
      members.set(`${statement} ${text}`, { statement, text });
    }
  }
  return members;
}

function keyOf(members: ReadonlyMap<string, Member>): string {
  return [...members.keys()].sort().join("\n");
}

function formatted(statement: string, names: readonly string[]): string {
  const line = `${statement} ${names.join(", ")}`;
  if (line.length <= LINE_LENGTH || statement === "import") return `${line}\n`;
  return `${statement} (\n${names.map((name) => `    ${name},\n`).join("")})\n`;
}
