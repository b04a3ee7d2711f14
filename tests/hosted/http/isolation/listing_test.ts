/** A call on a thread lists many folders with few questions, and never sees an older state. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { CallHost } from "../../../../hosted/http/isolation/call_host.ts";
import type { FromThread, Listing, Question } from "../../../../hosted/http/isolation/messages.ts";
import { RemoteHost } from "../../../../hosted/http/isolation/remote_host.ts";
import { projectPath } from "../../../../core/project_path.ts";
import { createMemoryWorkspace, type MemoryWorkspace } from "../../../../mod.ts";
import { allFiles } from "../../../../workspace/all_files.ts";
import type { Workspace } from "../../../../workspace/workspace.ts";

/** Connects a thread's view of a project to its host, and notes the questions. */
async function remote(workspace: MemoryWorkspace) {
  const questions: Question[] = [];
  let listed = 0;
  const project = { name: "shop", location: "shop", exists: true, workspace, readIf: () => null };
  const call = {
    readOnly: false,
    signal: new AbortController().signal,
    progress() {},
    projects: {
      foldsCase: false,
      list: () => Promise.resolve([]),
      open: () => Promise.resolve(project),
    },
  };
  const host = new CallHost(call as unknown as ConstructorParameters<typeof CallHost>[0]);
  const works = new Map<number, PromiseWithResolvers<void>>();
  const post = (message: FromThread) => {
    if (message.kind === "worked") works.get(message.id)?.resolve();
    if (message.kind !== "ask") return;
    const { id, question } = message;
    questions.push(question);
    const work = () => {
      const ended = Promise.withResolvers<void>();
      works.set(id, ended);
      thread.receive({ kind: "work", id });
      return ended.promise;
    };
    host.answer(question, work).then(
      (value) => {
        if (question.kind === "entries") {
          for (const [, entries] of value as Listing) listed += 1 + entries.length;
        }
        thread.receive({ kind: "answer", id, value: structuredClone(value) });
      },
      (problem) => thread.receive({ kind: "problem", id, problem: host.keep(problem) }),
    );
  };
  const thread = new RemoteHost(post);
  const opened = await thread.newCall({ readOnly: false, foldsCase: false }).projects.open("shop");
  if ("severity" in opened) throw new Error(opened.message);
  const asked = () => questions.filter(({ kind }) => kind === "entries").length;
  return { shop: opened.workspace as Workspace, asked, listed: () => listed };
}

function projectOf(paths: readonly string[]): MemoryWorkspace {
  return createMemoryWorkspace(Object.fromEntries(paths.map((path) => [path, ""])));
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

/** Projects, and the most questions about entries that a walk over all of their folders needs. */
const PROJECTS: readonly (readonly [what: string, paths: readonly string[], most: number])[] = [
  ["an empty project", [], 1],
  ["a usual project", numbers(300).map((each) => `api/${each}/routes/${each}.py`), 4],
  ["a deep chain of folders", [`${"a/".repeat(20)}b`], 1],
  ["folders with a chain each", numbers(3_000).map((each) => `${each}/${"a/".repeat(19)}b`), 65],
  ["many files in a folder", numbers(5_000).map((each) => `a/${each}`), 1],
  ["a folder in the place of a file", ["a", "a/b", "c/d"], 2],
];

for (const [what, paths, most] of PROJECTS) {
  Deno.test(`a thread lists ${what} completely, with few questions`, async () => {
    const workspace = projectOf(paths);
    const { shop, asked } = await remote(workspace);
    const walk = (each: Pick<Workspace, "entries">) =>
      allFiles(each).then((files) => files.toSorted());
    const own = await walk(workspace).catch(({ message }) => message);
    const outcome = await shop.reading(() => walk(shop).catch(({ message }) => message));
    deepEqual(outcome.kind === "done" && outcome.value, own);
    ok(asked() <= most, `${asked()} questions`);
  });
}

Deno.test("the entries that a thread gets are limited, in whichever order it asks for folders", async () => {
  const folders = numbers(600).map((each) => `a/${each.padStart(3, "0")}`);
  const workspace = projectOf(folders.map((each) => `${each}/b`));
  for (
    const asked of [
      folders,
      folders.toReversed(),
      folders.filter((_, index) => index % 3 === 0),
    ]
  ) {
    const { shop, listed } = await remote(workspace);
    await shop.reading(async () => {
      await shop.entries(null);
      for (const each of ["a", ...asked]) {
        equal((await shop.entries(projectPath(each))).length, each === "a" ? folders.length : 1);
      }
    });
    ok(listed() < 4 * folders.length, `${listed()} entries`);
  }
});

Deno.test("a thread lists folders again after its own change, and for its next work", async () => {
  const workspace = projectOf(["a/b.py"]);
  const { shop, asked } = await remote(workspace);
  const names = async () => (await shop.entries(projectPath("a"))).map(({ name }) => name);
  const add = (name: string) =>
    ({ kind: "create", path: projectPath(`a/${name}`), before: null, after: "" }) as const;
  await shop.exclusively(async () => {
    await shop.entries(null);
    deepEqual(await names(), ["b.py"]);
    equal(asked(), 1);
    await shop.apply([add("c.py")]);
    deepEqual(await names(), ["b.py", "c.py"]);
  });
  await workspace.exclusively(() => workspace.apply([add("d.py")]));
  await shop.reading(async () => deepEqual(await names(), ["b.py", "c.py", "d.py"]));
  equal(asked(), 3);
});
