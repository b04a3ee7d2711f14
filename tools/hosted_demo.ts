/**
 * Starts a hosted server on each database, and uses it as a person and an agent would: from the owner's
 * link to a revoked key. It runs the exact commands that the server returns: `deno task demo:hosted`.
 */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { revokeFirst } from "../tests/hosted/http/browser.ts";
import { OWNER } from "../tests/hosted/http/hosted_app.ts";
import {
  archiveOf,
  askMcp,
  type Caller,
  callTool,
  makeOwner,
} from "../tests/hosted/http/hosted_client.ts";
import {
  type RunningHostedServer,
  type ServedPlace,
  startHostedServer,
} from "../tests/hosted/http/run_hosted_server.ts";
import { replyOf } from "../tests/http/messages.ts";
import { flaskAnswers } from "../tests/tools/flask_answers.ts";
import { startPostgres } from "./postgres.ts";
import { python } from "./python.ts";
import { runCommand } from "./run_command.ts";

const SPEC = { routes: { products: { type: "GET", mock: [{ id: 1, name: "Teapot" }] } } };

const SERVICE = "api/services/products_service.py";

/** Prints a completed step. */
export type Say = (step: string) => void;

/**
 * Runs all steps on a new database.
 *
 * @param folder The agent's working folder, which is empty.
 * @throws {AssertionError} If a step fails.
 */
export async function demonstrate(place: ServedPlace, folder: string, say: Say): Promise<void> {
  const server = await startHostedServer(place);
  try {
    say(`The server listens on ${server.origin}`);
    const caller = await createKey(server, say);
    const shop = join(folder, "shop");
    await fetchNew(caller, folder, say);
    await grow(caller, shop, say);
    await editAndGrow(caller, shop, say);
    await runFetched(shop, say);
    await revoke(caller, say);
  } finally {
    await server.stop();
  }
}

/** Creates the owner's account through the link, and a key for the tools. */
async function createKey(server: RunningHostedServer, say: Say): Promise<Caller> {
  const { origin } = server;
  const browser = await makeOwner(server);
  say(`The owner's link created the account ${OWNER.email}`);
  const out = await browser.send(await browser.open("/keys"), "/logout");
  match(out.path, /\/login$/);
  const home = await browser.send(out, "/login", OWNER);
  match(home.html, /<h1>Overview/);
  say("Logged out and in again");
  const keys = await browser.open("/keys");
  const made = await browser.send(keys, "/keys", { name: "Laptop", expires_in_days: "30" });
  const [, key = ""] = /id="made-key">([^<]+)</.exec(made.html) ?? [];
  const response = await askMcp({ origin, key }, { method: "tools/list" });
  equal(response.status, 200);
  const tools = (await replyOf(response)).result?.["tools"] as readonly unknown[];
  say(`A key from /keys works at /mcp: 200, ${tools.length} tools`);
  return { origin, browser, key };
}

async function fetchNew(caller: Caller, folder: string, say: Say): Promise<void> {
  const command = await change(caller, "generate_api", { project: "shop", spec: SPEC });
  match(command, / \| tar -xz$/);
  await shell(folder, command);
  const shop = join(folder, "shop");
  for (const git of ["git init -q", "git add -A", COMMIT]) await shell(shop, git);
  say(`generate_api: downloaded shop with ${shown(command)}`);
}

/** Ignores the user's git settings. */
const COMMIT = "git -c user.name=Demo -c user.email=demo@example.com -c commit.gpgsign=false " +
  "commit -q -m Fetched";

async function grow(caller: Caller, shop: string, say: Say): Promise<void> {
  const route = { project: "shop", route: "orders", mock: [{ id: 7 }] };
  const subroute = { project: "shop", route: "products", subroute: "sale", mock: { open: true } };
  await apply(shop, await change(caller, "generate_route", route));
  const command = await change(caller, "generate_subroute", subroute);
  await apply(shop, command);
  say(`generate_route, generate_subroute: applied both patches with ${shown(command)}`);
}

