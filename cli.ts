/**
 * The entry point of the command line: `deno run -A cli.ts --help`.
 *
 * @module
 */

import {
  exists,
  names,
  readFile,
  readRegularFile,
  readStdin,
  realPath,
} from "./commands/disk_host.ts";
import type { Host, Output } from "./commands/host.ts";
import { runCommandLine } from "./commands/program.ts";
import { withoutProxy } from "./core/loopback.ts";
import { keepsCompiledCode } from "./workspace/code_cache.ts";
import { createDiskWorkspace } from "./workspace/disk_workspace.ts";
import { keepingFacts, openFactCache } from "./workspace/fact_cache.ts";
import { Interruptions } from "./workspace/interruptions.ts";
import { writeOutput } from "./workspace/output_file.ts";
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
    readRegularFile,
    readStdin,
    writeOutput,
    exists,
    names,
    realPath,
    repositoryTop,
    interrupted,
    mindInterruptions,
    uninterrupted,
    workspace: (root) => {
      const facts = openFactCache(root, (name) => Deno.env.get(name));
      return keepingFacts(interruptions.watch(createDiskWorkspace(root)), facts);
    },
  };
}

function output(stream: typeof Deno.stdout): Output {
  return {
    isTerminal: stream.isTerminal(),
    columns: columns(stream),
    write: (text) => writeAll(stream, new TextEncoder().encode(text)),
  };
}

/**
 * Returns the width for wrapping text: `COLUMNS` if it is set, otherwise the terminal's width,
 * otherwise 80.
 */
function columns(stream: typeof Deno.stdout): number {
  const wanted = Number(Deno.env.get("COLUMNS"));
  if (Number.isInteger(wanted) && wanted > 0) return Math.max(wanted, 40);
  // A terminal without a known size reports 0.
  const columns = stream.isTerminal() ? Deno.consoleSize().columns : 0;
  return columns > 0 ? Math.max(columns, 40) : 80;
}

function writeAll(stream: typeof Deno.stdout, bytes: Uint8Array): void {
  try {
    for (let done = 0; done < bytes.length;) done += stream.writeSync(bytes.subarray(done));
  } catch (problem) {
    // The program that reads the output has ended, as in `layerwright status | head`.
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

if (import.meta.main) {
  // The runtime caches only the code that an executable's first run loads. If that run were
  // `--version`, every later `generate subroute` would be 40 % slower.
  if (keepsCompiledCode()) await import("./commands/late_code.ts");
  const host = realHost();
  Deno.env.set("NO_PROXY", withoutProxy(host.env));
  const exitCode = await runCommandLine(Deno.args, host);
  // An executable saves its code cache only after a turn of the event loop.
  await turnEventLoop();
  Deno.exit(exitCode);
}
