/** The fenced code blocks of a page. Tests run them, and the site highlights them. */

/** A block between two fences. */
export interface Block {
  /** The line of the opening fence; 1-based. */
  readonly line: number;
  /** The first word after the fence, such as `console`. */
  readonly language: string;
  /** The attributes after it, such as `server`, `file=shop.json` or `not-run="needs a container engine"`. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The lines between the fences, each with its line break. */
  readonly text: string;
}

/**
 * Finds all blocks of a page, in order.
 *
 * @throws {SyntaxError} If a fence is not closed, or its attributes are invalid.
 *
 * @example
 * ```ts
 * import { fencedBlocks } from "./blocks.ts";
 * import { equal } from "node:assert/strict";
 *
 * const [block] = fencedBlocks('# Page\n\n```json file="shop.json"\n{}\n```\n');
 * equal(block?.language, "json");
 * equal(block?.attributes.get("file"), "shop.json");
 * equal(block?.text, "{}\n");
 * ```
 */
export function fencedBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; info: string; line: number; text: string } | null = null;
  for (const [index, line] of markdown.split("\n").entries()) {
    if (open === null) {
      const [, fence = "", info = ""] = /^(`{3,})(.*)$/.exec(line) ?? [];
      if (fence !== "") open = { fence, info, line: index + 1, text: "" };
    } else if (line === open.fence) {
      blocks.push({ ...readInfo(open.info, open.line), line: open.line, text: open.text });
      open = null;
    } else {
      open.text += `${line}\n`;
    }
  }
  if (open !== null) throw new SyntaxError(`The fence in line ${open.line} is not closed`);
  return blocks;
}

const ATTRIBUTE = /^ +([a-z-]+)(?:=(?:"([^"]*)"|([^\s"]+)))?/;

function readInfo(info: string, line: number): Pick<Block, "language" | "attributes"> {
  const [language = ""] = /^[a-z]*/.exec(info) ?? [];
  const attributes = new Map<string, string>();
  for (let rest = info.slice(language.length).trimEnd(); rest !== "";) {
    const found = ATTRIBUTE.exec(rest);
    if (found === null) {
      throw new SyntaxError(`Cannot read '${rest}' after the fence in line ${line}`);
    }
    const [all, name = "", quoted, bare] = found;
    attributes.set(name, quoted ?? bare ?? "");
    rest = rest.slice(all.length);
  }
  return { language, attributes };
}

/** A command of a `console` block, and its expected output. */
export interface ShownCommand {
  readonly command: string;
  /**
   * The lines of output with their line breaks. `...` matches any text in a line. A line that is
   * only `...` matches any lines.
   */
  readonly output: string;
}

/**
 * Returns the commands of a `console` block: lines that begin with `$ `, continued by `> `.
 *
 * @throws {SyntaxError} If the block does not begin with a command.
 *
 * @example
 * ```ts
 * import { shownCommands } from "./blocks.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(shownCommands("$ echo hello\nhello\n$ true\n"), [
 *   { command: "echo hello", output: "hello\n" },
 *   { command: "true", output: "" },
 * ]);
 * ```
 */
export function shownCommands(text: string): ShownCommand[] {
  const commands: { command: string; output: string }[] = [];
  for (const line of text.split("\n").slice(0, -1)) {
    const last = commands.at(-1);
    if (line.startsWith("$ ")) commands.push({ command: line.slice(2), output: "" });
    else if (last === undefined) throw new SyntaxError(`'${line}' follows no command`);
    else if (line.startsWith("> ") && last.output === "") last.command += `\n${line.slice(2)}`;
    else last.output += `${line}\n`;
  }
  return commands;
}
