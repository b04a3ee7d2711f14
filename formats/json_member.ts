/** Sets and removes members of JSON whose values are given as text. */

import { endOf, indentUnit, mustFind, parseNodes, separated, spacingOf } from "./json_format.ts";
import { breakNear, indentAt, startsLine } from "./lines.ts";
import { append, fill, isBlank, type Lines, removeAt } from "./separated.ts";

/** A member of an object in a text. */
export interface MemberPlace {
  /** The keys that lead to the object. */
  readonly object: readonly string[];
  readonly name: string;
}

/**
 * Sets or removes a member of an object, in the style of the text around it. All other bytes stay the same.
 *
 * @param text JSON without a byte order mark. The object must exist.
 * @param value JSON text with two spaces per level of indentation, which keeps numbers as they are
 * spelled; `null` to remove the member.
 * @throws {Unreadable} If the text is not JSON, or is nested too deeply.
 *
 * @example
 * ```ts
 * import { withJsonMember } from "./json_member.ts";
 * import { equal } from "node:assert/strict";
 *
 * const text = '{\n    "a": {"b": 1, "c": [2]}\n}\n';
 * const place = { object: ["a"], name: "c" };
 * equal(withJsonMember(text, place, "1.0"), '{\n    "a": {"b": 1, "c": 1.0}\n}\n');
 * equal(withJsonMember(text, place, null), '{\n    "a": {"b": 1}\n}\n');
 * ```
 */
export function withJsonMember(
  text: string,
  { object, name }: MemberPlace,
  value: string | null,
): string {
  const root = parseNodes(text, false);
  const node = mustFind(root, object);
  const list = separated(node);
  const index = (node.children ?? []).findLastIndex(({ children }) =>
    children?.[0]?.value === name
  );
  const member = node.children?.[index];
  const old = member?.children?.[1];
  if (value === null) return old === undefined ? text : removeAt(text, list, index, undefined);
  const unit = indentUnit(text, node) ?? indentUnit(text, root) ?? "  ";
  if (member !== undefined && old !== undefined) {
    const isOnLine = startsLine(text, member.offset);
    const lines = { eol: breakNear(text, old.offset), indent: indentAt(text, member.offset) };
    const written = isOnLine ? onLines(value, lines, unit) : onOneLine(value);
    return text.slice(0, old.offset) + written + text.slice(endOf(old));
  }
  const { colon, comma, pad } = spacingOf(text, node, root);
  const key = JSON.stringify(name) + colon;
  if (isBlank(text, list)) {
    return fill(text, list, undefined, () => pad + key + onOneLine(value) + pad);
  }
  const write = (lines: Lines | undefined) =>
    key + (lines === undefined ? onOneLine(value) : onLines(value, lines, unit));
  return append(text, list, { unit, space: comma.slice(1) }, write);
}

/** JSON strings have no line breaks, so each line begins with its indentation. */
function onLines(value: string, { eol, indent }: Lines, unit: string): string {
  const [first = "", ...rest] = value.split("\n");
  const indented = rest.map((line) => {
    const content = line.trimStart();
    return indent + unit.repeat((line.length - content.length) / 2) + content;
  });
  return [first, ...indented].join(eol);
}

function onOneLine(value: string): string {
  return value.split("\n").map((line) => line.trimStart()).join(" ");
}
