import { deepEqual, doesNotMatch, doesNotThrow, match, rejects, throws } from "node:assert/strict";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assertSawAll, complaintsByFolder } from "./checked_project.ts";
import { checkProjects } from "./check_projects.ts";
import { IS_FULL_TIER, testInFullTier } from "./tier.ts";

const GOOD = fileURLToPath(new URL("../testdata/harness/good", import.meta.url));

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

interface Fault extends SourceFile {
  readonly tool: string;
  /** A pattern of the complaint. */
  readonly says: RegExp;
}

const FAILING_TEST: Fault = {
  tool: "pytest",
  says: /assert 1 == 2/,
  path: "tests/test_wrong.py",
  text: "def test_wrong() -> None:\n    assert len([0]) == 2\n",
};

const UNUSED_IGNORE: Fault = {
  tool: "mypy",
  says: /Unused "type: ignore" comment/,
  path: "api/ignored.py",
  text: "ONE = 1  # type: ignore\n",
};

/** For each tool, a file about which only this tool complains. */
const FAULTS: readonly Fault[] = [
  {
    tool: "compile",
    says: /too many statically nested blocks/,
    path: "api/deep.py",
    text: `from typing import IO\n\n\ndef deep(x: IO[str]) -> None:\n${nestedBlocks(21)}`,
  },
  {
    tool: "black",
    says: /-\n /,
    path: "api/blank.py",
    text: "def one() -> int:\n\n    return 1\n",
  },
  {
    tool: "pyright",
    says: /reportUnusedFunction/,
    path: "api/unused.py",
    text: "def _unused() -> int:\n    return 1\n",
  },
  {
    tool: "ruff check",
    says: /:1:1: I001 /,
    path: "api/unsorted.py",
    text: 'import os\nimport json\n\nprint(json.dumps(os.environ["PATH"]))\n',
  },
  {
    tool: "ruff format",
    says: /\+SPACE = "\\xa0"/,
    path: "api/escape.py",
    text: 'SPACE = "\\xA0"\n',
  },
  UNUSED_IGNORE,
  FAILING_TEST,
];

function nestedBlocks(depth: number): string {
  const lines = Array.from({ length: depth }, (_, level) => `${indent(level + 1)}with x:`);
  lines[0] += "  # noqa: SIM117";
  return [...lines, `${indent(depth + 1)}pass`, ""].join("\n");
}

function indent(level: number): string {
  return "    ".repeat(level);
}

async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "harness-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function projectWith(files: readonly SourceFile[], folder: string): Promise<string> {
  await cp(GOOD, folder, { recursive: true });
  for (const { path, text } of files) await writeFile(join(folder, path), text);
  return folder;
}

testInFullTier(
  "checkProjects() returns exactly the complaint of the tool that finds the fault",
  async () => {
    await inTemporaryFolder(async (home) => {
      // In the quick tier, one project has all faults, because tools take seconds per project.
      const faulty = await Promise.all(
        FAULTS.map((fault, index) =>
          IS_FULL_TIER || index === 0
            ? projectWith(IS_FULL_TIER ? [fault] : FAULTS, join(home, `p${index}`))
            : join(home, "p0")
        ),
      );

      const complaints = await checkProjects([...new Set([GOOD, ...faulty])]);

      deepEqual(
        complaints.map(({ tool, folder }) => ({ tool, folder })),
        FAULTS.map(({ tool }, index) => ({ tool, folder: faulty[index] })),
      );
      complaints.forEach(({ output }, index) => {
        match(output, FAULTS[index]?.says ?? /^$/);
        for (const { path } of FAULTS.filter((_, other) => other !== index)) {
          doesNotMatch(output, new RegExp(RegExp.escape(path)));
        }
      });
    });
  },
);

Deno.test("checkProjects() returns complaints of every tool if a file is not Python", async () => {
  await inTemporaryFolder(async (home) => {
    const source = { path: "api/broken.py", text: "x = (\n" };
    const broken = await projectWith([source], join(home, "broken"));

    const complaints = await checkProjects([broken]);

    deepEqual(
      complaints.map(({ tool }) => tool),
      ["compile", "black", "pyright", "ruff check", "ruff format", "mypy"],
    );
  });
});

testInFullTier(
  "checkProjects() runs mypy and the tests of the given number of projects",
  async () => {
    await inTemporaryFolder(async (home) => {
      const names = IS_FULL_TIER ? ["a", "b", "c", "d"] : ["a", "b"];
      const folders = await Promise.all(
        names.map((name) => projectWith([FAILING_TEST, UNUSED_IGNORE], join(home, name))),
      );

      const complaints = await checkProjects(folders, { sample: names.length / 2 });

      deepEqual(
        complaints.map(({ tool, folder }) => ({ tool, folder })),
        ["mypy", "pytest"].flatMap((tool) =>
          folders.filter((_, index) => index % 2 === 0).map((folder) => ({ tool, folder }))
        ),
      );
    });
  },
);

Deno.test("checkProjects() rejects an empty list of projects", async () => {
  await rejects(checkProjects([]), /No projects to check/);
  await inTemporaryFolder((empty) => rejects(checkProjects([empty]), /No Python files in/));
});

Deno.test("complaintsByFolder() rejects a finding outside of the projects", () => {
  const projects = [{ folder: "/a", files: ["/a/x.py"] }, { folder: "/b", files: ["/b/x.py"] }];
  const said = (file: string) => ({ file, text: `${file} is odd` });

  deepEqual(complaintsByFolder("black", projects, [said("/b/x.py"), said("/b/x.py")]), [
    { tool: "black", folder: "/b", output: "/b/x.py is odd\n/b/x.py is odd" },
  ]);
  throws(() => complaintsByFolder("black", projects, [said("/c/x.py")]), /speaks of '\/c\/x.py'/);
});

Deno.test("assertSawAll() fails if a tool read no files", () => {
  throws(
    () => assertSawAll("black", 0, 19, "No Python files are present"),
    /black saw 0 of 19 Python files\nNo Python files/,
  );
  doesNotThrow(() => assertSawAll("black", 19, 19));
});
