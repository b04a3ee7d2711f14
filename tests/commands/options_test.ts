/** The meaning of options, in any position. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { readReport } from "./report_schema.ts";
import { runCli } from "./run_cli.ts";
import { runHere } from "./run_here.ts";

/**
 * Files beside the project, the words of the option `--mock`, and the Python expression that the
 * service returns.
 */
const MOCKS: readonly (readonly [
  files: Readonly<Record<string, string>>,
  words: readonly string[],
  answer: string,
])[] = [
  [{}, ["--mock=-5"], "-5"],
  [{}, ["--mock", "-5"], "-5"],
  [{}, ["--mock", "null"], "None"],
  [{}, ["--mock", "1.0"], "1.0"],
  [{}, ["--mock", ' "text" '], '"text"'],
  [{}, ["--mock", "[\n  1\n]"], "[1]"],
  [{ "mock.json": "[2]\n" }, ["--mock", "mock.json"], "[2]"],
  [{ "bom.json": "\ufeff[3]\n" }, ["--mock=./bom.json"], "[3]"],
  [{ "true": "[4]\n" }, ["--mock", "true"], "True"],
  [{}, [], '"Your sale route is working!"'],
];

for (const [files, words, answer] of MOCKS) {
  Deno.test(`generate subroute ${words.join(" ")} answers ${answer}`, async () => {
    await inCodeFolder(async (folder) => {
      const cwd = join(folder, "shop");
      writeFiles(cwd, files);
      const args = ["generate", "subroute", "products", "sale", ...words, "--diff"];
      const { code, stdout } = await runHere(args, { cwd });
      equal(code, 0);
      equal(/^\+ {4}def get_sale.*\n.*\n\+ {8}return (.*)$/m.exec(stdout)?.[1], answer);
    });
  });
}

const TYPES: readonly (readonly [words: readonly string[], method: string])[] = [
  [["route", "refunds"], "GET"],
  [["route", "refunds", "--type", "delete"], "DELETE"],
  [["route", "refunds", "--type=Put"], "PUT"],
  [["subroute", "orders", "late"], "GET"],
  [["subroute", "orders", "late", "--type", "post"], "POST"],
  [["subroute", "orders", "late", "--type", "PoSt"], "POST"],
];

for (const [words, method] of TYPES) {
  Deno.test(`generate ${words.join(" ")} creates a ${method}`, async () => {
    await inCodeFolder(async (folder) => {
      const args = ["generate", ...words, "--dry-run"];
      const { code, stdout } = await runHere(args, { cwd: join(folder, "shop") });
      equal(code, 0);
      equal(stdout.split(" ")[2], method);
    });
  });
}

/** One command with its options in different positions. */
const PLACEMENTS: readonly (readonly [cwd: string, words: string])[] = [
  [".", "-C shop --verbose status"],
  [".", "status -C shop --verbose"],
  [".", "--verbose status --directory=shop"],
  [".", "--directory shop/api/routes status --verbose"],
  ["shop", "status --verbose"],
  ["shop/api/routes", "--verbose status"],
  ["shop/api/routes", "-C .. status --verbose --"],
];

for (const [cwd, words] of PLACEMENTS) {
  Deno.test(`layerwright ${words} finds the project from ${cwd}`, async () => {
    await inCodeFolder(async (folder) => {
      const { code, stdout } = await runHere(words.split(" "), { cwd: join(folder, cwd) });
      equal(code, 0);
      equal(stdout, "shop: in order. 11 endpoints\n");
    });
  });
}

for (
  const words of [
    "--verbose generate api new",
    "generate --verbose api new",
    "generate api new --verbose",
  ]
) {
  Deno.test(`layerwright ${words} shows description and files`, async () => {
    await inCodeFolder(async (folder) => {
      const args = [...words.split(" "), "--json", "shop.json", "--dry-run"];
      const { stdout } = await runHere(args, { cwd: folder });
      match(stdout, /^Description: A small shop: products, carts and orders\.\nWould generate/);
      equal(stdout.match(/^ {2}create {2}new\//gm)?.length, 44);
    });
  });
}

const QUIET: readonly (readonly [words: string, code: number])[] = [
  ["-q -C shop status products", 0],
  ["status -q --spec ../minimal.json -C shop", 1],
  ["-C shop generate route refunds --quiet", 0],
  ["-C shop generate subroute products featured -q", 0],
  ["generate api new --json minimal.json --dry-run -q", 0],
  ["generate -q api shop --json shop.json", 0],
];

for (const [words, code] of QUIET) {
  Deno.test(`layerwright ${words} prints nothing`, async () => {
    await inCodeFolder(async (folder) => {
      const result = await runHere(words.split(" "), { cwd: folder });
      deepEqual(result, { code, stdout: "", stderr: "" });
    });
  });
}

Deno.test("generate api reads its spec from stdin", async () => {
  await inCodeFolder(async (folder) => {
    const stdin = '{"routes": {"ping": {"type": "GET", "mock": "pong"}}}';
    const args = ["generate", "api", "new", "--json", "-"];
    const { code } = await runCli(args, { cwd: folder, stdin });
    equal(code, 0);
    match(Deno.readTextFileSync(join(folder, "new/api/services/ping_service.py")), /"pong"/);
  });
});

/** The number of the last route of a long project. */
const LAST = IS_FULL_TIER ? 1_200 : 120;

/** Commands on that project, the end of the shortened list, and the last line that `--verbose` shows. */
const LISTED: readonly (readonly [words: string, shown: RegExp, last: RegExp])[] = [
  [
    "generate api new --json many.json --dry-run",
    IS_FULL_TIER
      ? /^ {2}GET .*\n {2}and 1,181 more \(--verbose\)$/m
      : /^ {2}GET .*\n {2}and 101 more \(--verbose\)$/m,
    new RegExp(`^ {2}GET .*\\br${LAST}\\b`, "gm"),
  ],
];

Deno.test("lists stop at 20 lines, unless --verbose is set", async () => {
  await inCodeFolder(async (folder) => {
    const routes = Array.from({ length: LAST + 1 }, (_, index) => [`r${index}`, { type: "GET" }]);
    writeFiles(folder, { "many.json": JSON.stringify({ routes: Object.fromEntries(routes) }) });
    await runHere(["generate", "api", "many", "--json", "many.json", "-q"], { cwd: folder });
    for (const [words, shown, last] of LISTED) {
      const { stdout } = await runHere(words.split(" "), { cwd: folder });
      match(stdout, shown);
      const verbose = await runHere([...words.split(" "), "--verbose"], { cwd: folder });
      equal(verbose.stdout.includes("--verbose"), false);
      equal(verbose.stdout.match(last)?.length, 1, words);
    }
  });
});

const MINIMAL = '{"routes": {"ping": {"type": "GET"}}}';

function utf16(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), littleEndian);
  return new Uint8Array(view.buffer);
}

