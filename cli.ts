/**
 * The command line of Layerwright: `deno run -A cli.ts --help`.
 *
 * @module
 */

import type { FileRead, Host, Output } from "./commands/host.ts";
import { runCommandLine } from "./commands/program.ts";
import { withoutProxy } from "./core/loopback.ts";
import { createDiskWorkspace } from "./workspace/disk_workspace.ts";
import { Interruptions } from "./workspace/interruptions.ts";
import { repositoryTop } from "./workspace/repository_top.ts";
import { systemReason, turnEventLoop } from "./workspace/system_calls.ts";

function realHost(): Host {
  const interruptions = new Interruptions();
  const { interrupted, interrupt, mindInterruptions, uninterrupted } = interruptions;
  Deno.addSignalListener("SIGINT", interrupt);
  return {
    cwd: Deno.cwd(),
    stdout: output(Deno.stdout),
    stderr: output(Deno.stderr),
    canAsk: Deno.stdin.isTerminal() && Deno.stderr.isTerminal(),
    foldsCase: Deno.build.os === "windows" || Deno.build.os === "darwin",
    now: () => performance.now(),
    env: (name) => Deno.env.get(name),
    readFile,
    readStdin,
    exists,
    realPath,
    repositoryTop,
    interrupted,
    mindInterruptions,
    uninterrupted,
    workspace: (root) => interruptions.watch(createDiskWorkspace(root)),
  };
}

function output(stream: typeof Deno.stdout): Output {
  return {
    isTerminal: stream.isTerminal(),
    columns: columns(stream),
    write: (text) => writeAll(stream, new TextEncoder().encode(text)),
  };
}

/** Width for text that wraps: `COLUMNS` where people set it, the terminal's, else 80. */
function columns(stream: typeof Deno.stdout): number {
  const wanted = Number(Deno.env.get("COLUMNS"));
  if (Number.isInteger(wanted) && wanted > 0) return Math.max(wanted, 40);
  // A terminal that nobody has told its size says 0.
  const columns = stream.isTerminal() ? Deno.consoleSize().columns : 0;
  return columns > 0 ? Math.max(columns, 40) : 80;
}

function writeAll(stream: typeof Deno.stdout, bytes: Uint8Array): void {
  try {
    for (let done = 0; done < bytes.length;) done += stream.writeSync(bytes.subarray(done));
  } catch (problem) {
    // Nobody reads any further, as in `layerwright analyze | head`.
    if (problem instanceof Deno.errors.BrokenPipe) return;
    const reason = systemReason(problem);
    if (reason === null) throw problem;
    if (stream === Deno.stdout) complain(`Error: Cannot write to stdout (${reason}).\n`);
    Deno.exit(1);
  }
}

function complain(text: string): void {
  writeAll(Deno.stderr, new TextEncoder().encode(text));
}

async function readFile(path: string): Promise<FileRead> {
  // Deno lets only programs that may do everything open this device.
  if (path === "/dev/stdin") return await readStdin();
  try {
    // Not at once: a pipe without a writer would be deaf to interruptions.
    return { kind: "read", bytes: await Deno.readFile(path) };
  } catch (problem) {
    return failedRead(problem);
  }
}

async function readStdin(): Promise<FileRead> {
  try {
    return { kind: "read", bytes: await new Response(Deno.stdin.readable).bytes() };
  } catch (problem) {
    return failedRead(problem);
  }
}

function failedRead(problem: unknown): FileRead {
  if (!(problem instanceof Error)) throw problem;
  return { kind: "failed", reason: systemReason(problem) ?? problem.message };
}

/** What cannot be looked at, such as a name that is too long, is not there for us. */
function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

function realPath(path: string): string | null {
  try {
    return Deno.realPathSync(path);
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const host = realHost();
  Deno.env.set("NO_PROXY", withoutProxy(host.env));
  const exitCode = await runCommandLine(Deno.args, host);
  // An executable keeps its code cache only if the event loop turned once.
  await turnEventLoop();
  Deno.exit(exitCode);
}
