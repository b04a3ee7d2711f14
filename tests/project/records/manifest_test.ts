import { deepEqual, equal } from "node:assert/strict";
import { projectPath } from "../../../core/project_path.ts";
import { formatManifest, type Manifest, parseManifest } from "../../../project/records/manifest.ts";

const README = projectPath("README.md");
const APP = projectPath("api/__init__.py");
const HASH = "0123456789abcdef";
const SHORT = "0123456789ab";

const MANIFEST: Manifest = {
  version: "1.2.3",
  name: "my shop",
  spec: "../my specs/shop.json",
  input: "f".repeat(16),
  files: new Map([
    [README, { hash: HASH, symbols: new Map() }],
    [APP, { hash: null, symbols: new Map([["create_app", SHORT], ["LIMIT", "f".repeat(12)]]) }],
  ]),
  served: new Map([["GET /carts", HASH], ["PUT /users/{id:int}", "a".repeat(16)]]),
};

const TEXT = `layerwright 1.2.3
project my shop
spec ../my specs/shop.json
input ffffffffffffffff
file README.md ${HASH}
file api/__init__.py -
symbol api/__init__.py create_app ${SHORT}
symbol api/__init__.py LIMIT ffffffffffff
served GET /carts ${HASH}
served PUT /users/{id:int} ${"a".repeat(16)}
`;

Deno.test("parseManifest() reads what formatManifest() wrote", () => {
  equal(formatManifest(MANIFEST), TEXT);
  deepEqual(parseManifest(TEXT), MANIFEST);
  deepEqual(parseManifest(TEXT.replaceAll("\n", "\r\n")), MANIFEST);
});

Deno.test("parseManifest() takes the last of several lines for one fact", () => {
  const twice = `${TEXT}file README.md ${"a".repeat(16)}\nproject other\n`;
  const { name, files } = parseManifest(twice);
  equal(name, "other");
  equal(files.get(README)?.hash, "a".repeat(16));
});

const NO_FACTS: readonly string[] = [
  "",
  "<<<<<<< HEAD",
  `+file README.md ${HASH}`,
  ` file README.md ${HASH}`,
  `file README.md ${HASH}0`,
  `file README.md ${HASH.slice(1)}`,
  `file README.md ${HASH.toUpperCase()}`,
  `file ../a.py ${HASH}`,
  `file /etc/passwd ${HASH}`,
  `file api//a.py ${HASH}`,
  `symbol unknown.py get ${SHORT}`,
];

Deno.test("parseManifest() skips other lines, and paths that lead outside", () => {
  for (const line of NO_FACTS) {
    deepEqual(parseManifest(TEXT.replace("\n", `\n${line}\n`)), MANIFEST, line);
  }
});

Deno.test("parseManifest() returns an unknown version for another first line", () => {
  for (const first of ["", "layerwright", "layerwright  1.0.0", "other 1.0.0"]) {
    equal(parseManifest(`${first}\nproject x\n`).version, "unknown", first);
  }
});
