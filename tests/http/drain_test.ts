/** Before a server stops, it completes the calls that it has accepted. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { createDiskWorkspace, generateApi } from "../../mod.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { closedPort } from "./closed_port.ts";
import {
  type Asked,
  ERAS,
  type OtherHeaders,
  post,
  replyOf,
  type ToolAnswer,
  toolAnswer,
  toolCall,
} from "./messages.ts";
import { type RunningServer, withServer } from "./run_server.ts";

const CALLS = IS_FULL_TIER ? 200 : 20;

function headersFor({ key }: RunningServer): OtherHeaders {
  return { authorization: `Bearer ${key}`, host: null };
}

async function ask(server: RunningServer, asked: Asked, number: number): Promise<ToolAnswer> {
  const era = ERAS[number % 2] ?? "modern";
  return toolAnswer(await replyOf(await fetch(post(asked, era, headersFor(server), server.url))));
}

async function startProject(root: string): Promise<string> {
  const folder = join(root, "shop");
  await generateApi(createDiskWorkspace(folder), "shop", { routes: { products: { type: "GET" } } });
  return folder;
}

/** Returns a call. Every second one requests progress, so its response is a stream. */
function addSubroute(number: number): Asked {
  const { method, params } = toolCall("generate_subroute", {
    project: "shop",
    route: "products",
    subroute: nameOf(number),
  });
  if (number % 4 > 1) return { method, params: params ?? {} };
  return { method, params: { ...params, _meta: { progressToken: number } } };
}

function nameOf(number: number): string {
  return `s${String(number).padStart(4, "0")}`;
}

async function inFlight(server: RunningServer): Promise<number> {
  const { authorization } = headersFor(server);
  const response = await fetch(new URL("/metrics", server.url), {
    headers: { authorization: authorization ?? "" },
  });
  return Number(/^layerwright_calls_in_flight (\d+)$/m.exec(await response.text())?.[1]);
}

function handlersIn(folder: string): string[] {
  const text = Deno.readTextFileSync(join(folder, "api/routes/products_route.py"));
  return [...text.matchAll(/def get_(s\d{4})\(/g)].map(([, name]) => name ?? "").sort();
}

Deno.test(`${CALLS} calls that wait when the server is stopped are completed and answered`, () =>
  withServer(async (server) => {
    const folder = await startProject(server.root);
    const lock = join(folder, ".layerwright/lock");
    const held = Deno.openSync(lock, { write: true, create: true });
    held.lockSync(true);
    const numbers = [...Array(CALLS).keys()];
    const answers = Promise.all(numbers.map((number) => ask(server, addSubroute(number), number)));
    // Other failures are reported first.
    answers.catch(() => {});
    while (await inFlight(server) <= CALLS);
    const stopped = server.stop();
    await closedPort(server.url);
    deepEqual(handlersIn(folder), []);
    Deno.removeSync(lock);
    held.close();

    for (const { report } of await answers) equal(report.status, "applied");
    const { code, log } = await stopped;
    equal(code, 0);
    deepEqual(handlersIn(folder), numbers.map(nameOf));
    const stopping = log.filter(({ message }) => message === "stopping");
    deepEqual(stopping.map((line) => Object(line).waiting), [CALLS]);
    const calls = log.filter(({ tool }) => tool === "generate_subroute");
    deepEqual(calls.map(({ status }) => status), numbers.map(() => 200));
  }));

Deno.test("every call that a server acknowledged before it stopped is on the disk", () =>
  withServer(async (server) => {
    const folder = await startProject(server.root);
    const applied: string[] = [];
    const { promise: first, resolve } = Promise.withResolvers<void>();
    const calls = [...Array(CALLS).keys()].map(async (number) => {
      const { report } = await ask(server, addSubroute(number), number);
      equal(report.status, "applied");
      applied.push(nameOf(number));
      resolve();
    });
    const outcomes = Promise.allSettled(calls);
    await first;
    const { code } = await server.stop();
    equal(code, 0);
    // A late connection is refused: its call is neither acknowledged nor executed.
    const refused = (await outcomes).flatMap((each) =>
      each.status === "rejected" ? [each.reason] : []
    );
    ok(refused.every((reason) => reason instanceof TypeError), String(refused));
    deepEqual(handlersIn(folder), applied.sort());
    const left = [...Deno.readDirSync(join(folder, ".layerwright"))].map(({ name }) => name);
    deepEqual(left.sort(), [".gitattributes", ".gitignore", "history", "manifest", "routes"]);
  }));
