/** Fits lines to a terminal's width and characters. */

import type { Environment } from "../core/user_folders.ts";

/**
 * Breaks a line, paths after a slash and other text between words. The rest is indented to the
 * line's last column.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { brokenLine } from "./screen_lines.ts";
 *
 * deepEqual(brokenLine("done  Codex  ~/.config/codex/config.toml", 30), [
 *   "done  Codex  ~/.config/codex/",
 *   "             config.toml",
 * ]);
 * ```
 */
export function brokenLine(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const indent = " ".repeat(lastColumn(line, width));
  const lines: string[] = [];
  for (let rest = line; rest !== "";) {
    const before = lines.length === 0 ? "" : indent;
    const first = indent.length - before.length;
    const room = width - before.length;
    const end = rest.length <= room ? rest.length : breakIn(rest, first, room);
    lines.push(before + rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

/** Finds the start of a line's last column, if the column has room there. */
function lastColumn(line: string, width: number): number {
  const gaps = [...line.matchAll(/(?:^[+-]?|\S) {2,}(?=\S)/g)];
  const starts = gaps.map(({ 0: gap, index }) => index + gap.length);
  return starts.findLast((start) => start <= width / 2) ?? 2;
}

/**
 * Finds the place to break: in a path if the rest then fits on one line, otherwise between words.
 *
 * @param first Where the breakable text starts.
 */
function breakIn(text: string, first: number, room: number): number {
  const slashes = [...text.matchAll(/(?<=^|\s)[~/.][^\s/]*\/|(?<=[^\s/]\/)[^\s/]+\//g)]
    .map(({ 0: part, index }) => index + part.length).filter((end) => end <= room);
  const inPath = slashes.findLast((end) => !isInAddress(text, end));
  if (inPath !== undefined && text.length - inPath <= room - first) return inPath;
  const word = text.lastIndexOf(" ", room);
  return word > first ? word : inPath ?? room;
}

function isInAddress(text: string, index: number): boolean {
  return /\S*$/.exec(text.slice(0, index))?.[0].includes("://") === true;
}

/** ASCII replacements of the symbols. */
const PLAIN: Readonly<Record<string, string>> = {
  "◆": "*",
  "◇": "o",
  "■": "x",
  "▲": "!",
  "┌": "+",
  "│": "|",
  "└": "+",
  "◼": "[x]",
  "◻": "[ ]",
  "●": ">",
  "○": " ",
  "▪": "*",
  "•": "*",
  "█": "_",
  "—": "+",
  "…": "...",
  "↑": "up",
  "↓": "down",
};

/** Replaces symbols by ASCII. */
export function inAscii(text: string): string {
  return text.replace(/[◆◇■▲┌│└◼◻●○▪•█—…↑↓]/g, (sign) => PLAIN[sign] ?? sign);
}

/** Removes colours. Cursor movements stay. */
export function withoutColour(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\u001b\[[\d;]*m/g, "");
}

/** Reports whether the terminal displays more than ASCII, judged by its environment. */
export function showsSigns(env: Environment): boolean {
  if (env("TERM") === "linux") return false;
  const locale = env("LC_ALL") || env("LC_CTYPE") || env("LANG");
  return !locale || /utf-?8/i.test(locale);
}
