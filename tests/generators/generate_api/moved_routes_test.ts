/** Adding endpoints to many routes whose code people moved into a few files. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { createMemoryWorkspace, generateApi, type JsonValue } from "../../../mod.ts";
import { assertLinear } from "../../tools/counted_work.ts";

/** Returns a spec of several routes, whose mocks are objects by default. */
function specOf(
  count: number,
  subroutesOf: (index: number) => readonly string[],
  mockOf: (index: number) => JsonValue = (index) => ({ id: index }),
): string {
  const routes = Array.from({ length: count }, (_, index) => [`r${index}`, {
    type: "GET",
    mock: mockOf(index),
    subroutes: Object.fromEntries(
      subroutesOf(index).map((name) => [name, { type: "GET", mock: [{ id: 1 }] }]),
    ),
  }]);
  return JSON.stringify({ routes: Object.fromEntries(routes) });
}

type Files = Record<string, string>;

/** Merges the modules of a layer into one. */
function merged(files: Files, folder: string, layer: string): Files {
  const isOne = (path: string) => path.startsWith(`${folder}/r`) && path.endsWith(`_${layer}.py`);
  const paths = Object.keys(files).filter(isOne);
  const imports = new Set<string>();
  const code = paths.map((path) => {
    const text = files[path] ?? "";
    const start = text.search(/^(?:class |r\d+_bp = )/m);
    for (const line of text.slice(0, start).match(/^from (?:.*\(\n[^)]*\)|.*)$/gm) ?? []) {
      imports.add(line);
    }
    return text.slice(start);
  });
  const others = Object.entries(files).filter(([path]) => !isOne(path));
  const one = `${[...imports].join("\n")}\n\n\n${code.join("\n\n")}`;
  const moved = new RegExp(String.raw`\b${folder.replace("/", ".")}\.r\d+_${layer}\b`, "g");
  return Object.fromEntries(
    [...others, [`${folder}/all_${layer}.py`, one] as const].map((
      [path, text],
    ) => [path, text.replace(moved, `${folder.replace("/", ".")}.all_${layer}`)]),
  );
}

/** Returns the project of a spec with merged layers, in memory. */
async function mergedProject(spec: string, layers: Readonly<Record<string, string>>) {
  const generated = createMemoryWorkspace();
  await generateApi(generated, "demo", spec);
  let files: Files = Object.fromEntries(generated.files());
  for (const [folder, layer] of Object.entries(layers)) files = merged(files, folder, layer);
  return createMemoryWorkspace(files);
}

const SHARED = { "api/services": "service", "api/repositories": "repository" };

Deno.test("generateApi() adds endpoints to routes that share modules at once as it adds them one by one", async () => {
  const layers = { ...SHARED, "api/models": "model" };
  const before = specOf(3, () => []);
  const [together, apart] = [
    await mergedProject(before, layers),
    await mergedProject(before, layers),
  ];
  equal((await generateApi(together, "demo", specOf(3, () => ["a", "b"]))).status, "applied");
  for (const last of [0, 1, 2]) {
    for (const more of [["a"], ["a", "b"]]) {
      const spec = specOf(3, (index) => index < last ? ["a", "b"] : index === last ? more : []);
      equal((await generateApi(apart, "demo", spec)).status, "applied");
    }
  }
  const [one, other] = [together, apart].map((workspace) =>
    [...workspace.files()].filter(([path]) => !path.startsWith(".layerwright/history/"))
  );
  deepEqual(one, other);
});

/** A project whose routes share modules, and the next spec. */
interface Growth {
  readonly what: string;
  readonly before: (count: number) => string;
  readonly after: (count: number) => string;
}

const none = () => [];

const GROWTHS: readonly Growth[] = [
  {
    what: "adds endpoints to",
    before: (count) => specOf(count, none),
    after: (count) => specOf(count, () => ["sale"]),
  },
  {
    what: "changes the mocks of",
    before: (count) => specOf(count, none),
    after: (count) => specOf(count, none, (index) => ({ id: index, name: "lamp" })),
  },
  {
    what: "adds the first models to",
    before: (count) => specOf(count, none, () => 1),
    after: (count) => specOf(count, () => ["sale"], () => 1),
  },
];

for (const { what, before, after } of GROWTHS) {
  Deno.test(`generateApi() ${what} routes that share modules, in linear time`, async () => {
    const prepared = [15, 60].map(async (count) =>
      [count, await mergedProject(before(count), SHARED)] as const
    );
    const projects = new Map(await Promise.all(prepared));
    await assertLinear((count) => async () => {
      const workspace = projects.get(count);
      if (workspace === undefined) throw new Error(`No project of ${count} routes`);
      const options = { dryRun: true };
      const { status, changes } = await generateApi(workspace, "demo", after(count), options);
      equal(status, "planned");
      equal(changes.some(({ path }) => path.endsWith("services/all_service.py")), true);
    }, 15);
  });
}

Deno.test("generateApi() leaves the handler of another route that has the name of a missing one", async () => {
  const open = { open: { type: "GET" } } as const;
  const spec = (subroutes: JsonValue) =>
    JSON.stringify({
      routes: { carts: { type: "GET", mock: 1 }, tags: { type: "GET", mock: 2, subroutes } },
    });
  const generated = createMemoryWorkspace();
  await generateApi(generated, "demo", spec(open));
  const [into, from] = ["api/routes/carts_route.py", "api/routes/tags_route.py"];
  const { [from]: tags = "", ...files } = Object.fromEntries(generated.files());
  const code = tags.slice(tags.indexOf("tags_bp = ")).replaceAll(/\bservice\(\)/g, "own()")
    .replace(/@tags_bp.get\(""\)[^@]*/, "");
  const imports = "from api.repositories.tags_repository import TagsRepository\n" +
    "from api.services.tags_service import TagsService\n";
  const carts = files[into]?.replace("\n\n\n", `\n${imports}\n\n`) ?? "";
  const workspace = createMemoryWorkspace({ ...files, [into]: `${carts}\n\n${code}` });
  const sale = { sale: { type: "GET", mock: 3 } };
  const { status } = await generateApi(workspace, "demo", spec({ ...sale, ...open }));
  equal(status, "applied");
  const text = Object.fromEntries(workspace.files())[into] ?? "";
  ok(text.includes('@carts_bp.get("")\ndef get() '), text);
  ok(text.indexOf('@tags_bp.get("/sale")') > text.indexOf("tags_bp = Blueprint"), text);
});
