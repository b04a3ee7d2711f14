/** `change`: one endpoint in the project and in its spec, its exit codes, plans and undo. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { runHere } from "./run_here.ts";

const SPEC = `{
  "routes": {
    "products": { "methods": { "GET": {}, "POST": { "status": 202 } } },
    "orders": {
      "type": "GET",
      "subroutes": {
        "open": {
          "type": "GET",
          "mock": [{ "id": 1 }]
        }
      }
    }
  }
}
`;

/** Runs a test in a project with its spec. */
async function inShop(
  test: (run: (...args: string[]) => ReturnType<typeof runHere>, cwd: string) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const cwd = join(folder, "shop");
    Deno.mkdirSync(cwd);
    Deno.writeTextFileSync(join(cwd, "shop.json"), SPEC);
    const run = (...args: string[]) => runHere(args, { cwd });
    equal((await run("generate", "api", ".", "--json", "shop.json")).code, 0);
    await test(run, cwd);
  });
}

/** Returns the files of a project without the history. */
function filesIn(cwd: string) {
  const files = Object.entries(readTree(cwd));
  return Object.fromEntries(files.filter(([path]) => !path.startsWith(".layerwright/history")));
}

const OPEN = ["change", "subroute", "orders", "open", "--mock", '[{"id": 9}]'];

Deno.test("change edits an endpoint in the project and in its spec, and undo both", () =>
  inShop(async (run, cwd) => {
    const before = filesIn(cwd);
    const { code, stdout, stderr } = await run(...OPEN);
    deepEqual([code, stderr], [0, ""]);
    equal(
      stdout,
      `Changed GET /orders/open in shop.json and in the project

  update  api/services/orders_service.py:19  get_open
  update  shop.json:9
  update  .layerwright/routes/orders
`,
    );
    match((await run("status")).stdout, /^shop: in order/);
    equal((await run(...OPEN)).stdout, "Nothing to do: GET /orders/open is like that already\n");
    equal((await run("generate", "api")).stdout, "Nothing to do: 4 endpoints\n");
    const after = filesIn(cwd);
    match((await run("log")).stdout, /change subroute orders open/);
    equal((await run("undo")).code, 0);
    deepEqual(filesIn(cwd), before);
    equal((await run("redo")).code, 0);
    deepEqual(filesIn(cwd), after);
  }));

Deno.test("change reads a mock from a file, and reports the change as JSON", () =>
  inShop(async (run, cwd) => {
    Deno.writeTextFileSync(join(cwd, "open.json"), '{"since": 1.0}');
    const args = ["change", "subroute", "orders", "open", "--mock", "open.json"];
    const { code, stdout } = await run("--report", ...args);
    const report = JSON.parse(stdout);
    equal(code, 0);
    deepEqual([report.command, report.status], ["change subroute", "applied"]);
    deepEqual(report.data.endpoints, [{
      method: "GET",
      path: "/orders/open",
      status: 200,
      answer: "mock",
      handler: "get_open",
    }]);
    match(Deno.readTextFileSync(join(cwd, "shop.json")), /"mock": \{ "since": 1\.0 \}/);
  }));

Deno.test("change plans the change, which applies only to the same files", () =>
  inShop(async (run, cwd) => {
    const before = filesIn(cwd);
    const planned = await run(...OPEN, "--plan", "../open.plan");
    equal(planned.code, 0);
    match((await run("show", "../open.plan")).stdout, /change subroute orders open/);
    deepEqual(filesIn(cwd), before);
    const spec = join(cwd, "shop.json");
    Deno.writeTextFileSync(spec, SPEC.replace("202", "201"));
    const refused = await run("apply", "../open.plan");
    equal(refused.code, 3, refused.stdout);
    Deno.writeTextFileSync(spec, SPEC);
    equal((await run("apply", "../open.plan")).code, 0);
    match(Deno.readTextFileSync(spec), /"mock": \[\{ "id": 9 \}\]/);
  }));

Deno.test("change documents errors in the project and in its spec, and undo both", () =>
  inShop(async (run, cwd) => {
    const before = filesIn(cwd);
    const words = ["change", "subroute", "orders", "open"];
    const done = await run(...words, "--error", "404=No such order", "--error", "503=Closed");
    deepEqual([done.code, done.stderr], [0, ""]);
    const read = (path: string) => Deno.readTextFileSync(join(cwd, path));
    match(
      read("shop.json"),
      /"mock": \[\{ "id": 1 \}\],\n {10}"errors": \{ "404": "No such order", "503": "Closed" \}/,
    );
    match(
      read("api/routes/orders_route.py"),
      /"\/open"\)\n@errors\(\{404: "No such order", 503: "Closed"\}\)\ndef get_open/,
    );
    match((await run("status")).stdout, /^shop: in order/);
    match((await run("log")).stdout, /--error '404=No such order' --error 503=Closed/);
    const gone = await run(...words, "--error", "null");
    equal(gone.stdout.split("\n")[0], "Changed GET /orders/open in shop.json and in the project");
    equal((await run(...words, "--error", "null")).code, 0);
    equal(read("shop.json"), SPEC);
    equal((await run("undo")).code, 0);
    match(read("shop.json"), /No such order/);
    equal((await run("undo")).code, 0);
    deepEqual(filesIn(cwd), before);
  }));

