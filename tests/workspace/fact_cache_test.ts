import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import {
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  projectStatus,
  type ProjectStatusOptions,
  undo,
} from "../../mod.ts";
import type { FactKind } from "../../project/facts/fact_store.ts";
import { FactCache, keepingFacts } from "../../workspace/fact_cache.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";

const LENGTH: FactKind<number> = {
  name: "length",
  toJson: (length) => length,
  fromJson: (json) => json as number,
};

/** Asks a new cache for the lengths of texts. Returns the texts whose lengths were computed. */
function lengths(file: string, texts: readonly string[], program = "1.0.0"): readonly string[] {
  const cache = new FactCache(file, program);
  const computed: string[] = [];
  for (const text of texts) {
    const length = cache.fact(LENGTH, text, () => {
      computed.push(text);
      return text.length;
    });
    equal(length, text.length);
  }
  cache.save();
  return computed;
}

Deno.test("a fact is computed once for each text and program", async () => {
  await inTemporaryFolder((folder) => {
    const file = join(folder, "facts", "shop");
    deepEqual(lengths(file, ["a", "bc"]), ["a", "bc"]);
    deepEqual(lengths(file, ["a", "bc", "d\ne"]), ["d\ne"]);
    deepEqual(lengths(file, ["bc", "d\ne"]), []);
    deepEqual(lengths(file, ["a"]), []);
    deepEqual(lengths(file, ["a"], "1.0.1"), ["a"]);
  });
});

Deno.test("a fact about a project is computed once for its files and its input", async () => {
  await inTemporaryFolder((folder) => {
    const count = (files: Record<string, string>, input: string, isKept = true) => {
      const cache = new FactCache(join(folder, "shop"), "1.0.0");
      let computed = 0;
      const source = {
        name: "count",
        files: new Map(Object.entries(files)),
        input: () => input,
        isKept: () => isKept,
      };
      deepEqual(cache.projectFact(source, () => (computed++, { input })), { input });
      cache.save();
      return computed;
    };
    equal(count({ a: "1", b: "2" }, "x"), 1);
    equal(count({ a: "1", b: "2" }, "x"), 0);
    equal(count({ a: "1", b: "2" }, "y"), 1);
    equal(count({ a: "1", b: "2" }, "y"), 0);
    equal(count({ a: "1", b: "2" }, "x"), 1, "only the latest fact is kept");
    equal(count({ a: "2", b: "1" }, "x"), 1);
    // The parts of a key cannot be mistaken for each other.
    for (const text of ["1b\n2", "1b 1\n2"]) {
      equal(count({ a: text }, "x"), 1);
      equal(count({ a: "1", b: "2" }, "x"), 1);
    }
    for (const input of ["xa\n1", "xa 1\n1"]) {
      equal(count({ b: "2" }, input), 1);
      equal(count({ a: "1", b: "2" }, "x"), 1);
    }
    equal(count({}, "x", false), 1);
    equal(count({}, "x", false), 1);
  });
});

const DAMAGE: Readonly<Record<string, (text: string) => string>> = {
  "is empty": () => "",
  "has no end": (text) => text.slice(0, -1),
  "has another fact": (text) => text.replace(/ 0 1$/m, " 0 2"),
  "has more facts": (text) => `${text}\nlength x 0 1`,
  "is of another format": (text) => text.replace("facts 1 ", "facts 0 "),
};

for (const [name, damage] of Object.entries(DAMAGE)) {
  Deno.test(`a file of facts that ${name} is written again`, async () => {
    await inTemporaryFolder((folder) => {
      const file = join(folder, "shop");
      lengths(file, ["a"]);
      Deno.writeTextFileSync(file, damage(Deno.readTextFileSync(file)));
      deepEqual(lengths(file, ["a"]), ["a"]);
      deepEqual(lengths(file, ["a"]), []);
    });
  });
}

Deno.test("facts that cannot be kept are computed", async () => {
  await inTemporaryFolder((folder) => {
    Deno.writeTextFileSync(join(folder, "file"), "");
    for (const path of [join(folder, "file", "shop"), folder]) {
      deepEqual(lengths(path, ["a"]), ["a"]);
      deepEqual(lengths(path, ["a"]), ["a"]);
    }
  });
});

Deno.test("facts that no run uses are dropped after a while", async () => {
  await inTemporaryFolder((folder) => {
    const file = join(folder, "shop");
    lengths(file, ["old"]);
    for (let run = 0; run < 21; run++) lengths(file, [`new ${run}`]);
    deepEqual(lengths(file, ["old", "new 20"]), ["old"]);
  });
});

Deno.test("only the latest projects have kept facts", async () => {
  await inTemporaryFolder((folder) => {
    for (let project = 0; project < 80; project++) {
      const file = join(folder, `project-${project}`);
      lengths(file, ["a"]);
      Deno.utimeSync(file, project, project);
    }
    equal([...Deno.readDirSync(folder)].length, 75);
    deepEqual(lengths(join(folder, "project-79"), ["a"]), []);
    deepEqual(lengths(join(folder, "project-0"), ["a"]), ["a"]);
  });
});

Deno.test("status keeps its facts outside of the project", async () => {
  await inTemporaryFolder(async (folder) => {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "shop", { routes: { ping: { type: "GET" } } });
    const before = new Map(workspace.files());
    const status = () =>
      projectStatus(keepingFacts(workspace, new FactCache(join(folder, "shop"), "1.0.0")), "shop");
    const plain = await projectStatus(workspace, "shop");
    deepEqual(await status(), plain);
    const files = ["shop", "shop-status"].map((name) => join(folder, name));
    const kept = files.map((file) => Deno.readTextFileSync(file));
    deepEqual(await status(), plain);
    deepEqual(files.map((file) => Deno.readTextFileSync(file)), kept, "nothing was new");
    deepEqual(workspace.files(), before);
  });
});

Deno.test("status keeps its last results with and without a spec", async () => {
  await inTemporaryFolder(async (folder) => {
    const spec = { routes: { ping: { type: "GET" } } } as const;
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "shop", spec);
    const status = async (options: ProjectStatusOptions) => {
      const facts = new FactCache(join(folder, "shop"), "1.0.0");
      await projectStatus(keepingFacts(workspace, facts), "shop", options);
      return [...Deno.readDirSync(folder)].map(({ name }) => Deno.statSync(join(folder, name)).ino)
        .sort();
    };
    await status({});
    const kept = await status({ spec });
    deepEqual(await status({}), kept, "nothing was written again");
    deepEqual(await status({ spec }), kept);
  });
});

Deno.test("a workspace that keeps facts has the history of its project", async () => {
  await inTemporaryFolder(async (folder) => {
    const memory = createMemoryWorkspace();
    const workspace = keepingFacts(memory, new FactCache(join(folder, "shop"), "1.0.0"));
    await generateApi(workspace, "shop", { routes: { ping: { type: "GET" } } });
    const before = new Map(memory.files());
    await generateRoute(workspace, "pong");
    equal((await undo(workspace)).status, "applied");
    deepEqual(new Map(memory.files()), before);
  });
});
