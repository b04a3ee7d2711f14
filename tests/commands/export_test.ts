/** `layerwright export`: stdout, files and exit codes. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { type Failure, testFailures } from "./failure.ts";
import { readReport } from "./report_schema.ts";
import { runCli } from "./run_cli.ts";
import { runHere } from "./run_here.ts";

const FAILURES: readonly Failure[] = [
  {
    behaviour: "export spec refuses to replace a spec that people wrote",
    args: ["-C", "shop", "export", "spec", "-o", "../shop.json"],
    code: 3,
    ids: ["file-exists"],
    stderr: "Error: File '../shop.json' exists and differs.\nHint: --force replaces it\n",
  },
  {
    behaviour: "export spec names a folder that does not exist",
    args: ["-C", "shop", "export", "spec", "-o", "absent/shop.json"],
    code: 1,
    ids: ["write-failed"],
    stderr: "Error: Cannot write 'absent/shop.json' (No such file or directory).\n",
  },
  {
    behaviour: "export schema does not write to a folder",
    args: ["export", "schema", "-o", "shop"],
    code: 1,
    ids: ["write-failed"],
    stderr: "Error: Cannot write 'shop' (Is a directory).\n",
  },
  {
    behaviour: "export spec needs a project",
    args: ["export", "spec"],
    code: 1,
    ids: ["project-missing"],
    stderr: /^Error: No project here or above\.\n/,
  },
  {
    behaviour: "export openapi lists the errors of its spec",
    args: ["export", "openapi", "--spec", "bad.json"],
    code: 1,
    ids: ["spec-routes-empty"],
    stderr: /^Error: 'routes' cannot be empty\.\n/,
    files: { "bad.json": '{"routes": {}}' },
  },
  {
    behaviour: "export openapi --check needs a file",
    args: ["export", "openapi", "--spec", "shop.json", "--check"],
    code: 2,
    ids: ["usage-option"],
    stderr: /^Error: Missing option '--output <file>'\.\n/,
  },
  {
    behaviour: "export openapi --check names a file that is out of date",
    args: ["export", "openapi", "--spec", "shop.json", "-o", "shop.json", "--check"],
    code: 1,
    ids: ["export-outdated"],
    stderr: "Error: File 'shop.json' is out of date.\n" +
      "Hint: --force in place of --check replaces it\n",
  },
  {
    behaviour: "export schema --check names a file that is longer than it should be",
    args: ["export", "schema", "-o", "long.json", "--check"],
    files: { "long.json": "{}\n".repeat(10_000) },
    code: 1,
    ids: ["export-outdated"],
    stderr: "Error: File 'long.json' is out of date.\n" +
      "Hint: --force in place of --check replaces it\n",
  },
  {
    behaviour: "export openapi --check names a file that does not exist",
    args: ["-C", "shop", "export", "openapi", "-o", "openapi.json", "--check"],
    code: 1,
    ids: ["file-unreadable"],
    stderr: "Error: Cannot read 'openapi.json' (No such file or directory).\n",
  },
  {
    behaviour: "export --check does not go with --force",
    args: ["-C", "shop", "export", "spec", "-o", "spec.json", "--check", "--force"],
    code: 2,
    ids: ["usage-option"],
    stderr: /^Error: Cannot use '--check' with '--force'\.\n/,
  },
  {
    behaviour: "schema names the command that replaced it",
    args: ["schema"],
    code: 2,
    ids: ["usage-command"],
    stderr: "Error: Unknown command 'schema'. Did you mean 'export schema'?\n",
  },
  {
    behaviour: "help schema names the command that replaced it",
    args: ["help", "schema"],
    code: 2,
    ids: ["usage-command"],
    stderr: "Error: Unknown command 'schema'. Did you mean 'export schema'?\n",
  },
  {
    behaviour: "export suggests a similar word",
    args: ["export", "spek"],
    code: 2,
    ids: ["usage-command"],
    stderr: "Error: Unknown command 'spek'. Did you mean 'spec'?\n",
  },
];

testFailures(FAILURES);

Deno.test("export spec lists the reasons if a spec can describe no endpoint", async () => {
  await inCodeFolder(async (folder) => {
    writeFiles(folder, {
      "hand/app.py": "app = Flask(__name__)\n\n@app.get('/')\ndef index(): return []\n",
    });
    const { code, stdout, stderr } = await runHere(["-C", "hand", "export", "spec"], {
      cwd: folder,
    });
    deepEqual([code, stdout], [1, ""]);
    equal(
      stderr,
      "Error: Project 'hand' has no endpoint that a spec can describe.\n" +
        "A spec cannot describe 1 part of the project:\n" +
        "  app.py:3  GET /  a spec has no endpoint at /\n",
    );
  });
});

Deno.test("export spec -o writes what it prints, and generating from it changes nothing", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const printed = await runHere(["export", "spec"], { cwd });
    deepEqual([printed.code, printed.stderr], [0, ""]);
    for (const stdout of ["-", "/dev/stdout"]) {
      deepEqual(await runHere(["-q", "export", "spec", "-o", stdout], { cwd }), printed);
    }
    const written = await runHere(["export", "spec", "-o", "spec.json"], { cwd });
    deepEqual(written, { code: 0, stdout: "Wrote spec.json\n", stderr: "" });
    equal(Deno.readTextFileSync(join(cwd, "spec.json")), printed.stdout);
    const again = await runHere(["export", "spec", "-o", "spec.json"], { cwd });
    deepEqual(again, { code: 0, stdout: "Nothing to do: spec.json is the same\n", stderr: "" });
    const before = readTree(cwd);
    const generated = await runHere(["generate", "api", "--json", "spec.json"], { cwd });
    equal(generated.code, 0);
    match(generated.stdout, /^Nothing to do/);
    deepEqual(readTree(cwd), before);
  });
});

Deno.test("export openapi -o writes JSON or YAML, and --check then finds it up to date", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    for (const file of ["openapi.json", "openapi.yaml"]) {
      const args = ["export", "openapi", "-o", file];
      deepEqual(await runHere([...args, "--check"], { cwd }), {
        code: 1,
        stdout: "",
        stderr: `Error: Cannot read '${file}' (No such file or directory).\n`,
      });
      const written = await runHere(args, { cwd });
      deepEqual(written, { code: 0, stdout: `Wrote ${file}\n`, stderr: "" });
      const checked = await runHere([...args, "--check"], { cwd });
      deepEqual(checked, { code: 0, stdout: `Up to date: ${file}\n`, stderr: "" });
    }
    match(Deno.readTextFileSync(join(cwd, "openapi.json")), /^\{\n {2}"openapi": "3\.1\.0",\n/);
    match(Deno.readTextFileSync(join(cwd, "openapi.yaml")), /^openapi: 3\.1\.0\n/);
  });
});

Deno.test("export spec -o --force replaces a file, relative to the folder of -C", async () => {
  await inCodeFolder(async (folder) => {
    const args = ["-C", "shop", "export", "spec", "-o", "../shop.json", "--force"];
    const { code, stdout } = await runHere(args, { cwd: folder });
    deepEqual([code, stdout], [0, "Wrote ../shop.json\n"]);
    match(Deno.readTextFileSync(join(folder, "shop.json")), /^\{\n {2}"routes": \{\n/);
  });
});

Deno.test("--report export spec has the spec's text and the omitted parts", async () => {
  await inCodeFolder(async (folder) => {
    writeFiles(folder, {
      "hand/app.py": "app = Flask(__name__)\n\n@app.get('/a')\ndef a(): return [load()]\n",
    });
    const { code, stdout, stderr } = await runHere(["--report", "-C", "hand", "export", "spec"], {
      cwd: folder,
    });
    deepEqual([code, stderr], [0, ""]);
    deepEqual(readReport(stdout).data, {
      spec: '{\n  "routes": {\n    "a": { "type": "GET" }\n  }\n}\n',
      omitted: [{
        file: "app.py",
        line: 4,
        what: "mock of GET /a",
        reason: "its answer is computed",
      }],
    });
  });
});

Deno.test("export schema prints a JSON Schema", async () => {
  const { code, stdout, stderr } = await runCli(["export", "schema"], { cwd: "/" });
  deepEqual([code, stderr], [0, ""]);
  equal(JSON.parse(stdout).title, "Layerwright spec");
});
