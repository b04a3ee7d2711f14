/** The server over stdio: it answers every call, and writes nothing else to stdout. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { NumberText } from "../../core/number_text.ts";
import { VERSION } from "../../core/version.ts";
import { inCodeFolder } from "../commands/code_folder.ts";
import { CLI_COMMAND, cliEnvironment, type CliResult, runCli } from "../commands/run_cli.ts";
import {
  type Asked,
  type Era,
  ERAS,
  messageOf,
  type Reply,
  toolAnswer,
  toolCall,
} from "../http/messages.ts";
import { testInFullTier } from "../tools/tier.ts";
import { readTree } from "../workspace/tree.ts";

const INITIALIZE: Asked = {
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "tests", version: "1" },
  },
};

/** The first messages of clients of both eras. */
const FIRST: Readonly<Record<Era, Asked>> = {
  modern: { method: "server/discover" },
  legacy: INITIALIZE,
};

/** Returns the lines of a client that sends all calls at once, with the ids 1, 2, ... */
function linesOf(era: Era, ...asked: readonly Asked[]): string[] {
  return [FIRST[era], ...asked].map((each, index) =>
    JSON.stringify(messageOf(each, era, index + 1))
  );
}

interface Session extends CliResult {
  readonly replies: readonly Reply[];
  /** The lines of stderr after the first. */
  readonly complaints: string;
}

/** Runs a server until its input has ended. */
async function session(
  cwd: string,
  lines: readonly string[],
  args: readonly string[] = [],
): Promise<Session> {
  const stdin = lines.map((line) => `${line}\n`).join("");
  const result = await runCli(["mcp", ...args], { cwd, stdin });
  const [first = "", ...more] = result.stderr.split("\n");
  ok(first.startsWith(`Layerwright ${VERSION} tool server on stdio, root `), result.stderr);
  return { ...result, complaints: more.join("\n"), replies: repliesIn(result.stdout) };
}

function repliesIn(stdout: string): Reply[] {
  equal(stdout === "" || stdout.endsWith("\n"), true);
  const replies = stdout.split("\n").slice(0, -1).map((line): Reply => JSON.parse(line));
  ok(replies.every((reply) => Object(reply).jsonrpc === "2.0"));
  return replies;
}

function replyTo(id: number, replies: readonly Reply[]): Reply {
  const [reply, ...more] = replies.filter((each) => each.id === id);
  deepEqual(more, []);
  ok(reply !== undefined, `No answer to ${id}`);
  return reply;
}

const SPEC = { routes: { invoices: { type: "GET" } } };

/** Defines a test that the quick tier runs in the modern era only. Other tests compare the answers of both. */
const testIn = (era: Era) => era === "modern" ? Deno.test : testInFullTier;

for (const era of ERAS) {
  Deno.test(`every call of a client that sends all calls and disconnects is completed (${era})`, () =>
    inCodeFolder(async (folder) => {
      const names = Array.from({ length: 10 }, (_, number) => `s${number}`);
      const lines = linesOf(
        era,
        { method: "tools/list" },
        toolCall("generate_api", { project: "new", spec: SPEC }),
        ...names.map((subroute) =>
          toolCall("generate_subroute", { project: "shop", route: "products", subroute })
        ),
      );
      const { code, complaints, replies } = await session(folder, lines);
      deepEqual({ code, complaints }, { code: 0, complaints: "" });
      equal(replies.length, lines.length);
      equal((replyTo(2, replies).result?.["tools"] as unknown[]).length, 8);
      for (let id = 3; id <= lines.length; id++) {
        equal(toolAnswer(replyTo(id, replies)).report.status, "applied");
      }
      const text = Deno.readTextFileSync(join(folder, "shop/api/routes/products_route.py"));
      for (const name of names) ok(text.includes(`def get_${name}(`));
      ok("new/api/routes/invoices_route.py" in readTree(folder));
    }));

  testIn(era)(
    `a number with a fraction of zero keeps its kind (${era})`,
    () =>
      inCodeFolder(async (folder) => {
        const mock = { total: new NumberText("9.0"), count: 9 };
        const asked = toolCall("generate_route", { project: "shop", route: "fees", mock });
        const { replies } = await session(folder, linesOf(era, asked));
        equal(toolAnswer(replyTo(2, replies)).isError, false);
        const model = Deno.readTextFileSync(join(folder, "shop/api/models/fees_model.py"));
        match(model, /total: float\n {4}count: int$/m);
      }),
  );

  testIn(era)(`progress precedes the result (${era})`, () =>
    inCodeFolder(async (folder) => {
      const { method, params } = toolCall("generate_api", { project: "new", spec: SPEC });
      const asked = { method, params: { ...params, _meta: { progressToken: "p" } } };
      const { replies } = await session(folder, linesOf(era, asked));
      const about = replies.filter((reply) => reply.id === 2 || reply.method !== undefined);
      deepEqual(about.map((reply) => reply.method ?? reply.id), ["notifications/progress", 2]);
    }));

  testIn(era)(
    `a protocol error is answered as a protocol error (${era})`,
    () =>
      inCodeFolder(async (folder) => {
        const asked = [
          { method: "tools/destroy" },
          toolCall("nothing", {}),
          toolCall("analyze_project", []),
        ];
        const { code, replies } = await session(folder, linesOf(era, ...asked));
        equal(code, 0);
        deepEqual([2, 3, 4].map((id) => replyTo(id, replies).error?.code), [
          -32601,
          -32602,
          -32602,
        ]);
      }),
  );

  testIn(era)(
    `a read-only server has no tools that write (${era})`,
    () =>
      inCodeFolder(async (folder) => {
        const before = readTree(folder);
        const asked = [
          { method: "tools/list" },
          toolCall("generate_api", { project: "new", spec: SPEC }),
        ];
        const { replies } = await session(folder, linesOf(era, ...asked), ["--read-only"]);
        equal((replyTo(2, replies).result?.["tools"] as unknown[]).length, 4);
        equal(replyTo(3, replies).error?.code, -32602);
        deepEqual(readTree(folder), before);
      }),
  );
}

