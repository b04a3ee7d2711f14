/** A shell in which the commands of a page are typed, one after the other. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shellQuote } from "../../core/shell_quote.ts";
import { cliEnvironment } from "../commands/run_cli.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));

/** What a command did. */
export interface Done {
  /** What a terminal would show: stdout and stderr as one. */
  readonly output: string;
  readonly code: number;
}

/** A server that has not said enough by then never will. */
const START_TIMEOUT_MS = 30_000;

/** Ends what a command prints; followed by its exit code. */
const END = "\u001e";

/** A shell, and the servers that were started beside it. */
export class Shell implements AsyncDisposable {
  readonly #env: Record<string, string>;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;
  readonly #servers = new Map<string, Deno.ChildProcess>();
  #unread = "";

  /**
   * @param home Where it begins, in `code`; all programs take it for the person's home.
   * @param ports The ports of servers that are started: Layerwright's and Flask's.
   */
  constructor(home: string, ports: { readonly layerwright: number; readonly flask: number }) {
    const bin = join(home, ".bin");
    writePrograms(bin);
    Deno.mkdirSync(join(home, "code"));
    // As on a terminal, where curl shows no progress of what it prints.
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
        // Where packages come from is the machine's business, not the page's.
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

  /** Types a command, and waits for its end. */
  async run(command: string): Promise<Done> {
    // The exit code stays what it was, for a command that shows it.
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
   * Starts a server, as in a terminal of its own, and reads what it says until that is enough. One
   * that the same command started before is ended first.
   *
   * @throws {Error} If it ends before that.
   */
  async serve(command: string, isEnough: (output: string) => boolean): Promise<string> {
    await this.#end(command);
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
    this.#servers.set(command, server);
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

  async #end(command: string): Promise<void> {
    const server = this.#servers.get(command);
    if (server === undefined) return;
    try {
      // The terminal is gone at once, and what runs in it hears that (SIGHUP).
      Deno.kill(-server.pid, "SIGKILL");
    } catch (problem) {
      // It ended by itself.
      if (!(problem instanceof Deno.errors.NotFound)) throw problem;
    }
    await server.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const command of this.#servers.keys()) await this.#end(command);
    await this.#writer.close();
    await this.#output.cancel();
    await this.#child.status;
  }
}

/** What is on `PATH` before all else: this checkout's programs, as installing would put them there. */
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
  // As though a folder had a `deno.json` that names the library.
  write("deno", `command=$1; shift\nexec ${deno} "$command" -q --config ${config} "$@"`);
  if (!IS_FULL_TIER) write("python3", QUICK_PYTHON);
}

/**
 * The quick tier makes environments that have Debian's Flask, and installs nothing into them; the long
 * tier does what the pages say, with PyPI.
 */
const QUICK_PYTHON = `
python=$(PATH=\${PATH#*:} command -v python3)
[ "$1 $2" = "-m venv" ] || exec "$python" "$@"
"$python" -m venv --system-site-packages --without-pip "$3" || exit
printf '#!/bin/sh\\nexec "$(dirname "$0")/python" -m flask "$@"\\n' > "$3/bin/flask"
printf '#!/bin/sh\\n' > "$3/bin/pip"
chmod +x "$3/bin/flask" "$3/bin/pip"
`;

/** Where this Deno keeps its packages: a home of its own would have none. */
function denoFolder(): string {
  const { DENO_DIR, XDG_CACHE_HOME, HOME = "" } = Deno.env.toObject();
  return DENO_DIR ?? join(XDG_CACHE_HOME ?? join(HOME, ".cache"), "deno");
}
