/** Lines of the wizard, as terminals can show them: as wide, and in such characters. */

import type { Environment } from "../core/user_folders.ts";

/**
 * Breaks a line: paths after a slash, the rest between words. What follows stands below the line's last
 * column.
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

/** Where a line's last column starts, if that leaves room for what it holds. */
function lastColumn(line: string, width: number): number {
  const gaps = [...line.matchAll(/(?:^[+-]?|\S) {2,}(?=\S)/g)];
  const starts = gaps.map(({ 0: gap, index }) => index + gap.length);
  return starts.findLast((start) => start <= width / 2) ?? 2;
}

/**
 * Where to break: in a path if all that follows then fits below, else between words.
 *
 * @param first Where the text starts that can be broken.
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

/** What stands for the signs of the wizard where only ASCII can be shown. */
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

/** Text with the wizard's signs in ASCII. */
export function inAscii(text: string): string {
  return text.replace(/[◆◇■▲┌│└◼◻●○▪•█—…↑↓]/g, (sign) => PLAIN[sign] ?? sign);
}

/** Text without what colours it; what moves the cursor stays. */
export function withoutColour(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\u001b\[[\d;]*m/g, "");
}

/** Whether a terminal shows more than ASCII, as far as its environment tells. */
export function showsSigns(env: Environment): boolean {
  if (env("TERM") === "linux") return false;
  const locale = env("LC_ALL") || env("LC_CTYPE") || env("LANG");
  return !locale || /utf-?8/i.test(locale);
}
