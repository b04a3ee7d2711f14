/** Ctrl-C and closed pipes: the command line ends, and reports the outcome. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { readTree } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { runOnFakeHost } from "./fake_host.ts";
import { readReport } from "./report_schema.ts";
import { CLI_COMMAND, cliEnvironment, type CliResult, runToEnd } from "./run_cli.ts";

const INTERRUPTED = "Interrupted; nothing was written\n";

function spawn(args: readonly string[], cwd: string): Deno.ChildProcess {
  const [program = "", ...words] = CLI_COMMAND;
  return new Deno.Command(program, {
    args: [...words, ...args],
    cwd,
    env: cliEnvironment(),
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** More bytes than fit into a pipe's buffer: once they are written, the command has begun to read. */
const MORE_THAN_A_PIPE = new Uint8Array(1 << 20).fill(0x20);

async function interruptAtStdin(args: readonly string[], cwd: string): Promise<CliResult> {
  const child = spawn(args, cwd);
  const writer = child.stdin.getWriter();
  await writer.write(MORE_THAN_A_PIPE);
  child.kill("SIGINT");
  const { code, stdout, stderr } = await child.output();
  // The process has exited, and the pipe is closed.
  await writer.close().catch(() => {});
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test("SIGINT ends generate api while it waits for stdin, and nothing is written", async () => {
  await inCodeFolder(async (folder) => {
    const before = readTree(folder);
    const result = await interruptAtStdin(["generate", "api", "new", "--json", "-"], folder);
    deepEqual(result, { code: 130, stdout: "", stderr: INTERRUPTED });
    deepEqual(readTree(folder), before);
  });
});

for (const words of ["generate api new --json -", "validate -"]) {
  Deno.test(`layerwright --report ${words} reports its interruption`, async () => {
    await inCodeFolder(async (folder) => {
      const args = ["--report", ...words.split(" ")];
      const { code, stdout, stderr } = await interruptAtStdin(args, folder);
      deepEqual({ code, stderr }, { code: 130, stderr: INTERRUPTED });
      const { command, status, diagnostics } = readReport(stdout);
      equal(status, "failed");
      equal(words.startsWith(command) && command !== "", true);
      deepEqual(diagnostics.map((each) => each.code), ["interrupted"]);
    });
  });
}

Deno.test("SIGINT ends generate route while it waits for its mock, and nothing is written", async () => {
  await inCodeFolder(async (folder) => {
    const pipe = join(folder, "shop", "mock.json");
    await runToEnd(["mkfifo", pipe], { cwd: folder, env: cliEnvironment() });
    const before = withoutPipe(folder);
    const child = spawn(
      ["generate", "route", "refunds", "--mock", "mock.json"],
      join(folder, "shop"),
    );
    // Opening a pipe for writing waits until a reader opens it.
    using _writer = await Deno.open(pipe, { write: true });
    child.kill("SIGINT");
    const { code, stdout, stderr } = await child.output();
    await child.stdin.close();
    equal(code, 130);
    equal(stdout.length, 0);
    equal(new TextDecoder().decode(stderr), INTERRUPTED);
    deepEqual(withoutPipe(folder), before);
  });
});

function withoutPipe(folder: string) {
  const { ["shop/mock.json"]: _, ...tree } = readTree(folder);
  return tree;
}

Deno.test("an interruption on a terminal starts a new line after ^C", async () => {
  const interrupted = Promise.resolve();
  const result = await runOnFakeHost(["validate", "-"], { isTerminal: true, interrupted });
  deepEqual(result, { code: 130, stdout: "", stderr: `\n${INTERRUPTED}` });
});

Deno.test("a closed pipe ends a patch quietly", async () => {
  await inCodeFolder(async (folder) => {
    const command = spawn(["generate", "api", "new", "--json", "-", "--diff"], folder);
    const writer = command.stdin.getWriter();
    await writer.write(new TextEncoder().encode(bigSpec()));
    await writer.close();
    const reader = command.stdout.getReader();
    const { value } = await reader.read();
    match(new TextDecoder().decode(value), /^diff --git /);
    await reader.cancel();
    const [{ code }, stderr] = await Promise.all([
      command.status,
      new Response(command.stderr).text(),
    ]);
    deepEqual({ code, stderr }, { code: 0, stderr: "Dry run: nothing was written\n" });
  });
});

/** A spec whose patch exceeds a pipe's buffer. */
function bigSpec(): string {
  const routes = Array.from({ length: 60 }, (_, index) => [`route_${index}`, { type: "GET" }]);
  return JSON.stringify({ routes: Object.fromEntries(routes) });
}

Deno.test("layerwright | head -1 ends quietly", async () => {
  await inCodeFolder(async (folder) => {
    const command = CLI_COMMAND.map((word) => `'${word}'`).join(" ");
    const script = `${command} --report export schema | head -1`;
    const result = await runToEnd(["sh", "-c", script], { cwd: folder, env: cliEnvironment() });
    deepEqual(result, { code: 0, stdout: "{\n", stderr: "" });
  });
});

Deno.test("a full disk under stdout is an error", async () => {
  await inCodeFolder(async (folder) => {
    const command = CLI_COMMAND.map((word) => `'${word}'`).join(" ");
    const script = `${command} export schema > /dev/full`;
    const result = await runToEnd(["sh", "-c", script], { cwd: folder, env: cliEnvironment() });
    const stderr = "Error: Cannot write to stdout (No space left on device).\n";
    deepEqual(result, { code: 1, stdout: "", stderr });
  });
});
