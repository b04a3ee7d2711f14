/** The mistakes of a first hour: every error says what to do next. */

import { deepEqual, ok } from "node:assert/strict";
import { join } from "node:path";
import { writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { readReport } from "./report_schema.ts";
import { runHere } from "./run_here.ts";

const FILES: Readonly<Record<string, string>> = {
  "openapi.json": '{"openapi": "3.1.0", "paths": {}}',
  "shop.yaml": "routes:\n  a: { type: GET }\n",
  "page.html": "<!doctype html>",
  "empty.json": "",
  "braces.json": "{}",
  "list.json": "[]",
  "clash.json":
    '{"routes": {"a": {"type": "GET", "path": "/b"}, "b": {"type": "GET", "path": "/b"}}}',
  "kinds.json":
    '{"routes": {"a": {"status": "200"}, "2fa": {"type": "PATCH"}, "b": {"type": "GET"}}}',
};

/** Commands, each with its exit code. Those after `shop:` run in the project. */
const MISTAKES: Readonly<Record<string, 1 | 2 | 3>> = {
  // Commands, arguments and options.
  "genrate api x --json shop.json": 2,
  "init": 2,
  "bananas": 2,
  "export bananas": 2,
  "delete route orders": 2,
  "remove orders": 2,
  "generate api": 2,
  "generate api x": 2,
  "generate api x shop.json": 2,
  "generate route": 2,
  "generate resource pets": 2,
  "validate": 2,
  "validate --json shop.json": 2,
  "export openapi --json shop.json": 2,
  "mock --latency 5": 2,
  "--json shop.json validate": 2,
  "setup --agent codex": 2,
  "setup --client nope --stdio --yes": 2,
  "mcp code": 2,
  "completions": 2,
  // Files of another kind.
  "validate shop.yaml": 1,
  "validate openapi.json": 1,
  "validate page.html": 1,
  "validate empty.json": 1,
  "validate braces.json": 1,
  "validate list.json": 1,
  "validate clash.json": 1,
  "validate kinds.json": 1,
  "validate notes": 1,
  "validate missing.json": 1,
  "validate https://example.com/shop.json": 1,
  "import shop.json": 1,
  "import shop.yaml": 1,
  "import page.html": 1,
  "import empty.json": 1,
  "-C shop validate shop.json": 1,
  // Names and paths.
  "shop: generate route user-list": 1,
  "shop: generate route 2fa": 1,
  "shop: generate route x --path /orders": 1,
  "shop: generate route x --path api": 1,
  "shop: generate route x --path /:id": 1,
  "shop: generate route x --mock hello": 1,
  "shop: generate subroute x open": 1,
  "shop: rename route orders products": 3,
  "shop: rename route orders order-list": 1,
  "shop: remove route nope": 1,
  "shop: status nope": 1,
  "shop: generate route x --status 404": 1,
  "shop: change route orders --status 404": 1,
  "shop: generate route x --query [1]": 1,
  "shop: change route orders --query [1]": 1,
  "shop: generate route x --headers 1": 1,
  "shop: generate route x --list 1": 1,
  "shop: change route orders": 2,
  "shop: generate api x --json ../shop.json": 3,
  // References to what is not there.
  "shop: generate api --json ../shop.json --replace bananas": 1,
  "shop: undo chg_zzz": 1,
  "shop: show chg_zzz": 1,
  "shop: apply ../shop.json": 1,
  "shop: adopt": 2,
  "notes: status": 1,
  "notes: undo": 1,
};

/** Matches messages that name the valid values, a command or the word that was meant. */
const SAYS_HOW = /\(must be .+\)|must be an? |Did you mean|: add --|\n {2}layerwright /;

Deno.test("every error of a first hour says what to do next, with the exit code of its kind", () =>
  inCodeFolder(async (folder) => {
    writeFiles(folder, { ...FILES, "notes/mine.txt": "mine\n" });
    const codes: Record<string, number> = {};
    for (const mistake of Object.keys(MISTAKES)) {
      const [, place = ".", command = mistake] = /^(\w+): (.*)$/.exec(mistake) ?? [];
      const args = ["--report", ...command.split(" ")];
      const { code, stdout } = await runHere(args, { cwd: join(folder, place) });
      codes[mistake] = code;
      const errors = readReport(stdout).diagnostics.filter(({ severity }) => severity === "error");
      ok(errors.length > 0, mistake);
      for (const { message, hint } of errors) {
        ok(hint !== null || SAYS_HOW.test(message), `${mistake}: ${message}`);
      }
    }
    deepEqual(codes, MISTAKES);
  }));
