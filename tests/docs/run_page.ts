/** Runs all examples of a page in order. */

import { join } from "node:path";
import { type Block, shownCommands } from "../../tools/docs/blocks.ts";
import { runToEnd } from "../commands/run_cli.ts";
import { BrowserPages } from "./browser_pages.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { Shell } from "./shell.ts";
import { isShown, masked } from "./shown_output.ts";
import { CHECKOUT } from "../../tools/docs/pages.ts";
import { freePort } from "../../tools/free_port.ts";

/** A problem of a block. */
export interface Fault {
  readonly line: number;
  readonly what: string;
  /** Whether only the printed output differs. */
  readonly isOutput: boolean;
}

/** The result of running a page. */
export interface PageRun {
  readonly faults: readonly Fault[];
  /** The correct texts of the page's `console` blocks, by line. */
  readonly corrected: ReadonlyMap<number, string>;
}

/** The ports of a page's servers: Layerwright's, Flask's, and that of static files. */
type Ports = Readonly<Record<"layerwright" | "flask" | "files", number>>;

/** The ports in the pages. Tests replace them by free ports. */
const SHOWN_PORTS: Ports = { layerwright: 8000, flask: 5000, files: 8001 };

/** The character before a port, so that other texts with the same digits do not match. */
const BEFORE_PORT = { layerwright: ":", flask: ":", files: "[: ]" };

/**
 * Runs the blocks of a page in a temporary home.
 *
 * - `console`: each command must exit with 0 and print the shown output. The attribute `exit` is the exit
 *   code of the last command. A command before `echo $?` may have any code. With the attribute `server`, a
 *   command runs until the end of the page. With `brief`, the output is not compared.
 * - `sh`: must exit with 0.
 * - `diff`: is applied to the files of the shell's folder.
 * - any other with the attribute `file`: is written to that file.
 * - `text` with the attribute `browser`: is what a browser shows at that address. With `press`, it is what the
 *   same page shows after a click on the button with that name. Only the full tier starts a browser.
 * - `ts`: must run without permissions, and in the full tier pass the type check.
 * - `python`, `json`: must parse.
 * - `text`, and blocks with the attribute `not-run`: are not run. `not-run` gives the reason.
 */
export async function runPage(blocks: readonly Block[], home: string): Promise<PageRun> {
  const ports = { layerwright: freePort(), flask: freePort(), files: freePort() };
  await using shell = new Shell(home, ports);
  await using browser = new BrowserPages();
  const faults: Fault[] = [];
  const programs: string[] = [];
  const corrected = new Map<number, string>();
  const toReal = (text: string) => withPorts(text, SHOWN_PORTS, ports);
  const toShown = (text: string) =>
    withPorts(asInstalled(text), ports, SHOWN_PORTS).replaceAll(home, "/home/you");
  for (const { line, language, attributes, text } of blocks) {
    const fault = (what: string, isOutput = false) => void faults.push({ line, what, isOutput });
    const file = attributes.get("file");
    if (attributes.has("not-run")) {
      if (attributes.get("not-run") === "") fault("not-run gives no reason");
    } else if (file !== undefined) {
      const { output } = await shell.run("pwd");
      Deno.writeTextFileSync(join(output.trimEnd(), file), toReal(text));
    } else if (language === "console") {
      const commands = shownCommands(text);
      const lines: string[] = [];
      for (const [index, { command, output }] of commands.entries()) {
        if (attributes.has("server")) {
          const isEnough = (said: string) => isShown(`${output}...\n`, masked(toShown(said)));
          try {
            await shell.serve(toReal(command), isEnough);
          } catch (problem) {
            // Later blocks need this server.
            fault(String(problem));
            return { faults, corrected };
          }
          continue;
        }
        const next = commands[index + 1]?.command;
        const wanted = next === undefined ? Number(attributes.get("exit") ?? 0) : 0;
        const done = await shell.run(toReal(command));
        if (done.code !== wanted && next !== "echo $?") {
          fault(`'${command}' exited with ${done.code}\n${done.output}`);
        }
        const printed = masked(toShown(done.output)).replace(/[^\n]$/, "$&\n");
        const matches = attributes.has("brief") || isShown(output, printed);
        if (!matches) fault(`'${command}' printed\n${printed}, shown is\n${output}`, true);
        lines.push(`$ ${command.replaceAll("\n", "\n> ")}\n`, matches ? output : printed);
      }
      if (lines.length > 0) corrected.set(line, lines.join(""));
    } else if (language === "sh") {
      const { code, output } = await shell.run(toReal(text));
      if (code !== 0) fault(`exited with ${code}\n${output}`);
    } else if (language === "diff") {
      Deno.writeTextFileSync(join(home, "page.diff"), text);
      const { code, output } = await shell.run(`GIT_DIR=/dev/null git apply ~/page.diff`);
      if (code !== 0) fault(`does not apply\n${output}`);
    } else if (attributes.has("browser")) {
      const address = toReal(attributes.get("browser") ?? "");
      const problem = await browser.check(address, attributes.get("press"), text);
      if (problem !== null) fault(problem);
    } else {
      const problem = language === "ts"
        ? await ranProgram(line, text, home, programs)
        : await parsed(language, text, home);
      if (problem !== null) fault(problem);
    }
  }
  // One check of all programs, because each check reads the whole library.
  const isChecked = programs.length > 0 && IS_FULL_TIER;
  const unchecked = isChecked ? await deno("check", programs) : null;
  if (unchecked !== null) faults.push({ line: 1, what: unchecked, isOutput: false });
  return { faults, corrected };
}