interface Refusal {
  readonly what: string;
  readonly args: readonly string[];
  readonly code: number;
  readonly said: RegExp;
}

const REFUSALS: readonly Refusal[] = [
  {
    what: "several methods",
    args: ["route", "products", "--mock", "1"],
    code: 2,
    said: /^Error: '\/products' has GET and POST\.\nHint: Choose one: --type GET\n$/,
  },
  {
    what: "another method",
    args: ["route", "orders", "--mock", "1", "--type", "put"],
    code: 2,
    said: /^Error: '\/orders' has no PUT but GET\.\n/,
  },
  {
    what: "no part to change",
    args: ["route", "orders"],
    code: 2,
    said:
      /^Error: Nothing to change\.\nHint: Pass --mock, --query, --headers, --list, --body, --status or --error\n$/,
  },
  {
    what: "a wrong status",
    args: ["route", "orders", "--status", "404"],
    code: 1,
    said:
      /^Error: 'status' must be an integer from 200 to 299 for route 'orders'\.\nHint: Document an error beside/,
  },
  {
    what: "no such route",
    args: ["route", "order", "--mock", "1"],
    code: 1,
    said: /^Error: Route 'order' was not generated here.*\nHint: Did you mean 'orders'\?\n$/,
  },
  {
    what: "an edited handler",
    args: ["subroute", "orders", "open", "--status", "202"],
    code: 3,
    said:
      /^Error: Cannot change GET \/orders\/open: api\/routes\/orders_route\.py:\d+ is your code/,
  },
  {
    what: "an endpoint that people wrote",
    args: ["subroute", "orders", "mine", "--mock", "1"],
    code: 3,
    said: /^Error: GET \/orders\/mine in api\/routes\/orders_route\.py:\d+ is your code\./,
  },
];

Deno.test("change refuses with an exit code and a way on, and writes nothing", () =>
  inShop(async (run, cwd) => {
    const path = join(cwd, "api/routes/orders_route.py");
    const text = Deno.readTextFileSync(path).replace(
      "return jsonify(service().get_open())",
      "print('edited')\n    return jsonify(service().get_open())",
    );
    const own = '\n\n@orders_bp.get("/mine")\ndef mine() -> str:\n    return "mine"\n';
    Deno.writeTextFileSync(path, text + own);
    const before = filesIn(cwd);
    for (const { what, args, code, said } of REFUSALS) {
      const result = await run("change", ...args);
      equal(result.code, code, what);
      match(result.stderr, said, what);
      deepEqual(filesIn(cwd), before, what);
    }
  }));

Deno.test("change with --force replaces edited code, and keeps a copy", () =>
  inShop(async (run, cwd) => {
    const path = join(cwd, "api/routes/orders_route.py");
    const text = Deno.readTextFileSync(path).replace("get_open())", "get_open()[:9])");
    Deno.writeTextFileSync(path, text);
    const kept = await run(...OPEN, "--keep-edited");
    equal(kept.stdout.split("\n")[0], "Changed GET /orders/open in shop.json");
    equal(Deno.readTextFileSync(path), text);
    equal((await run("generate", "api")).stdout, "Nothing to do: 4 endpoints\n");
    const forced = await run(...OPEN, "--force");
    equal(forced.stdout.split("\n")[0], "Changed GET /orders/open in the project");
    match(forced.stdout, /\.layerwright\/backup\//);
  }));

Deno.test("change names the line of a spec outside of the project's folder", () =>
  inTemporaryFolder(async (folder) => {
    const repository = { "HEAD": "ref: refs/heads/main\n", "objects/x": "", "refs/x": "" };
    writeFiles(join(folder, ".git"), repository);
    Deno.writeTextFileSync(join(folder, "shop.json"), SPEC);
    await runHere(["generate", "api", "shop", "--json", "shop.json"], { cwd: folder });
    const { code, stdout, stderr } = await runHere(OPEN, { cwd: join(folder, "shop") });
    equal(code, 0);
    match(stdout, /^Changed GET \/orders\/open\n/);
    equal(
      stderr,
      "../shop.json is not in the project's folder, so it stays as it is\n" +
        "Hint: Change GET /orders/open there, too: ../shop.json:7\n",
    );
    equal(Deno.readTextFileSync(join(folder, "shop.json")), SPEC);
  }));

Deno.test("the help of change says that --error replaces all errors", () =>
  inShop(async (run) => {
    for (const command of ["route", "subroute"]) {
      const { stdout } = await run("change", command, "--help");
      match(stdout, /--error <status>=<text> +Replaces all documented errors;/);
    }
  }));
