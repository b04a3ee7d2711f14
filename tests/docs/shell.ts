/** A shell that runs the commands of a page one after the other. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shellQuote } from "../../core/shell_quote.ts";
import { cliEnvironment } from "../commands/run_cli.ts";
import { runTogether } from "../commands/run_here.ts";
import { plainArguments } from "../commands/transcript.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));

/** The result of a command. */
export interface Done {
  /** stdout and stderr together, as on a terminal. */
  readonly output: string;
  readonly code: number;
}

/** Timeout for a server's output. */
const START_TIMEOUT_MS = 30_000;

/** Commands that only read and write files. */
const OWN_COMMAND =
  /^layerwright (?:-C \S+ )?(?:adopt|apply|export|generate|import|remove|rename|show|status|undo|validate) /;

/** A mark after a command's output, before its exit code. */
const END = "\u001e";

/** A shell, and the servers that it started. */
export class Shell implements AsyncDisposable {
  readonly #env: Record<string, string>;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;
  readonly #servers = new Map<string, Deno.ChildProcess>();
  #unread = "";

  /**
   * @param home The home folder of all programs. The shell begins in the home's folder `code`.
   * @param ports The ports of servers that are started: Layerwright's and Flask's.
   */
  constructor(home: string, ports: { readonly layerwright: number; readonly flask: number }) {
    const bin = join(home, ".bin");
    writePrograms(bin);
    Deno.mkdirSync(join(home, "code"));
    // On a terminal, curl shows no progress when it prints a response. Here, these settings hide it.
    Deno.writeTextFileSync(join(home, ".curlrc"), "silent\nshow-error\n");
    const { PATH = "" } = Deno.env.toObject();
    this.#env = Object.fromEntries(
      Object.entries(cliEnvironment({
        HOME: home,
        PATH: `${bin}:${PATH}`,
        NO_COLOR: "1",
        TERM: "xterm",
        LAYERWRIGHT_PORT: String(ports.layerwright),
        FLASK_RUN_PORT: String(ports.flask),
        PYTHONDONTWRITEBYTECODE: "1",
        DENO_DIR: denoFolder(),
        // The machine's settings choose the package index.
        PIP_CONFIG_FILE: join(Deno.env.get("HOME") ?? "", ".config/pip/pip.conf"),
      })).filter(([name]) => !name.startsWith("XDG_")),
    );
    this.#child = new Deno.Command("bash", {
      args: ["--noprofile", "--norc"],
      cwd: join(home, "code"),
      env: this.#env,
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#output = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /**
   * Runs a command, and waits until it ends. In the quick tier, Layerwright's commands that need neither a
   * shell nor other programs run in this process.
   */
  async run(command: string): Promise<Done> {
    const isOwn = !IS_FULL_TIER && OWN_COMMAND.test(command);
    const args = isOwn ? plainArguments(command) : null;
    if (args === null) return await this.#runInShell(command);
    const { output: cwd } = await this.#runInShell("pwd");
    const done = await runTogether(args, cwd.trimEnd(), this.#env);
    await this.#runInShell(`(exit ${done.code})`);
    return done;
  }

  async #runInShell(command: string): Promise<Done> {
    // Keeps the exit code for a command that prints it.
    const script = `{ ${command}\n} </dev/null 2>&1; code=$?; ` +
      `printf '${END}%s${END}' "$code"; (exit "$code")\n`;
    await this.#writer.write(new TextEncoder().encode(script));
    for (;;) {
      const [output = "", code, rest] = this.#unread.split(END);
      if (code !== undefined && rest !== undefined) {
        this.#unread = rest;
        return { output, code: Number(code) };
      }
      const { value, done } = await this.#output.read();
      if (done) throw new Error(`The shell ended at '${command}'\n${this.#unread}`);
      this.#unread += value;
    }
  }

  /**
   * Starts a server, as in another terminal, and reads its output until `isEnough` accepts it. Before
   * that, stops an earlier server of the same command, even if its variables were others.
   *
   * @throws {Error} If the server exits earlier.
   */
  async serve(command: string, isEnough: (output: string) => boolean): Promise<string> {
    const name = command.replace(/^(?:[A-Z_]+=\S+ )+/, "");
    await this.#end(name);
    const { output: cwd } = await this.run("pwd");
    const terminal = ["script", "--quiet", "--return", "--command", command, "/dev/null"];
    const server = new Deno.Command("setsid", {
      args: terminal,
      cwd: cwd.trimEnd(),
      env: this.#env,
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
    }).spawn();
    this.#servers.set(name, server);
    let output = "";
    const late = setTimeout(() => Deno.kill(-server.pid, "SIGKILL"), START_TIMEOUT_MS);
    const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
    while (!isEnough(output)) {
      const { value, done } = await reader.read();
      if (done) {
        clearTimeout(late);
        throw new Error(`'${command}' ended, or was too late\n${output}`);
      }
      output += value.replaceAll("\r\n", "\n");
    }
    clearTimeout(late);
    await reader.cancel();
    return output;
  }

  async #end(name: string): Promise<void> {
    const server = this.#servers.get(name);
    if (server === undefined) return;
    try {
      // Killing the terminal sends SIGHUP to the processes in it.
      Deno.kill(-server.pid, "SIGKILL");
    } catch (problem) {
      // The process has already ended.
      if (!(problem instanceof Deno.errors.NotFound)) throw problem;
    }
    await server.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of this.#servers.keys()) await this.#end(name);
    await this.#writer.close();
    await this.#output.cancel();
    await this.#child.status;
  }
}

/** Writes this checkout's programs to the first folder of `PATH`, as if they were installed. */
function writePrograms(bin: string): void {
  Deno.mkdirSync(bin);
  const deno = shellQuote(Deno.execPath());
  const config = shellQuote(join(CHECKOUT, "deno.json"));
  const write = (name: string, script: string) =>
    Deno.writeTextFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const program = (entry: string) =>
    `exec ${deno} run -qA ${shellQuote(join(CHECKOUT, entry))} "$@"`;
  write("layerwright", program("cli.ts"));
  write("layerwright-server", program("server.ts"));
  // If npx started the tests, setup's entries start npx.
  write("npx", `shift 2\nexec ${deno} "$@"`);
  // As if the folder had a `deno.json` with the library.
  write("deno", `command=$1; shift\nexec ${deno} "$command" -q --config ${config} "$@"`);
  if (!IS_FULL_TIER) write("python3", QUICK_PYTHON);
}

/**
 * In the quick tier, virtual environments use Debian's Flask and nothing is installed. The full tier installs
 * from PyPI, as the pages do.
 */
const QUICK_PYTHON = `
python=$(PATH=\${PATH#*:} command -v python3)
[ "$1 $2" = "-m venv" ] || exec "$python" "$@"
"$python" -m venv --system-site-packages --without-pip "$3" || exit
printf '#!/bin/sh\\nexec "$(dirname "$0")/python" -m flask "$@"\\n' > "$3/bin/flask"
printf '#!/bin/sh\\n' > "$3/bin/pip"
chmod +x "$3/bin/flask" "$3/bin/pip"
`;

/** Deno's cache, because a temporary home has none. */
function denoFolder(): string {
  const { DENO_DIR, XDG_CACHE_HOME, HOME = "" } = Deno.env.toObject();
  return DENO_DIR ?? join(XDG_CACHE_HOME ?? join(HOME, ".cache"), "deno");
}
