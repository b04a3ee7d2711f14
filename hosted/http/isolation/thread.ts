/**
 * The module of a thread that runs work on callers' input. It has no database and no network: it asks the
 * server's thread for files and sends it the changes.
 */

import { receiveMessageOnPort, workerData } from "node:worker_threads";
import { PAGE_TOOLS } from "../../tools/page_tools.ts";
import { HOSTED_TOOLS } from "../../tools/toolset.ts";
import { type Outcome, outcomeOf } from "../../../mcp/tool_result.ts";
import { parseArguments } from "../../../mcp/parse_message.ts";
import { readJsonBody } from "../../../http/json_body.ts";
import { messageWithoutArguments } from "./large_message.ts";
import type { FromThread, Job, ThreadData, ToThread } from "./messages.ts";
import { RemoteHost, RemoteProblem } from "./remote_host.ts";

const { port, sent } = workerData as ThreadData;
const host = new RemoteHost(post);

function post(message: FromThread): void {
  port.postMessage(message);
}

function receive(message: ToThread): void {
  switch (message.kind) {
    case "read":
      return void finish(() => Promise.resolve(messageWithoutArguments(message.text)));
    case "call":
      return void finish(() => run(message.job));
    default:
      return host.receive(message);
  }
}

async function finish(work: () => Promise<unknown>): Promise<void> {
  try {
    post({ kind: "result", value: await work() });
  } catch (problem) {
    post(ending(problem));
  }
}

function ending(problem: unknown): FromThread {
  const number = host.numberOf(problem);
  if (number !== null) return { kind: "threw", number };
  const { message, stack } = problem instanceof Error ? problem : new RemoteProblem(`${problem}`);
  return { kind: "bug", message, stack: stack ?? message };
}

async function run({ tool: name, source, readOnly, foldsCase }: Job): Promise<Outcome> {
  const tool = HOSTED_TOOLS.byName.get(name) ?? PAGE_TOOLS.byName.get(name);
  if (tool === undefined) throw new Error(`No tool '${name}'`);
  const args = source.kind === "arguments" ? parseArguments(source.text) : argumentsOf(source.text);
  return outcomeOf(await tool.run(args, host.newCall({ readOnly, foldsCase })));
}

function argumentsOf(text: string): unknown {
  const body = readJsonBody(text);
  if (body.kind === "refused") throw new Error(body.reason);
  return Object(Object(body.message).params).arguments;
}

// Waits with `waitAsync` instead of a message listener. If a message listener reaches the memory limit, Deno
// swallows the error, and no one learns why the thread ended.
const counter = new Int32Array(sent);
let seen = 0;
let wake = Atomics.waitAsync(counter, 0, seen);
post({ kind: "ready" });
for (;;) {
  await wake.value;
  seen = Atomics.load(counter, 0);
  for (let next; (next = receiveMessageOnPort(port)) !== undefined;) {
    receive(next.message as ToThread);
  }
  wake = Atomics.waitAsync(counter, 0, seen);
}