function withPorts(text: string, from: Ports, to: Ports): string {
  return (["layerwright", "flask", "files"] as const).reduce(
    (replaced, name) =>
      replaced.replaceAll(
        new RegExp(`(${BEFORE_PORT[name]})${from[name]}\\b`, "g"),
        `$1${to[name]}`,
      ),
    text,
  );
}

/** Replaces the command that starts the checkout's `cli.ts` by the path of an installed program. */
function asInstalled(text: string): string {
  const deno = RegExp.escape(Deno.execPath());
  const options = /(?:"?--?[a-z=-]+"?,? )*/.source;
  const cli = `"?file://${RegExp.escape(join(CHECKOUT, "cli.ts"))}"?,? `;
  return text
    .replaceAll(/\bnpx\b/g, Deno.execPath())
    .replaceAll(/"?-y"?,? "?deno@[\d.]+"?,? (?="?run\b)/g, "")
    .replaceAll(new RegExp(`"?run"?,? ${options}${cli}`, "g"), "")
    .replaceAll(new RegExp(deno, "g"), "/home/you/.local/bin/layerwright");
}

/** Parses a block that is neither run nor written to a file. Returns the problem, or `null`. */
async function parsed(language: string, text: string, home: string): Promise<string | null> {
  switch (language) {
    case "text":
      return null;
    case "json":
      JSON.parse(text);
      return null;
    case "python": {
      const script = "import ast, sys; ast.parse(sys.argv[1])";
      return await problem(["python3", "-c", script, text], home);
    }
    default:
      return `No test knows blocks of type '${language}': run them here, or say why not with not-run`;
  }
}

/** Runs the program of a block without permissions, and adds its file to `programs`. */
async function ranProgram(
  line: number,
  text: string,
  home: string,
  programs: string[],
): Promise<string | null> {
  const file = join(home, `line-${line}.ts`);
  Deno.writeTextFileSync(file, text);
  programs.push(file);
  return await deno("run", ["--no-prompt", "--no-check", file]);
}

function deno(command: string, args: readonly string[]): Promise<string | null> {
  const config = join(CHECKOUT, "deno.json");
  return problem([Deno.execPath(), command, "-q", "--config", config, ...args], CHECKOUT);
}

async function problem(command: readonly string[], cwd: string): Promise<string | null> {
  const { code, stdout, stderr } = await runToEnd(command, { cwd, env: Deno.env.toObject() });
  return code === 0 ? null : `exited with ${code}\n${stdout}${stderr}`;
}