Deno.test("the end of empty input ends the server", () =>
  inCodeFolder(async (folder) => {
    const { code, stdout, complaints } = await session(folder, []);
    deepEqual({ code, stdout, complaints }, { code: 0, stdout: "", complaints: "" });
  }));

const GARBAGE: readonly string[] = [
  "precious words",
  "{",
  "[]",
  "null",
  "5",
  '"precious"',
  "",
  "\u0000\u0001",
  '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"1.0","id":9,"method":"precious"}',
  '{"jsonrpc":"2.0","id":{},"method":"precious"}',
  '{"jsonrpc":"2.0","id":9,"result":{"precious":1}}',
  `[${JSON.stringify(messageOf({ method: "ping" }, "legacy", 9))}]`,
  `[${
    JSON.stringify(messageOf(toolCall("generate_api", { project: "new", spec: SPEC }), "legacy", 9))
  },` +
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}]',
  "[".repeat(100_000),
];

for (const place of ["before", "after"] as const) {
  Deno.test(`invalid lines ${place} the first message are logged and skipped`, () =>
    inCodeFolder(async (folder) => {
      const before = readTree(folder);
      const [first = "", ...more] = linesOf("legacy", { method: "ping" });
      const lines = place === "before"
        ? [...GARBAGE, first, ...more]
        : [first, ...GARBAGE, ...more];
      const { code, replies, complaints } = await session(folder, lines);
      equal(code, 0);
      deepEqual(replies.map(({ id }) => id).toSorted(), [1, 2]);
      deepEqual(replyTo(2, replies).result, {});
      match(complaints, /^(?:Ignored: [A-Z].+\n)+$/);
      doesNotMatch(complaints, /precious/);
      deepEqual(readTree(folder), before);
    }));
}

Deno.test("an incomplete message at the end is ignored", () =>
  inCodeFolder(async (folder) => {
    const call = JSON.stringify(
      messageOf(toolCall("generate_api", { project: "new", spec: SPEC }), "legacy", 2),
    );
    const before = readTree(folder);
    const stdin = `${linesOf("legacy")[0]}\n${call.slice(0, -1)}`;
    const { code, stdout } = await runCli(["mcp"], { cwd: folder, stdin });
    equal(code, 0);
    deepEqual(repliesIn(stdout).map(({ id }) => id), [1]);
    deepEqual(readTree(folder), before);
  }));

Deno.test("the server does not wait for a cancelled call", () =>
  inCodeFolder(async (folder) => {
    const lines = linesOf("legacy", toolCall("get_project_info", { project: "shop" }));
    const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}';
    const { code, replies } = await session(folder, [...lines, cancel]);
    equal(code, 0);
    equal(replies[0]?.id, 1);
  }));

Deno.test("the server does not wait for a subscription", () =>
  inCodeFolder(async (folder) => {
    const params = { notifications: { toolsListChanged: true } };
    const { code } = await session(
      folder,
      linesOf("modern", { method: "subscriptions/listen", params }),
    );
    equal(code, 0);
  }));

/** A server whose input stays open. */
class RunningServer {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #stdout = "";

