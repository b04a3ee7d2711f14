import { deepEqual, equal, ok } from "node:assert/strict";
import { checkProjects } from "../../tools/check_projects.ts";
import { flaskAnswers } from "../../tools/flask_answers.ts";
import { debianFlask } from "../../tools/flask_pythons.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { writeFiles } from "../../workspace/tree.ts";
import { differences, type Files, generate, type Outcome, regenerate } from "../edited_project.ts";
import { MERGE_CASES, type MergeCase } from "../merge_cases.ts";

/** The tools check every tenth project in the quick tier. Flask answers for all of them. */
const QUICK_SHARE = 10;

interface MergedCase extends Outcome {
  readonly edited: Files;
}

async function merge({ spec, edit, next = spec, options }: MergeCase): Promise<MergedCase> {
  const edited = edit(await generate(spec));
  return { edited, ...await regenerate(edited, next, options) };
}

function withoutBackups(files: Files): Files {
  const isBackup = (path: string) => path.startsWith(".layerwright/backup/");
  return Object.fromEntries(Object.entries(files).filter(([path]) => !isBackup(path)));
}

for (const each of MERGE_CASES) {
  Deno.test(`generateApi() ${each.title}`, async () => {
    const { edited, report, files } = await merge(each);
    equal(report.status, each.status);
    deepEqual(differences(edited, withoutBackups(files)), each.changed);
    for (const [path, text] of each.kept ?? []) {
      ok(files[path]?.includes(text), `${path} keeps ${JSON.stringify(text)}`);
    }
    if (each.status === "applied") {
      const again = await regenerate(files, each.next ?? each.spec);
      equal(again.report.status, "unchanged");
    } else {
      deepEqual(files, edited);
    }
  });
}

Deno.test("generateApi() leaves an API that works and passes every tool after any merge", async () => {
  const merged = await Promise.all(MERGE_CASES.map(merge));
  await inTemporaryFolder(async (home) => {
    const projects = MERGE_CASES.map(({ answers }, index) => {
      const folder = `${home}/p${index}`;
      writeFiles(folder, withoutBackups(merged[index]?.files ?? {}));
      const requests = Object.keys(answers).map((request) => {
        const [method = "", path = ""] = request.split(" ");
        return { method, path, body: null };
      });
      return { folder, requests };
    });
    const folders = projects.map(({ folder }) => folder);
    const checked = folders.filter((_, index) => IS_FULL_TIER || index % QUICK_SHARE === 0);
    deepEqual(await checkProjects(checked, IS_FULL_TIER ? {} : { sample: 1 }), []);
    const answers = await flaskAnswers(projects, "client", debianFlask);
    for (const [index, each] of MERGE_CASES.entries()) {
      const found = answers[index]?.map(({ status, body }) =>
        status < 300 ? JSON.parse(body) : status
      );
      deepEqual(found, Object.values(each.answers), each.title);
    }
  });
});
