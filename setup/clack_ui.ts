/**
 * Asks the questions of `setup` in a terminal. Prompts go to stderr, so that stdout has only
 * results.
 */

import { MultiSelectPrompt } from "@clack/core";
import { confirm, intro, isCancel, log, outro, password, select, text } from "@clack/prompts";
import process from "node:process";
import { Writable } from "node:stream";
import { styleText } from "node:util";
import { printable } from "../core/printable.ts";
import type { Environment } from "../core/user_folders.ts";
import { Cancelled, type Choice, type Ui } from "./ui.ts";

/** The capabilities of the terminal. */
export interface Look {
  readonly colour: boolean;
  /** Whether the terminal displays non-ASCII symbols. */
  readonly signs: boolean;
}

/** The prefix of each line. */
const GUIDE = "│  ";

/** The replacement of a tab, because a tab's width depends on its column. */
const TAB = "  ";

/** Creates the user interface for a terminal. */
export function createClackUi(look: Look): Ui {
  const output = screen(look);
  const streams = { input: process.stdin, output };
  const fit = (line: string) =>
    brokenLine(printable(line).replaceAll("\t", TAB), output.columns - GUIDE.length);
  const block = (title: string, lines: readonly string[]) =>
    [title, ...lines].flatMap((each) => each.split("\n")).flatMap(fit).join("\n");
  const message = (text: string) => fit(text).join("\n");
  return {
    begin: (title) => intro(title, streams),
    tell: (title, lines) => log.step(block(title, lines), streams),
    warn: (title, lines) => log.warn(block(title, lines), streams),
    async askText(question, initialValue, problem) {
      const validate = (value: string | undefined) => problem(value ?? "") ?? undefined;
      return answered(await text({ message: question, initialValue, validate, ...streams }));
    },
    async askSecret(question, problem) {
      const validate = (value: string | undefined) => problem(value ?? "") ?? undefined;
      return answered(await password({ message: question, validate, ...streams }));
    },
    pick: async (question, ways) => {
      const options = ways.map(({ value, label }) => ({ value: value as string, label }));
      const value = answered(await select({ message: message(question), options, ...streams }));
      return value as typeof ways[number]["value"];
    },
    choose: (question, choices, ticked) =>
      choose({ question, choices, ticked, output, signs: look.signs }),
    confirm: async (question, initialValue = true) =>
      answered(await confirm({ message: message(question), initialValue, ...streams })),
    end: (text) => outro(message(text), streams),
  };
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) throw new Cancelled();
  return answer as Exclude<Answer, symbol>;
}

interface Screen extends Writable {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Creates a stream to stderr. It removes colours and replaces symbols that the terminal cannot
 * display.
 */
function screen({ colour, signs }: Look): Screen {
  const shown = (text: string) => {
    const coloured = colour ? text : withoutColour(text);
    return signs ? coloured : inAscii(coloured);
  };
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      process.stderr.write(shown(String(chunk)));
      done();
    },
  });
  process.stderr.on("resize", () => output.emit("resize"));
  return Object.defineProperties(output, {
    // The width is 0 if the terminal does not report its size.
    columns: { get: () => Math.max(40, process.stderr.columns || 80) },
    rows: { get: () => process.stderr.rows || 24 },
  }) as Screen;
}

interface Question {
  readonly question: string;
  readonly choices: readonly Choice[];
  readonly ticked: readonly string[];
  readonly output: Screen;
  readonly signs: boolean;
}

/**
 * Asks the person to choose from a list. Clack's own list marks the current line by colour only, and
 * does not wrap long lines.
 */
