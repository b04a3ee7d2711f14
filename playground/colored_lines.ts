/** Syntax highlighting as data, from which the page creates elements without parsing HTML. */

import { highlightedLines } from "../presentation/highlight.ts";

/** A part of a line, with its `highlight.js` class. The class is empty for plain text. */
export type Piece = readonly [text: string, className: string];

/** The parts of a line. */
export type ColoredLine = readonly Piece[];

/** The only markup that {@linkcode highlightedLines} produces. */
const TAG = /<span class="([^"]*)">|<\/span>/;

const ENTITY = /&(?:amp|lt|gt|quot|#x27);/g;

const CHARACTERS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/**
 * Highlights a file's text. The file's name determines the language.
 *
 * @example
 * ```ts
 * import { coloredLines } from "./colored_lines.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(coloredLines("a.py", "del x < y"), [[["del", "hljs-keyword"], [" x < y", ""]]]);
 * ```
 */
export function coloredLines(path: string, text: string): readonly ColoredLine[] {
  return highlightedLines(path, text).map(piecesOf);
}

function piecesOf(html: string): ColoredLine {
  const pieces: Piece[] = [];
  const open: string[] = [];
  let rest = html;
  for (let tag = TAG.exec(rest); tag !== null; tag = TAG.exec(rest)) {
    push(pieces, rest.slice(0, tag.index), open);
    if (tag[1] === undefined) open.pop();
    else open.push(tag[1]);
    rest = rest.slice(tag.index + tag[0].length);
  }
  push(pieces, rest, open);
  return pieces;
}

function push(pieces: Piece[], html: string, open: readonly string[]): void {
  if (html === "") return;
  pieces.push([html.replace(ENTITY, (each) => CHARACTERS[each] ?? each), open.at(-1) ?? ""]);
}