  /** @param wrapper A program that starts the server, with the program's arguments. */
  constructor(cwd: string, wrapper: readonly string[] = []) {
    const [program = "", ...args] = [...wrapper, ...CLI_COMMAND, "mcp"];
    this.#child = new Deno.Command(program, {
      args,
      cwd,
      env: cliEnvironment(),
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      // If the server does not exit, this signal ends it, and the test fails.
      signal: AbortSignal.timeout(60_000),
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Sends lines, and waits for the answer to the last of them. */
  async ask(lines: readonly string[]): Promise<void> {
    await this.send(lines);
    await this.#readUntil(() => this.isAnswered(lines.length));
  }

  async send(lines: readonly string[]): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
  }

  isAnswered(id: number): boolean {
    return this.#replies().some((reply) => reply.id === id);
  }

  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  closeInput(): Promise<void> {
    return this.#writer.close();
  }

  /** Waits for the server's end. */
  async ended(): Promise<{ readonly code: number; readonly replies: readonly Reply[] }> {
    await this.#readUntil(() => false);
    const { code } = await this.#child.status;
    await this.#writer.close().catch(() => {});
    return { code, replies: this.#replies() };
  }

  async #readUntil(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      const { done, value = "" } = await this.#reader.read();
      if (done) return;
      this.#stdout += value;
    }
  }

  #replies(): Reply[] {
    return repliesIn(this.#stdout.slice(0, this.#stdout.lastIndexOf("\n") + 1));
  }
}

/** Calls generate_route, and then sends a ping, whose response implies that the call has begun. */
const WAITING_CALL = linesOf(
  "legacy",
  toolCall("generate_route", { project: "shop", route: "late" }),
  { method: "ping" },
);

Deno.test("a call in flight at the end of the input is answered before the server exits", () =>
  inCodeFolder(async (folder) => {
    const lock = join(folder, "shop/.layerwright/lock");
    const held = Deno.openSync(lock, { write: true, create: true });
    held.lockSync(true);
    const server = new RunningServer(folder);
    await server.ask(WAITING_CALL);
    await server.closeInput();
    ok(!server.isAnswered(2));
    Deno.removeSync(lock);
    held.close();
    const { code, replies } = await server.ended();
    equal(code, 0);
    equal(toolAnswer(replyTo(2, replies)).report.status, "applied");
    ok("shop/api/routes/late_route.py" in readTree(folder));
  }));

for (const [signal, expected] of [["SIGINT", 130], ["SIGTERM", 0]] as const) {
  Deno.test(`${signal} ends a server whose input stays open`, () =>
    inCodeFolder(async (folder) => {
      const server = new RunningServer(folder);
      await server.ask(linesOf("modern"));
      server.kill(signal);
      equal((await server.ended()).code, expected);
    }));
}

Deno.test("SIGINT cancels a call that waits for its project, and nothing is written", () =>
  inCodeFolder(async (folder) => {
    using held = Deno.openSync(join(folder, "shop/.layerwright/lock"), {
      write: true,
      create: true,
    });
    held.lockSync(true);
    const before = readTree(folder);
    const server = new RunningServer(folder);
    await server.ask(WAITING_CALL);
    server.kill("SIGINT");
    const { code, replies } = await server.ended();
    equal(code, 130);
    equal(replyTo(2, replies).error?.message, "Cancelled");
    deepEqual(readTree(folder), before);
  }));

Deno.test("a write in progress is completed and answered after SIGINT", () =>
  inCodeFolder(async (folder) => {
    const stage = join(folder, "shop/.layerwright/stage");
    const strace = ["strace", "-f", "-o", "/dev/null", "-P", stage];
    const inject = ["-e", "trace=mkdir,mkdirat", "-e", "inject=mkdir,mkdirat:signal=SIGINT:when=1"];
    const server = new RunningServer(folder, [...strace, ...inject]);
    await server.send(WAITING_CALL);
    const { code, replies } = await server.ended();
    equal(code, 130);
    equal(toolAnswer(replyTo(2, replies)).report.status, "applied");
    const tree = readTree(folder);
    ok("shop/api/routes/late_route.py" in tree);
    deepEqual(Object.keys(tree).filter((path) => /stage|journal|lock$/.test(path)), []);
  }));

Deno.test("a server over stdio reports a missing root only on stderr", () =>
  inCodeFolder(async (folder) => {
    const { code, stdout, stderr } = await runCli(["mcp", "--root", "absent"], {
      cwd: folder,
      stdin: "",
    });
    deepEqual({ code, stdout }, { code: 1, stdout: "" });
    match(stderr, /^Error: Cannot serve '.*absent' \(No such file or directory\)\.\n$/);
  }));
