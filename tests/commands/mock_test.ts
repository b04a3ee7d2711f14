import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { withMock } from "./mock_process.ts";
import { runCli } from "./run_cli.ts";
import { runHere } from "./run_here.ts";

const SPEC = `{ "routes": { "products": {
  "methods": { "GET": { "mock": [{ "id": 1 }] }, "POST": {} },
  "subroutes": { "old": { "methods": { "DELETE": { "status": 204 } } } }
} } }`;

const TABLE = `
  GET     /products      200  mock
  POST    /products      201  default response
  DELETE  /products/old  204  no content
`;

Deno.test("layerwright mock serves each valid save, and keeps the last good spec", () =>
  inTemporaryFolder(async (cwd) => {
    const save = (text: string) => Deno.writeTextFile(join(cwd, "shop.json"), text);
    await save(SPEC);
    await withMock(["shop.json"], cwd, async ({ origin, printed, stop }) => {
      const start = await printed("/-/docs\n\n");
      const how = "reloads when you save; Ctrl-C stops";
      equal(start, `Serving shop.json on ${origin} (${how})\n${TABLE}Docs: ${origin}/-/docs\n\n`);
      const ask = async () => await (await fetch(`${origin}/products`)).json();
      deepEqual(await ask(), [{ id: 1 }]);

      await save(SPEC.replace('"id": 1', '"id": 2').replace('"POST"', '"PUT"'));
      await printed("removed (POST /products)\n");
      deepEqual(await ask(), [{ id: 2 }]);

      await save(SPEC.replace('"POST"', '"PATCH"'));
      await printed("must be GET");
      deepEqual(await ask(), [{ id: 2 }]);

      const temporary = join(cwd, "shop.json~");
      await Deno.writeTextFile(temporary, SPEC);
      await Deno.rename(temporary, join(cwd, "shop.json"));
      await printed("(POST /products), 1 changed");
      deepEqual(await ask(), [{ id: 1 }]);

      const { code, stderr } = await stop("SIGINT");
      equal(code, 130);
      equal(
        stderr.slice(start.length),
        `shop.json saved: 1 endpoint added (PUT /products), 1 changed (GET /products), 1 removed (POST /products)
shop.json saved with an error; still serving the last good one
Error: Invalid HTTP method 'PATCH' in route 'products' (must be GET, POST, PUT, or DELETE).
  shop.json:2:50
  2 |   "methods": { "GET": { "mock": [{ "id": 1 }] }, "PATCH": {} },
    |                                                  ^
shop.json saved: 1 endpoint added (POST /products), 1 changed (GET /products), 1 removed (PUT /products)
`,
      );
    });
  }));

const RESOURCE = `{ "routes": { "products": {
  "methods": { "GET": { "mock": [{ "id": 1 }] }, "POST": {} },
  "subroutes": { "item": { "path": "/{id:int}", "methods": { "GET": {} } } }
} } }`;

Deno.test("layerwright mock --state-file keeps the items that requests create", () =>
  inTemporaryFolder(async (cwd) => {
    await Deno.writeTextFile(join(cwd, "shop.json"), RESOURCE);
    const args = ["shop.json", "--state-file", "state.json"];
    await withMock(args, cwd, async ({ origin, printed, stop }) => {
      match(await printed("/-/docs\n\n"), /^Keeps changes of \/products in state\.json$/m);
      const headers = { "content-type": "application/json" };
      const created = await fetch(`${origin}/products`, { method: "POST", headers, body: "{}" });
      equal(created.headers.get("location"), "/products/2");
      deepEqual(await created.json(), { id: 2 });
      equal((await stop()).code, 0);
    });
    const { collections } = JSON.parse(await Deno.readTextFile(join(cwd, "state.json")));
    deepEqual(collections["/products"].items, [{ id: 1 }, { id: 2 }]);
  }));

