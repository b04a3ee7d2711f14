/** Reads code by the members that it imports, whatever it calls them. */

import { dottedName, isOperator, type Token } from "../../python/expression.ts";
import { importedNames, type Member } from "../../python/member_name.ts";
import type { PythonScan } from "../../python/scanner.ts";
import { IMPORTED } from "../layout/import_name.ts";

/** The name of a member. */
type ImportedName = keyof typeof IMPORTED;

/** The full names of the members, such as `typing.Any`. No name in code has a dot. */
export const FULL_NAMES = Object.fromEntries(
  Object.values(IMPORTED).map((member) => [member.name, fullName(member)]),
) as Readonly<Record<ImportedName, string>>;

function fullName({ module, name }: Member): string {
  return `${module}.${name}`;
}

/**
 * Replaces the names of imported members by their full names, so that code can be read whatever it
 * calls them. Names of people's own definitions stay, even if they look like those of members.
 *
 * @example
 * ```ts
 * import { withFullNames } from "./full_names.ts";
 * import { tokenize } from "../../python/expression.ts";
 * import { scanPython } from "../../python/scanner.ts";
 * import { equal } from "node:assert/strict";
 *
 * const scan = scanPython("from api.list_parameters import listed as page\n\npage(listed)\n");
 * const { start, end } = scan.lines[1]!;
 * const tokens = withFullNames(scan, tokenize(scan.source, start, end));
 * equal(tokens.map(({ text }) => text).join(""), "api.list_parameters.listed(listed)");
 * ```
 */
export function withFullNames(scan: PythonScan, tokens: readonly Token[]): readonly Token[] {
  const names = fullNames(scan);
  if (names.size === 0) return tokens;
  let done = 0;
  return tokens.flatMap((token, index) => {
    if (index < done) return [];
    const found = isUse(tokens, index) ? memberAt(names, tokens, index) : null;
    done = found?.next ?? index + 1;
    return found === null ? token : { ...token, text: found.text };
  });
}

/** Reports whether a module imports a member, by its full name. */
export function isImported(scan: PythonScan, member: string): boolean {
  return fullNames(scan).values().some((each) => each === member);
}

/** The full names of the members that a module imports, by its own names for them. */
type FullNames = ReadonlyMap<string, string>;

function fullNames(scan: PythonScan): FullNames {
  const known = read.get(scan);
  if (known !== undefined) return known;
  const imported = importedNames(scan, Object.values(IMPORTED));
  const names = new Map([...imported].map(([name, member]) => [name, fullName(member)]));
  read.set(scan, names);
  return names;
}

/** Caches the names, because each part of a module needs them. */
const read = new WeakMap<PythonScan, FullNames>();

/** Reports whether a token can be the use of a name: not an attribute, a field or a keyword. */
function isUse(tokens: readonly Token[], index: number): boolean {
  const [before, next] = [tokens[index - 1], tokens[index + 1]];
  if (isOperator(before, ".") || isOperator(next, ":")) return false;
  const isAnnotation = isOperator(before, ":");
  return isAnnotation || !isOperator(next, "=");
}

/** Returns the full name of the member at an index, and the index of the token after it. */
function memberAt(names: FullNames, tokens: readonly Token[], index: number) {
  const dotted = dottedName(tokens, index);
  if (dotted === null) return null;
  const [own, whole] = [names.get(tokens[index]?.text ?? ""), names.get(dotted.text)];
  if (own !== undefined) return { text: own, next: index + 1 };
  return whole === undefined ? null : { text: whole, next: dotted.next };
}
