/** `layerwright import`: stdout, files and exit codes. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { runCommand } from "../../tools/run_command.ts";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { type Failure, testFailures } from "./failure.ts";
import { readReport } from "./report_schema.ts";
import { runHere } from "./run_here.ts";

const PETS = `openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
servers: [{ url: https://pets.example.com/v1 }]
paths:
  /pets:
    get: { responses: { 200: { $ref: "parts/pets.yaml#/Pets" } } }
  /pets/{petId}:
    patch: { responses: { 200: { description: OK } } }
  /pets/{petId}/photo:
    post:
      requestBody: { content: { multipart/form-data: {} } }
      responses: { 201: { description: Created } }
`;

const FILES = {
  "pets.yaml": PETS,
  "parts/pets.yaml": "Pets: { description: OK, content: { application/json: { example: [1] } } }\n",
};

const SPEC = `{
  "routes": {
    "pets": { "type": "GET", "mock": [1] }
  }
}
`;

const LEFT_OUT = `  left out  PATCH /pets/{petId}       line 8: PATCH is not supported
  left out  POST /pets/{petId}/photo  line 10: the body is multipart/form-data, not JSON
`;

const NOTES =
  "Dropped the server address 'https://pets.example.com/v1' (line 3): a spec has none. " +
  "The spec's paths begin without '/v1'.\n" +
  "Dropped texts, which change no request and no response: the title 'Pets' (line 2), " +
  "the version '1.0.0' (line 2), the description 'OK' (line 6).\n";

const FAILURES: readonly Failure[] = [
  {
    behaviour: "import refuses to replace a file that differs",
    args: ["import", "pets.yaml", "-o", "shop.json"],
    files: FILES,
    code: 3,
    ids: ["file-exists"],
    stderr: "Error: File 'shop.json' exists and differs.\nHint: --force replaces it\n",
  },
  {
    behaviour: "import names a file that is a spec",
    args: ["import", "shop.json"],
    code: 1,
    ids: ["import-invalid"],
    stderr: "Error: 'shop.json' is not an OpenAPI document: it is already a spec.\n" +
      "Hint: 'layerwright generate api <name> --json shop.json' generates it\n",
  },
  {
    behaviour: "import shows where YAML is wrong",
    args: ["import", "pets.yaml"],
    files: { "pets.yaml": "openapi: 3.1.0\npaths: {\n" },
    code: 1,
    ids: ["json-syntax"],
    stderr: /^Error: Invalid YAML in pets\.yaml:3:1 /,
  },
  {
    behaviour: "import names a file that does not exist",
    args: ["import", "absent.yaml"],
    code: 1,
    ids: ["file-unreadable"],
    stderr: "Error: Cannot read 'absent.yaml' (No such file or directory).\n",
  },
];

testFailures(FAILURES);

Deno.test("import prints the spec, and tells on stderr what it leaves out", async () => {
  await inCodeFolder(async (folder) => {
    writeFiles(folder, FILES);
    deepEqual(await runHere(["import", "pets.yaml"], { cwd: folder }), {
      code: 0,
      stdout: SPEC,
      stderr: `${NOTES}Imported 1 of 3 operations, whole: 1 route, 1 endpoint\n${LEFT_OUT}`,
    });
  });
});

Deno.test("import -o writes the spec, and says what comes next", async () => {
  await inCodeFolder(async (folder) => {
    writeFiles(folder, FILES);
    const args = ["import", "pets.yaml", "-o", "pets.json"];
    deepEqual(await runHere(args, { cwd: folder }), {
      code: 0,
      stdout: "Imported 1 of 3 operations to pets.json, whole: 1 route, 1 endpoint\n",
      stderr: `${NOTES}${LEFT_OUT}Next: layerwright mock pets.json\n`,
    });
    equal(Deno.readTextFileSync(join(folder, "pets.json")), SPEC);
    const again = await runHere(args, { cwd: folder });
    deepEqual([again.code, again.stdout], [0, "Nothing to do: pets.json is the same\n"]);
  });
});

Deno.test("import --strict writes nothing if an operation has to be left out", async () => {
  await inCodeFolder(async (folder) => {
    writeFiles(folder, FILES);
    const before = readTree(folder);
    const args = ["import", "pets.yaml", "-o", "pets.json", "--strict"];
    deepEqual(await runHere(args, { cwd: folder }), {
      code: 1,
      stdout: "",
      stderr: "Error: A spec cannot have 2 of 3 operations, and 1 part of the document itself.\n" +
        `Hint: Run without --strict to import the rest\n${NOTES}${LEFT_OUT}`,
    });
    deepEqual(readTree(folder), before);
  });
});

/** Documents with one operation, and the message of `--strict`; `null` for none. */
const STRICT: readonly (readonly [string, object, string | null])[] = [
  ["an error response", { responses: { 200: {}, 404: {} } }, null],
  [
    "a range of error responses",
    { responses: { 200: {}, "4XX": {} } },
    "parts of 1 of 1 operation",
  ],
  ["a query parameter", { parameters: [{ in: "query", name: "a" }] }, null],
  [
    "a query parameter that is an object",
    { parameters: [{ in: "query", name: "a", schema: { type: "object" } }] },
    "parts of 1 of 1 operation",
  ],
  [
    "a query parameter with a bound",
    { parameters: [{ in: "query", name: "a", schema: { maxLength: 9 } }] },
    null,
  ],
  [
    "a query parameter with a pattern",
    { parameters: [{ in: "query", name: "a", schema: { pattern: "^a" } }] },
    "parts of 1 of 1 operation",
  ],
  ["only texts", { summary: "A", description: "B", tags: ["c"], operationId: "d" }, null],
];