const ENCODINGS: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
  ["UTF-8 with a byte order mark", new TextEncoder().encode(`\ufeff${MINIMAL}`)],
  ["UTF-16 LE with a byte order mark", utf16(`\ufeff${MINIMAL}`, true)],
  ["UTF-16 BE with a byte order mark", utf16(`\ufeff${MINIMAL}`, false)],
  ["UTF-16 LE", utf16(MINIMAL, true)],
  ["UTF-16 BE", utf16(MINIMAL, false)],
];

// The first one runs as a process in both tiers.
for (const [index, [encoding, stdin]] of ENCODINGS.entries()) {
  Deno.test(`validate reads ${encoding}`, async () => {
    await inCodeFolder(async (folder) => {
      const run = index === 0 ? runCli : runHere;
      const result = await run(["validate", "-"], { cwd: folder, stdin });
      deepEqual(result, { code: 0, stdout: "Valid: 1 route, 1 endpoint\n", stderr: "" });
    });
  });
}

interface Warned {
  readonly words: string;
  readonly stdin?: string;
  readonly stdout: string;
  readonly code: string;
  readonly stderr: string;
}

const WARNED: readonly Warned[] = [
  {
    words: "validate -",
    stdin: '{"routes": {"a": {"type": "GET", "mok": 1}, "b": {"type": "GET", "zzz": 1}}}',
    stdout: "Valid: 2 routes, 2 endpoints\n",
    code: "spec-unknown-key",
    stderr: `Warning: Unknown key 'mok' in route 'a'
  <stdin>:1:34
  1 | {"routes": {"a": {"type": "GET", "mok": 1}, "b": {"type": "GET", "zzz"
    |                                  ^
Hint: Did you mean 'mock'?
Warning: Unknown key 'zzz' in route 'b'
  <stdin>:1:66
  1 | , "mok": 1}, "b": {"type": "GET", "zzz": 1}}}
    |                                   ^
`,
  },
  {
    words: "validate -",
    stdin: '{"routes": {"users": {"type": "GET"}, "Users": {"type": "GET"}}}',
    stdout: "Valid: 2 routes, 2 endpoints\n",
    code: "spec-case",
    stderr: `Warning: Route names 'users' and 'Users' differ only in case.
  <stdin>:1:39
  1 | {"routes": {"users": {"type": "GET"}, "Users": {"type": "GET"}}}
    |                                       ^
`,
  },
  {
    words: "-C shop generate route products --type get",
    stdout: "",
    code: "route-exists",
    stderr: "Warning: Route 'products' already exists in api/routes/products_route.py\n" +
      "Hint: 'layerwright change route products' changes the mock, the query, the\n      headers, the list, the body or the status\n",
  },
  {
    words: "-C shop generate subroute products featured --mock 1",
    stdout: "",
    code: "subroute-exists",
    stderr: "Warning: Subroute 'featured' already exists in api/routes/products_route.py\n" +
      "Hint: 'layerwright change subroute products featured' changes the mock, the\n" +
      "      query, the headers, the list, the body or the status\n",
  },
];

for (const { words, code, stdout, stderr, ...options } of WARNED) {
  Deno.test(`layerwright ${words} warns of ${code}, and writes nothing`, async () => {
    await inCodeFolder(async (folder) => {
      const before = readTree(folder);
      const cli = { cwd: folder, ...options };
      deepEqual(await runHere(words.split(" "), cli), { code: 0, stdout, stderr });
      const reported = await runHere(["--report", ...words.split(" ")], cli);
      equal(reported.stderr, stderr);
      const { status, diagnostics } = readReport(reported.stdout);
      equal(status, "unchanged");
      deepEqual([...new Set(diagnostics.map((each) => each.code))], [code]);
      deepEqual(readTree(folder), before);
    });
  });
}
