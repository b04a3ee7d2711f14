/** Release notes, and the programs that the release tasks call. */

import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import { createHash } from "node:crypto";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { VERSION } from "../../core/version.ts";
import { readChangelog, releaseNotes } from "../../tools/release/changelog.ts";
import { runCommand } from "../../tools/run_command.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CHANGELOG = Deno.readTextFileSync(join(ROOT, "CHANGELOG.md"));
const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

const EXAMPLE = `# Changelog

All that changed.

## [Unreleased]

## [1.1.0] - 2026-12-01

### Added

- A [link](https://example.com).

### Fixed

- Two
  lines.

## [1.0.0] - 2026-11-21

- The first.

[1.1.0]: https://example.com/1.1.0
`;

Deno.test("releaseNotes() returns the version's section without its heading", () => {
  equal(
    releaseNotes(EXAMPLE, "1.1.0"),
    "### Added\n\n- A [link](https://example.com).\n\n### Fixed\n\n- Two\n  lines.",
  );
  equal(releaseNotes(EXAMPLE, "1.0.0"), "- The first.");
});

for (
  const [version, message] of [
    ["1.2.0", "CHANGELOG.md has no section '## [1.2.0]'"],
    ["Unreleased", "CHANGELOG.md has no date for Unreleased"],
    ["1.0.1", "CHANGELOG.md has no notes for 1.0.1"],
  ] as const
) {
  Deno.test(`releaseNotes() refuses ${version}`, () => {
    throws(() => releaseNotes(`${EXAMPLE}\n## [1.0.1] - 2026-11-22\n`, version), { message });
  });
}