for (const [what, get, lost] of STRICT) {
  Deno.test(`import --strict of an operation with ${what}`, async () => {
    const stdin = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "A" },
      paths: { "/a": { get } },
    });
    const { code, stdout, stderr } = await runHere(["import", "-", "--strict"], {
      cwd: "/",
      stdin,
    });
    deepEqual([code, stdout === ""], lost === null ? [0, false] : [1, true]);
    equal(stderr.includes(`Error: A spec cannot have ${lost}.\n`), lost !== null, stderr);
  });
}

Deno.test("import lists one line for each reason if it leaves out many operations", async () => {
  const patch = { responses: { 200: {} } };
  const paths = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`/a/b${at}`, { patch, head: {} }]),
  );
  const stdin = JSON.stringify({ openapi: "3.1.0", paths: { ...paths, "/a": { get: {} } } });
  const { stderr } = await runHere(["import", "-"], { cwd: "/", stdin });
  equal(
    stderr,
    "Imported 1 of 61 operations, whole: 1 route, 1 endpoint\n" +
      "  left out  PATCH /a/b0 and 29 more  line 1: PATCH is not supported\n" +
      "  left out  HEAD /a/b0 and 29 more   line 1: HEAD is not supported\n" +
      "  one line for each reason (--verbose)\n",
  );
  const all = await runHere(["import", "-", "--verbose"], { cwd: "/", stdin });
  equal(all.stderr.match(/left out/g)?.length, 60);
});

Deno.test("import of a document without an operation that a spec can have lists the reasons", async () => {
  const stdin = '{"openapi": "3.1.0",\n "paths": {"/": {"get": {}}}}';
  deepEqual(await runHere(["import", "-"], { cwd: "/", stdin }), {
    code: 1,
    stdout: "",
    stderr: "Error: '<stdin>' has no operation that a spec can have.\n" +
      "  left out  GET /  line 2: a spec has no endpoint at /\n",
  });
});

Deno.test("--report import has the spec, the counts and the parts that it leaves out", async () => {
  await inCodeFolder(async (folder) => {
    writeFiles(folder, FILES);
    const { stdout } = await runHere(["--report", "import", "pets.yaml"], { cwd: folder });
    deepEqual(readReport(stdout).data, {
      spec: SPEC,
      operations: 3,
      routes: 1,
      endpoints: 1,
      whole: 1,
      leftOut: [
        { operation: "PATCH /pets/{petId}", line: 8, reason: "PATCH is not supported" },
        {
          operation: "POST /pets/{petId}/photo",
          line: 10,
          reason: "the body is multipart/form-data, not JSON",
        },
      ],
    });
  });
});

Deno.test("import reads no hidden file, no file that is not a document, and no pipe", async () => {
  await inCodeFolder(async (folder) => {
    const files = [".env.yaml", ".git/pets.yaml", "pets.txt", "Pets", "pipe.yaml", "YML.YML"];
    for (const file of files.filter((each) => each !== "pipe.yaml")) {
      writeFiles(folder, { [file]: FILES["parts/pets.yaml"] });
    }
    equal((await runCommand("mkfifo", [join(folder, "pipe.yaml")])).code, 0);
    const left = files.slice(0, -1);
    for (const file of files) {
      writeFiles(folder, { "api.yaml": PETS.replace("parts/pets.yaml", file) });
      const { stderr } = await runHere(["import", "api.yaml"], { cwd: folder });
      equal(stderr.includes("left out  GET /pets"), left.includes(file), file);
    }
  });
});

Deno.test("import reads no file outside of the document's folder", async () => {
  await inCodeFolder(async (folder) => {
    writeFiles(folder, {
      "secret.yaml": FILES["parts/pets.yaml"],
      "api/pets.yaml": PETS.replace("parts/pets.yaml", "../secret.yaml"),
      "api/linked.yaml": PETS.replace("parts/pets.yaml", "link.yaml"),
    });
    Deno.symlinkSync("../secret.yaml", join(folder, "api", "link.yaml"));
    const before = readTree(folder);
    for (const file of ["api/pets.yaml", "api/linked.yaml"]) {
      const { code, stderr } = await runHere(["import", file], { cwd: folder });
      equal(code, 1);
      match(stderr, /left out {2}GET \/pets +line 6: '(?:\.\.\/secret|link)\.yaml#\/Pets' /);
    }
    deepEqual(readTree(folder), before);
  });
});