Deno.test("layerwright mock without a file serves the code of a project that records no spec", () =>
  inTemporaryFolder(async (folder) => {
    const cwd = join(folder, "shop");
    await Deno.mkdir(cwd);
    const now = "@app.get('/now')\ndef now():\n    return {'at': time.time()}\n";
    const ping = "@app.get('/ping')\ndef ping():\n    return {'ok': True}\n";
    await Deno.writeTextFile(join(cwd, "app.py"), `app = Flask(__name__)\n\n${ping}\n${now}`);
    await withMock([], cwd, async ({ origin, printed }) => {
      const start = await printed("/-/docs\n\n");
      match(
        start,
        /^A spec cannot describe 1 part of the project:\n {2}app\.py:\d+ +mock of GET \/now/,
      );
      match(start, /^Serving shop \(its code\) on \S+ \(Ctrl-C stops\)$/m);
      deepEqual(await (await fetch(`${origin}/ping`)).json(), { ok: true });
    });
  }));

/** Specs that the server of the runtime serves, and the one of Node. */
for (const [server, spec] of [["runtime", SPEC], ["Node", SPEC.replace("204", "205")]] as const) {
  Deno.test(`layerwright mock reports a port that is taken: server of ${server}`, () =>
    inTemporaryFolder(async (cwd) => {
      await Deno.writeTextFile(join(cwd, "shop.json"), spec);
      using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const port = String(listener.addr.port);
      deepEqual(await runCli(["mock", "shop.json", "--port", port], { cwd }), {
        code: 1,
        stdout: "",
        stderr: `Error: Cannot listen on 127.0.0.1:${port} (Address already in use).\n` +
          "Hint: Choose another port with --port; --port 0 takes any free one\n",
      });
    }));
}

interface Failure {
  readonly args: readonly string[];
  readonly code: number;
  readonly stderr: RegExp;
}

const FAILURES: readonly Failure[] = [
  { args: [], code: 2, stderr: /^Error: Nothing to serve: no file is named, and no project/ },
  { args: ["none.json"], code: 1, stderr: /^Error: Cannot read 'none.json' \(No such file/ },
  { args: ["wrong.json"], code: 1, stderr: /^Error: Key 'type' missing.*\n {2}wrong\.json:1:1/ },
  {
    args: ["shop.json", "--host", "none.invalid", "--port", "0"],
    code: 1,
    stderr: /^Error: Cannot listen on none\.invalid:0 \(Unknown host\)\.\n$/,
  },
  { args: ["wrong.json", "--port", "x"], code: 2, stderr: /^Error: Invalid port 'x'/ },
  {
    args: ["shop.json", "--state-file", "shop.json"],
    code: 1,
    stderr: /shop.json' is not a state/,
  },
  {
    args: ["shop.json", "--state-file", "no/a.json"],
    code: 1,
    stderr: /its folder does not exist/,
  },
  { args: ["wrong.yaml"], code: 1, stderr: /^Error: Invalid YAML in wrong\.yaml:2:1 / },
  {
    args: ["other.yml"],
    code: 1,
    stderr: /^Error: 'other\.yml' is not an OpenAPI document: it has no/,
  },
  { args: ["wrong.json", "--delay", "-1"], code: 2, stderr: /^Error: Invalid delay '-1'/ },
  { args: ["wrong.json", "--delay", "60001"], code: 2, stderr: /must be 0 to 60000 milli/ },
];

Deno.test("layerwright mock refuses input that it cannot serve", () =>
  inTemporaryFolder(async (cwd) => {
    await Deno.writeTextFile(join(cwd, "wrong.json"), '{"routes": {"a": {}}}');
    await Deno.writeTextFile(join(cwd, "wrong.yaml"), "paths: [\n");
    await Deno.writeTextFile(join(cwd, "other.yml"), "paths: {}\n");
    await Deno.writeTextFile(join(cwd, "shop.json"), SPEC);
    for (const { args, code, stderr } of FAILURES) {
      const ended = await runHere(["mock", ...args], { cwd });
      deepEqual([ended.code, ended.stdout], [code, ""]);
      match(ended.stderr, stderr);
    }
    equal(await Deno.readTextFile(join(cwd, "shop.json")), SPEC);
  }));
