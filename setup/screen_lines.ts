/** Lines of the wizard, as terminals can show them: as wide, and in such characters. */

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
    const room = lines.length === 0 ? width : width - indent.length;
    const end = rest.length <= room ? rest.length : breakIn(rest, room, width - indent.length);
    lines.push(`${lines.length === 0 ? "" : indent}${rest.slice(0, end).trimEnd()}`);
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

/** Where a line's last column starts, if that leaves room for what it holds. */
function lastColumn(line: string, width: number): number {
  const gaps = [...line.matchAll(/(?:^[+-]?|\S) {2,}(?=\S)/g)];
  const starts = gaps.map(({ 0: gap, index }) => index + gap.length);
  return starts.findLast((start) => start <= width / 2) ?? 0;
}

function breakIn(text: string, room: number, roomBelow: number): number {
  const ends = (pattern: RegExp) =>
    [...text.slice(0, room + 1).matchAll(pattern)].map(({ index }) => index + 1)
      .filter((end) => end <= room);
  const isAll = (end: number) => text.length - end <= roomBelow;
  const slash = ends(/\S\/(?=\S)/g).map((end) => end + 1).findLast((end) => end <= room);
  if (slash !== undefined && isAll(slash)) return slash;
  const words = text.charAt(room) === " " ? room : ends(/\S (?=\S)/g).at(-1);
  return Math.max(words ?? 0, slash ?? 0) || room;
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
};

/** Text with the wizard's signs in ASCII. */
export function inAscii(text: string): string {
  return text.replace(/[◆◇■▲┌│└◼◻●○▪•█—…]/g, (sign) => PLAIN[sign] ?? sign);
}

/** Text without what colours it; what moves the cursor stays. */
export function withoutColour(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\u001b\[[\d;]*m/g, "");
}

/** Whether a terminal shows more than ASCII, as far as its environment tells. */
export function showsSigns(env: (name: string) => string | undefined): boolean {
  if (env("TERM") === "linux") return false;
  const locale = env("LC_ALL") || env("LC_CTYPE") || env("LANG");
  return !locale || /utf-?8/i.test(locale);
}
