/** Random small changes of code. */

import { type Token, tokenize } from "../../python/expression.ts";
import { applyEdits } from "../../python/text_edit.ts";
import { fc } from "../tools/tier.ts";

const PALETTE =
  ("a b 1 2 .5 'a' \"b\" f'{a}' b'a' ( ) [ ] { } , , : = == + - * ** / not in is and or if else for " +
    "lambda await yield from as import return del with := -> @ . ... ; # None True async def class pass *= \\")
    .split(" ");

/** Changes code in one place. */
type Mutation = (code: string, tokens: readonly Token[], numbers: readonly number[]) => string;

function at<T>(items: readonly T[], number: number | undefined): T | undefined {
  return items[(number ?? 0) % Math.max(items.length, 1)];
}

function replaced(code: string, start: number, end: number, insert: string): string {
  return applyEdits(code, [{ offset: start, remove: end - start, insert }]);
}

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "replaces a token": (code, tokens, [first, second]) => {
    const token = at(tokens, first);
    return token ? replaced(code, token.start, token.end, at(PALETTE, second) ?? "") : code;
  },
  "inserts a token": (code, tokens, [first, second]) => {
    const token = at(tokens, first);
    return token ? replaced(code, token.start, token.start, ` ${at(PALETTE, second)} `) : code;
  },
  "removes a token": (code, tokens, [first]) => {
    const token = at(tokens, first);
    return token ? replaced(code, token.start, token.end, " ") : code;
  },
  "repeats a token": (code, tokens, [first]) => {
    const token = at(tokens, first);
    return token ? replaced(code, token.start, token.start, `${token.text} `) : code;
  },
  "swaps tokens": (code, tokens, [first]) => {
    const index = (first ?? 0) % Math.max(tokens.length, 1);
    const [left, right] = [tokens[index], tokens[index + 1]];
    if (left === undefined || right === undefined) return code;
    return replaced(code, left.start, right.end, `${right.text} ${left.text}`);
  },
  "puts tokens in parentheses": (code, tokens, [first, second]) => {
    const index = (first ?? 0) % Math.max(tokens.length, 1);
    const [left, right] = [tokens[index], at(tokens.slice(index, index + 8), second)];
    if (left === undefined || right === undefined) return code;
    return replaced(code, left.start, right.end, `(${code.slice(left.start, right.end)})`);
  },
  "puts tokens with a comma in parentheses": (code, tokens, [first, second]) => {
    const index = (first ?? 0) % Math.max(tokens.length, 1);
    const [left, right] = [tokens[index], at(tokens.slice(index, index + 8), second)];
    if (left === undefined || right === undefined) return code;
    return replaced(code, left.start, right.end, `(${code.slice(left.start, right.end)},)`);
  },
  "removes parentheses": (code, tokens, [first]) => {
    const opens = tokens.filter(({ text }) => text === "(");
    const open = at(opens, first);
    if (open === undefined) return code;
    let depth = 0;
    for (const { text, start } of tokens.slice(tokens.indexOf(open))) {
      depth += text === "(" ? 1 : text === ")" ? -1 : 0;
      if (depth > 0) continue;
      const inside = code.slice(open.end, start);
      return replaced(code, open.start, start + 1, ` ${inside} `);
    }
    return code;
  },
  "adds a comma before a bracket": (code, tokens, [first]) => {
    const closer = at(tokens.filter(({ text }) => /^[)\]}]$/.test(text)), first);
    return closer ? replaced(code, closer.start, closer.start, ",") : code;
  },
  "changes a character": (code, _, [first, second]) => {
    const offset = (first ?? 0) % Math.max(code.length, 1);
    return replaced(
      code,
      offset,
      Math.min(offset + 1, code.length),
      at([..."ab1 \"'#\n\\{}.,"], second) ?? "",
    );
  },
  "removes a character": (code, _, [first]) => {
    const offset = (first ?? 0) % Math.max(code.length, 1);
    return replaced(code, offset, Math.min(offset + 1, code.length), "");
  },
  "indents a line": (code, _, [first]) => {
    const lines = code.split("\n");
    const index = (first ?? 0) % lines.length;
    return lines.with(index, `    ${lines[index]}`).join("\n");
  },
  "unindents a line": (code, _, [first]) => {
    const lines = code.split("\n");
    const index = (first ?? 0) % lines.length;
    return lines.with(index, (lines[index] ?? "").replace(/^ {4}/, "")).join("\n");
  },
  "removes a line": (code, _, [first]) => {
    const lines = code.split("\n");
    return lines.toSpliced((first ?? 0) % lines.length, 1).join("\n");
  },
  "swaps lines": (code, _, [first]) => {
    const lines = code.split("\n");
    const index = (first ?? 0) % lines.length;
    const [left = "", right] = [lines[index], lines[index + 1]];
    return right === undefined ? code : lines.toSpliced(index, 2, right, left).join("\n");
  },
  "joins lines": (code, _, [first]) => {
    const breaks = [...code.matchAll(/\n/g)].map(({ index }) => index);
    const found = at(breaks, first);
    return found === undefined ? code : replaced(code, found, found + 1, " ");
  },
  "adds a comment": (code, _, [first]) => {
    const lines = code.split("\n");
    const index = (first ?? 0) % lines.length;
    return lines.with(index, `${lines[index]}  # added`).join("\n");
  },
};

/** Code before and after one change. The change may break the code, or change nothing. */
export interface MutatedCode {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** Generates changes, each of one place in one of some texts. */
export function mutatedCode(texts: readonly string[]): fc.Arbitrary<MutatedCode> {
  return fc.record({
    before: fc.constantFrom(...texts),
    what: fc.constantFrom(...Object.keys(MUTATIONS)),
    numbers: fc.array(fc.nat(), { minLength: 2, maxLength: 2 }),
  }).map(({ before, what, numbers }) => {
    const tokens = tokenize(before, 0, before.length);
    return { what, before, after: MUTATIONS[what]?.(before, tokens, numbers) ?? before };
  });
}
