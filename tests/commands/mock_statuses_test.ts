/** No response of a mock makes a client on a kept connection wait for more. */

import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { keptConnection } from "../tools/kept_connection.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { withMock } from "./mock_process.ts";

const STATUSES = Array.from({ length: 100 }, (_, at) => 200 + at);

/** Returns a spec with a route for each status, and one with items. */
function specOf(statuses: readonly number[]): string {
  const routes = statuses.map((status) =>
    [`s${status}`, { methods: { GET: { status }, DELETE: { status }, POST: { status } } }] as const
  );
  const items = { resource: { id: 1, name: "Cup" } };
  return JSON.stringify({ routes: { ...Object.fromEntries(routes), items } });
}

/** Requests for the other statuses that a mock can send. */
const OTHERS: readonly (readonly [status: number, line: string, ...headers: string[]])[] = [
  [302, "GET /", "Accept: text/html"],
  [308, "GET /items//1"],
  [403, "GET /items", "Host: shop.example"],
  [404, "GET /none"],
  [404, "GET /items/9"],
  [405, "DELETE /items"],
  [422, "POST /items"],
];

/** The statuses of specs that different servers serve: the one of the runtime cannot send 205. */
const SPECS: readonly (readonly [statuses: readonly number[], words: string])[] = [
  [STATUSES, "every status"],
  [STATUSES.filter((status) => status !== 205), "every status but 205"],
];

for (const [statuses, words] of SPECS) {
  Deno.test(`a client gets ${words} of a mock on one connection`, () =>
    inTemporaryFolder(async (cwd) => {
      await Deno.writeTextFile(join(cwd, "shop.json"), specOf(statuses));
      await withMock(["shop.json", "--state"], cwd, async ({ origin }) => {
        using client = await keptConnection(Number(new URL(origin).port));
        for (const status of statuses) {
          for (const method of ["GET", "HEAD", "OPTIONS", "DELETE", "POST"]) {
            const expected = method === "OPTIONS" ? 200 : status;
            equal((await client.ask(`${method} /s${status}`)).status, expected, method);
          }
        }
        for (const [status, line, ...headers] of OTHERS) {
          equal((await client.ask(line, ...headers)).status, status, line);
        }
      });
    }));
}

Deno.test("a client gets a status without content that a save has added", () =>
  inTemporaryFolder(async (cwd) => {
    const save = (statuses: readonly number[]) =>
      Deno.writeTextFile(join(cwd, "shop.json"), specOf(statuses));
    await save([200]);
    await withMock(["shop.json"], cwd, async ({ origin, printed, stop }) => {
      const port = Number(new URL(origin).port);
      const ask = async (path: string) => {
        using client = await keptConnection(port);
        const first = await client.ask(`GET ${path}`);
        return [first.status, (await client.ask("GET /items")).status];
      };
      deepEqual(await ask("/s200"), [200, 200]);
      await save([200, 205]);
      await printed("3 endpoints added");
      deepEqual(await ask("/s205"), [205, 200]);
      await save([200, 205, 204]);
      await printed("(GET /s204");
      deepEqual(await ask("/s205"), [205, 200]);
      equal((await stop("SIGINT")).code, 130);
    });
  }));