/** Sends an edited file with a call. The edit stays in both copies. */
async function editAndGrow(caller: Caller, shop: string, say: Say): Promise<void> {
  const file = join(shop, SERVICE);
  const edited = `# Edited by hand\n${await Deno.readTextFile(file)}`;
  await Deno.writeTextFile(file, edited);
  const command = await change(caller, "generate_subroute", {
    ...{ project: "shop", route: "products", subroute: "new", mock: { count: 2 } },
    files: { [SERVICE]: edited },
  });
  await apply(shop, command);
  const text = await Deno.readTextFile(file);
  ok(text.startsWith("# Edited by hand\n"), text);
  match(text, /def get_new\(/);
  await isAsStored(caller, shop);
  say(
    `Edited ${SERVICE} by hand and sent it in 'files': the next patch applies, and the edit stays`,
  );
}

/** Runs the project's own tests, and calls its endpoints. */
async function runFetched(shop: string, say: Say): Promise<void> {
  const pytest = ["-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"];
  const { code, stdout, stderr } = await runCommand(python(), pytest, { cwd: shop });
  equal(code, 0, stdout + stderr);
  say(`The project's own tests: ${stdout.trimEnd().split("\n").at(-1)}`);
  const paths = ["/products", "/products/sale", "/products/new", "/orders"];
  const requests = paths.map((path) => ({ method: "GET", path, body: null }));
  const [answers = []] = await flaskAnswers([{ folder: shop, requests }], "server");
  deepEqual(answers.map(({ status, body }) => [status, JSON.parse(body)]), [
    [200, [{ id: 1, name: "Teapot" }]],
    [200, { open: true }],
    [200, { count: 2 }],
    [200, [{ id: 7 }]],
  ]);
  say(`The downloaded application responds: ${paths.join(", ")}`);
}

async function revoke(caller: Caller, say: Say): Promise<void> {
  const { browser } = caller;
  await revokeFirst(browser, "/keys", "/keys/revoke");
  const refused = await askMcp(caller, { method: "tools/list" });
  await refused.body?.cancel();
  equal(refused.status, 401);
  say("Revoked the key: /mcp responds with 401");
}

/** Calls a tool, and returns the first command of its result. */
async function change(caller: Caller, tool: string, args: unknown): Promise<string> {
  const { text, report } = await callTool(caller, tool, args);
  equal(report.status, "applied", text);
  const [, command] = /^Next: (curl .*)$/m.exec(text) ?? [];
  ok(command !== undefined, text);
  return command;
}

async function apply(shop: string, command: string): Promise<void> {
  match(command, /git apply/);
  await shell(shop, command);
}

/** Checks that the downloaded project equals the stored project, byte for byte. */
async function isAsStored(caller: Caller, shop: string): Promise<void> {
  const stored = `${shop}-stored`;
  await Deno.mkdir(stored);
  await Deno.writeFile(`${stored}.tar.gz`, await archiveOf(caller, "shop"));
  await shell(stored, `tar -xzf '${stored}.tar.gz'`);
  await shell(shop, `diff -r --exclude=.git . '${stored}/shop'`);
}

async function shell(cwd: string, command: string): Promise<void> {
  const { code, stdout, stderr } = await runCommand("sh", ["-c", command], { cwd });
  equal(code, 0, `${command}\n${stdout}${stderr}`);
}

/** Returns a command without the query of its URL. */
function shown(command: string): string {
  return command.replace(/\?[^']*/, "?...");
}

async function demo(): Promise<void> {
  const postgres = await startPostgres();
  try {
    for (const url of [undefined, await postgres.newDatabase()]) {
      console.log(url === undefined ? "SQLite" : "\nPostgres");
      const place = await Deno.makeTempDir({ prefix: "layerwright-demo-" });
      const work = await Deno.makeTempDir({ prefix: "layerwright-demo-" });
      try {
        await demonstrate({ url, folder: place }, work, (step) => console.log(`  ${step}`));
      } finally {
        for (const folder of [place, work]) await Deno.remove(folder, { recursive: true });
      }
    }
  } finally {
    await postgres.stop();
  }
}

if (import.meta.main) await demo();