Deno.test("CHANGELOG.md is valid: newest first, dated releases, known kinds of changes", () => {
  const [first, ...released] = readChangelog(CHANGELOG);
  equal(CHANGELOG.match(/^## /gm)?.length, released.length + 1, "every heading was read");
  equal(first?.version, "Unreleased");
  ok(released.every(({ date }) => date !== null));
  const dates = released.map(({ date }) => date);
  deepEqual(dates, dates.toSorted().toReversed());
  const kinds = [...CHANGELOG.matchAll(/^### (.*)$/gm)].map(([, kind = ""]) => kind);
  deepEqual(kinds.filter((kind) => !KINDS.includes(kind)), []);
});

const SOURCES = sources(["notes", "github", "images"].map((name) => `tools/release_${name}.ts`));

async function sources(tools: readonly string[]): Promise<ReadonlySet<string>> {
  // The lock names the packages of all members of the workspace.
  const members = ["hosted/deno.json", "tests/hosted/deno.json"];
  const found = new Set(["deno.json", "deno.lock", ...members]);
  for (const tool of tools) {
    const { stdout } = await runCommand(Deno.execPath(), ["info", "--json", tool], { cwd: ROOT });
    const { modules }: { modules: readonly { readonly local?: string }[] } = JSON.parse(stdout);
    for (const { local } of modules) {
      if (local?.startsWith(ROOT)) found.add(local.slice(ROOT.length));
    }
  }
  return found;
}

/** A checkout that can be released, with stand-ins for programs that use the network. */
interface Checkout {
  /** Runs a task for a tag. */
  release(task: string, tag?: string): Promise<{ code: number; stdout: string; stderr: string }>;
  /** Returns the calls of the stand-ins: a line for each call, then its stdin. */
  calls(): string;
  /** Writes a file of the checkout. */
  write(path: string, text: string): void;
}

const DIGEST = `sha256:${"ab".repeat(32)}`;

/** A script that records its calls. In place of Docker, it also writes the digest of the image. */
const STAND_IN = `#!/bin/sh
{ printf '%s' "\${0##*/}"; printf ' %s' "$@"; echo; case "$*" in *-stdin*|*'--notes-file -'*) cat; echo;; esac; } >> "$CALLS"
while [ $# -gt 0 ]; do
  if [ "$1" = --metadata-file ]; then echo '{"containerimage.digest":"${DIGEST}"}' > "$2"; fi
  shift
done
`;

const BUILT = [
  ...["linux-x64", "linux-arm64"].flatMap((target) => [
    `layerwright-${target}`,
    `layerwright-server-${target}`,
  ]),
  ...["layerwright", "layerwright-server"].flatMap((name) => [
    `${name}.cdx.json`,
    `${name}.licenses.txt`,
  ]),
  ...["install.sh", "install.ps1", "layerwright.1"],
];

async function inCheckout(test: (checkout: Checkout) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const root = join(folder, "checkout");
    const programs = join(folder, "programs");
    await copySources(root);
    writeFiles(root, {
      "CHANGELOG.md": `# Changelog\n\n## [${VERSION}] - 2026-12-01\n\n- All of it.\n`,
      ...Object.fromEntries(BUILT.map((name) => [`dist/${name}`, name])),
      "dist/SHA256SUMS": BUILT.map((name) =>
        `${createHash("sha256").update(name).digest("hex")}  ${name}\n`
      ).join(""),
    });
    for (const name of ["gh", "docker", "cosign"]) {
      writeFiles(programs, { [name]: STAND_IN });
      Deno.chmodSync(join(programs, name), 0o755);
    }
    const calls = join(folder, "calls");
    Deno.writeTextFileSync(calls, "");
    const env = {
      CALLS: calls,
      NO_COLOR: "1",
      PATH: `${programs}${delimiter}${Deno.env.get("PATH")}`,
      REGISTRY_USER: "somebody",
      REGISTRY_TOKEN: "the token",
    };
    await test({
      release: (task, tag = `v${VERSION}`) =>
        runCommand(Deno.execPath(), ["task", task, tag], { cwd: root, env }),
      calls: () => Deno.readTextFileSync(calls).replaceAll(`${root}/`, ""),
      write: (path, text) => writeFiles(root, { [path]: text }),
    });
  });
}

/** Copies the sources of the release tools. */
async function copySources(to: string): Promise<void> {
  for (const path of await SOURCES) {
    Deno.mkdirSync(dirname(join(to, path)), { recursive: true });
    Deno.copyFileSync(join(ROOT, path), join(to, path));
  }
}

Deno.test("release:notes prints notes only for the tag of the checkout's version", () =>
  inCheckout(async ({ release, write }) => {
    equal((await release("release:notes")).stdout, "- All of it.\n");
    match((await release("release:notes", "v0.0.1")).stderr, /Cannot release 'v0\.0\.1'/);
    write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n- All of it.\n");
    match((await release("release:notes")).stderr, /has no section/);
  }));

Deno.test("release:github passes all built files and the notes to gh", () =>
  inCheckout(async ({ release, calls }) => {
    const { code, stderr } = await release("release:github");
    equal(code, 0, stderr);
    const files = [...BUILT, "SHA256SUMS"].map((name) => `dist/${name}`).join(" ");
    equal(
      calls(),
      `gh release create v${VERSION} --verify-tag --title Layerwright ${VERSION} ` +
        `--notes-file - ${files}\n- All of it.\n`,
    );
  }));

Deno.test("release:images pushes and signs an image of each program", () =>
  inCheckout(async ({ release, calls }) => {
    const { code, stdout, stderr } = await release("release:images");
    equal(code, 0, stderr);
    const images = ["layerwright", "layerwright-server"].map((name) => [
      name,
      `ghcr.io/layerwright/${name}`,
    ]);
    deepEqual(calls().trimEnd().split("\n"), [
      "docker login ghcr.io --username somebody --password-stdin",
      "the token",
      "docker buildx create --use",
      ...images.flatMap(([program, image]) => [
        `docker buildx build --platform linux/amd64,linux/arm64 --target ${program} --push ` +
        `--provenance=mode=max --metadata-file dist/${program}.image.json ` +
        `--tag ${image}:${VERSION} --tag ${image}:latest .`,
        `cosign sign --yes --recursive ${image}@${DIGEST}`,
      ]),
    ]);
    equal(stdout, images.map(([, image]) => `${image}@${DIGEST}\n`).join(""));
    ok(!(stdout + stderr).includes("the token"));
  }));

for (const task of ["release:github", "release:images"]) {
  Deno.test(`${task} refuses files that differ from the build`, () =>
    inCheckout(async ({ release, calls, write }) => {
      write("dist/layerwright-linux-x64", "something else");
      const { code, stderr } = await release(task);
      equal(code, 1);
      match(stderr, /The checksum of 'layerwright-linux-x64' differs from SHA256SUMS/);
      equal(calls(), "");
    }));
}
