/** Reads the commands and their options from the program's `--help`. */

import { runCommandLine } from "../../../commands/program.ts";
import { type HelpSection, readHelp } from "./read_help.ts";

/** The help of a command, or of the program itself. */
export interface CommandHelp {
  /** Such as `generate api`; empty for the program itself. */
  readonly name: string;
  readonly purpose: string;
  readonly examples: readonly string[];
  readonly usage: string;
  readonly sections: readonly HelpSection[];
}

/** Returns the help of the program and of all its commands, in the order of the program's help. */
export async function allHelp(): Promise<readonly CommandHelp[]> {
  const root = await helpOf("");
  const groups = root.sections.slice(0, root.sections.findIndex(isGlobal));
  const names = groups.flatMap(({ rows }) => rows.map(({ term }) => commandWords(term)));
  return [root, ...await Promise.all(names.map(helpOf))];
}

function isGlobal({ title }: HelpSection): boolean {
  return title === "Global options";
}

/** Returns the command of a usage, such as `generate api` of `generate api <project_name>`. */
export function commandWords(term: string): string {
  return term.replace(/ ?[[<].*$/, "");
}

async function helpOf(name: string): Promise<CommandHelp> {
  const words = name === "" ? [] : name.split(" ");
  return { name, ...readHelp(await printed([...words, "--help"])) };
}

/** Returns the rows of `layerwright help <topic>`, and the text below them. */
export async function topic(name: string): Promise<HelpSection & { readonly end: string }> {
  const [section, end = ""] = (await printed(["help", name])).trimEnd().split("\n\n");
  const { sections: [first] } = readHelp(`\n\n${section}\n`);
  if (first === undefined) throw new Error(`No help topic '${name}'`);
  return { ...first, end };
}

const NEVER = new Promise<never>(() => {});

/** Returns the output of a command, without wrapped lines. */
async function printed(args: readonly string[]): Promise<string> {
  let text = "";
  const quiet = { isTerminal: false, columns: 10_000, write() {} };
  await runCommandLine(args, {
    cwd: "/",
    stdout: { ...quiet, write: (more) => void (text += more) },
    stderr: quiet,
    canAsk: false,
    foldsCase: false,
    interrupted: NEVER,
    mindInterruptions() {},
    uninterrupted: (work) => work(),
    now: () => 0,
    env: () => undefined,
    readFile: () => NEVER,
    readRegularFile: () => ({ kind: "failed", reason: "not there" }),
    readStdin: () => NEVER,
    writeOutput: () => NEVER,
    exists: () => true,
    names: () => [],
    realPath: (path) => path,
    repositoryTop: () => null,
    workspace() {
      throw new Error("Help needs no workspace");
    },
  });
  return text;
}
