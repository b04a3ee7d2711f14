import { deepEqual, equal, match } from "node:assert/strict";
import { hashText } from "../../core/hash.ts";
import { projectPath } from "../../core/project_path.ts";
import { VERSION } from "../../core/version.ts";
import {
  formatManifest,
  isAsGenerated,
  manifestEntry,
  parseManifest,
  symbolHash,
  symbolHashes,
  textHash,
} from "../../project/manifest.ts";

const A = projectPath("app/a.py");
const B = projectPath("app/b.py");
const README = projectPath("README.md");
const HASH = "0123456789abcdef";

Deno.test("parseManifest() reads what formatManifest() wrote, sorted by path", () => {
  const entries = [
    [README, { hash: HASH, symbols: new Set<string>() }],
    [B, { hash: "f".repeat(16), symbols: new Set(["01234567", "89abcdef"]) }],
    [A, { hash: "0".repeat(16), symbols: new Set(["01234567"]) }],
  ] as const;
  const text = formatManifest(new Map(entries));
  equal(
    text,
    `layerwright ${VERSION}\n` +
      `${HASH} README.md\n` +
      "0000000000000000 app/a.py 01234567\n" +
      "ffffffffffffffff app/b.py 01234567,89abcdef\n",
  );
  const { version, files } = parseManifest(text);
  equal(version, VERSION);
  deepEqual(files, new Map(entries));
  deepEqual(parseManifest(text.replaceAll("\n", "\r\n")), { version, files });
});

const NO_ENTRIES: readonly string[] = [
  "",
  "<<<<<<< HEAD",
  `+${HASH} app/a.py`,
  ` ${HASH} app/a.py`,
  `${HASH}0 app/a.py`,
  `${HASH.slice(1)} app/a.py`,
  `${HASH.toUpperCase()} app/a.py`,
  `${HASH} app/a.py 01234567 `,
  `${HASH} app/a.py 0123456g`,
  `${HASH} ../a.py`,
  `${HASH} /etc/passwd`,
  `${HASH} app//a.py`,
];

Deno.test("parseManifest() skips other lines, and paths that lead outside", () => {
  for (const line of NO_ENTRIES) {
    const { version, files } = parseManifest(`layerwright 1.2.3\n${line}\n${HASH} app/b.py\n`);
    equal(version, "1.2.3");
    deepEqual([...files.keys()], [B], line);
  }
});

Deno.test("parseManifest() returns an unknown version for another first line", () => {
  for (const first of ["", "layerwright", "layerwright 1 2", "a layerwright 1.0.0"]) {
    equal(parseManifest(first).version, "unknown", first);
  }
});

Deno.test("isAsGenerated() ignores line endings", () => {
  const entry = manifestEntry(A, "a = 1\nb = 2\n");
  equal(isAsGenerated(entry, "a = 1\nb = 2\n"), true);
  equal(isAsGenerated(entry, "a = 1\r\nb = 2\r\n"), true);
  equal(isAsGenerated(entry, "a = 1\nb = 3\n"), false);
  equal(isAsGenerated(entry, "a = 1\nb = 2\n\n"), false);
  equal(isAsGenerated(undefined, "a = 1\nb = 2\n"), false);
  equal(textHash("a\r\n"), hashText("a\n"));
});

Deno.test("manifestEntry() has a hash of eight digits per definition of a Python file", () => {
  const text = "def a():\n    return 1\n\n\nclass B:\n    def c(self):\n        return 2\n";
  const hashes = symbolHashes(A, text);
  deepEqual([...hashes.keys()], ["a", "B", "B.c"]);
  for (const hash of hashes.values()) match(hash, /^[0-9a-f]{8}$/);
  equal(hashes.get("a"), symbolHash("def a():\n    return 1"));
  deepEqual(manifestEntry(A, text), { hash: textHash(text), symbols: new Set(hashes.values()) });
  deepEqual(manifestEntry(README, text), { hash: textHash(text), symbols: new Set() });
});
