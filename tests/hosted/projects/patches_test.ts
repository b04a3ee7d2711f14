/** `git apply` with the patch of a change turns the old revision into the new one. */

import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { tarArchive } from "../../../hosted/http/archive.ts";
import { projectPath } from "../../../core/project_path.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { runCommand } from "../../../tools/run_command.ts";
import { readHostedPatch, readHostedProject } from "../../../hosted/projects/whole_project.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { changes } from "../../workspace/changes.ts";
import { hostedWorkspace, makeAccount, ROOMY } from "./account.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { readTree } from "../../workspace/tree.ts";

const PATHS = [
  "a.py",
  "b c/d e.txt",
  "é/\u{1f389}.md",
  "-x",
  "api/'quoted'.py",
  ".env",
  "e\u0301.txt",
  "$(x)`y`",
];

const line = fc.constantFrom("a", "b", "", "é\u{1f389}", "c\r", "\t", "-- ", "\u2028", "\ufeffd");
const text = fc.tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom("", "\n", "\r\n"))
  .map(([lines, end]) => lines.join("\n") + end);
const files = fc.dictionary(fc.constantFrom(...PATHS), text);

/** Pairs of texts, some of which share most of their lines. */
const edits = fc.tuple(files, files).chain(([before, others]) =>
  fc.record({
    before: fc.constant(before),
    after: fc.tuple(
      ...Object.keys({ ...before, ...others }).map((path) =>
        fc.oneof(
          fc.constant(before[path] ?? null),
          fc.constant(others[path] ?? null),
          fc.constant((before[path] ?? "").replace("a\n", "new\n") + (others[path] ?? "")),
        ).map((text) => [path, text] as const)
      ),
    ).map((entries) => Object.fromEntries(entries)),
  })
);

type Files = Readonly<Record<string, string | null>>;

/** Changes a project to these files and returns the change's id. */
async function changeTo(database: Database, name: string, next: Files): Promise<string | null> {
  const account = { id: "acc_1", client: null, author: null, now: () => 1 };
  const quotas = { ...ROOMY, projects: 10_000, bytes: 100_000_000 };
  const workspace = await hostedWorkspace(database, { ...account, quotas }, name);
  const outcome = await workspace.exclusively(async () => {
    const paths = Object.keys(next).map(projectPath);
    const old = await workspace.read(paths);
    const triples = paths.map((path) => [path, old.get(path) ?? null, next[path] ?? null] as const)
      .filter(([, before, after]) => before !== after);
    return await workspace.apply(changes(...triples));
  });
  if (outcome.kind !== "done" || outcome.value.kind !== "applied") throw new Error("Not applied");
  return outcome.value.change?.id ?? null;
}

async function extract(database: Database, name: string, folder: string) {
  const project = await readHostedProject(database, { accountId: "acc_1", name });
  if (project === null) throw new Error("There is no project");
  Deno.mkdirSync(folder);
  const archive = `${folder}.tar.gz`;
  Deno.writeFileSync(archive, await tarArchive({ name, ...project }));
  const { code, stderr } = await runCommand("tar", ["-xzf", archive, "-C", folder]);
  equal(code, 0, stderr);
  return join(folder, name);
}

/** Returns only files, because neither git nor archives keep empty folders. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(readTree(folder)).filter(([path]) => !path.endsWith("/"))
      .map(([path, text]) => [path, text.replace(/^\d+ /, "")]),
  );
}

forEachDatabase(
  "git turns the old revision's archive into the new revision, byte for byte",
  (database) =>
    inTemporaryFolder(async (folder) => {
      await makeAccount(database, "acc_1");
      let made = 0;
      await fc.assert(
        fc.asyncProperty(edits, async ({ before, after }) => {
          const name = `p${++made}`;
          await changeTo(database, name, { ...before, "kept.txt": "kept\n" });
          const old = await extract(database, name, join(folder, `${name}-old`));
          const id = await changeTo(database, name, after);
          const patch = id === null
            ? ""
            : await readHostedPatch(database, { accountId: "acc_1", name }, id) ?? "";
          const now = await extract(database, name, join(folder, `${name}-new`));
          if (patch !== "") {
            const env = {
              GIT_DIR: "/dev/null",
              GIT_CONFIG_GLOBAL: "/dev/null",
              GIT_CONFIG_SYSTEM: "/dev/null",
            };
            const applied = await runCommand("git", ["apply"], { cwd: old, env, stdin: patch });
            equal(applied.code, 0, applied.stderr);
          }
          deepEqual(filesIn(old), filesIn(now));
        }),
        { numRuns: IS_FULL_TIER ? 1_000 : 25 },
      );
    }),
);