async function choose({ question, choices, ticked, output, signs }: Question): Promise<string[]> {
  const names = Math.max(...choices.map(({ label }) => label.length));
  // In ASCII, a checkbox takes three columns instead of one.
  const width = output.columns - GUIDE.length - (signs ? 0 : 2);
  const prompt = new MultiSelectPrompt({
    options: choices,
    initialValues: ticked,
    input: process.stdin,
    output,
    validate: (values) => (values ?? []).length === 0 ? "Select one with the space bar" : undefined,
    render() {
      const { state, cursor, value = [], error } = this;
      const head = `${coloured("gray", "│")}\n${sign(state)}  ${question}`;
      if (state === "submit" || state === "cancel") {
        const chosen = choices.filter((each) => value.includes(each.value));
        const list = chosen.map(({ label }) => label).join(", ");
        const lines = state === "cancel" ? [] : brokenLine(list, width);
        return [head, ...lines.map((line) => `${coloured("gray", GUIDE)}${line}`)].join("\n");
      }
      const rows = choices.map(({ label, hint, disabled, value: id }, index) => {
        const mark = `${index === cursor ? ">" : " "} ${value.includes(id) ? "◼" : "◻"}`;
        const lines = brokenLine(`${mark} ${label.padEnd(names)}  ${printable(hint)}`, width);
        return disabled ? lines.map((line) => coloured("dim", line)) : lines;
      });
      const foot = state === "error"
        ? coloured("yellow", error)
        : "up/down: move, space: select, enter: confirm";
      const shown = around(rows, cursor, output.rows - 5).flat();
      const lines = [...shown, foot].map((line) => `${coloured("cyan", GUIDE)}${line}`);
      return [head, ...lines, coloured("cyan", "└")].join("\n");
    },
  });
  const values = answered(await prompt.prompt());
  return values ?? [];
}

/** Returns the symbol before a question. */
function sign(state: keyof typeof STEPS): string {
  const [colour, text] = STEPS[state];
  return coloured(colour, text);
}

const STEPS = {
  initial: ["cyan", "◆"],
  active: ["cyan", "◆"],
  validating: ["cyan", "◆"],
  error: ["yellow", "▲"],
  submit: ["green", "◇"],
  cancel: ["red", "■"],
} as const;

function coloured(colour: Parameters<typeof styleText>[0], text: string): string {
  return styleText(colour, text, { validateStream: false });
}

/** Returns the rows around the cursor that fit on the screen. */
function around(rows: readonly string[][], cursor: number, room: number): readonly string[][] {
  let [from, to, lines] = [cursor, cursor, 0];
  const height = (index: number) => rows[index]?.length ?? Infinity;
  lines = height(cursor);
  while (lines + Math.min(height(from - 1), height(to + 1)) <= room) {
    if (lines + height(to + 1) <= room) lines += height(++to);
    if (lines + height(from - 1) <= room) lines += height(--from);
  }
  return rows.slice(from, to + 1);
}

/**
 * Breaks a line that is longer than `width`, in a path or between words. If the line is a row of a
 * table, the rest is indented to the row's last column.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { brokenLine } from "./clack_ui.ts";
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

/**
 * Finds the columns in the row of a table that start in the left half of the width. Returns the
 * start of the last of these columns, or 2 without one.
 */
function lastColumn(line: string, width: number): number {
  const gaps = [...line.matchAll(/(?:^[+-]?|\S) {2,}(?=\S)/g)];
  const starts = gaps.map(({ 0: gap, index }) => index + gap.length);
  return starts.findLast((start) => start <= width / 2) ?? 2;
}

/**
 * Finds the place to break: after a slash in a path if the rest then fits on one line, otherwise
 * between words.
 *
 * @param first The offset from which the text may be broken.
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

/** Replaces symbols with ASCII characters. */
function inAscii(text: string): string {
  return text.replace(/[◆◇■▲┌│└◼◻●○▪•█—…↑↓]/g, (sign) => PLAIN[sign] ?? sign);
}

/** Removes colours, but keeps cursor movements. */
function withoutColour(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\u001b\[[\d;]*m/g, "");
}

/**
 * Reports whether the terminal displays non-ASCII characters, according to the environment
 * variables.
 */
export function supportsUnicode(env: Environment): boolean {
  if (env("TERM") === "linux") return false;
  const locale = env("LC_ALL") || env("LC_CTYPE") || env("LANG");
  return !locale || /utf-?8/i.test(locale);
}
