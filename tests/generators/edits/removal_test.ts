import { Project } from "../../../project/project.ts";
import { deepEqual, equal, ok } from "node:assert/strict";
import type { Snapshot } from "../../../core/change_set.ts";
import { type ProjectPath, projectPath } from "../../../core/project_path.ts";
import { type Removal, removeFromProject } from "../../../generators/edits/removal.ts";
import type { Removable } from "../../../generators/edits/removal_graph.ts";
import { createMemoryWorkspace, generateApi } from "../../../mod.ts";
import { readPython } from "../../../python/python_module.ts";
import { endpointsIn } from "../../../spec/api_spec.ts";
import { addedSymbols } from "../../../python/symbols.ts";
import { assertLinear, countWork } from "../../tools/counted_work.ts";
import { neededSupport } from "../../../generators/code/support.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { growableEndpoints } from "../arbitrary_spec.ts";
import { checkedSpec } from "../written_projects.ts";
import { type ExpectedEndpoint, specOf } from "../written_spec.ts";
import { type Files, generate } from "../edited_project.ts";
import { grow } from "../grown_project.ts";
import { snapshot } from "../../project/snapshot.ts";

const MOCKS = "api/mocks/";

/** Removes the code that was added to a project. */
function removeAdded(before: Snapshot, after: Snapshot): Removal<Removable> {
  const added = [...after].filter(([path, text]) => before.get(path) !== text);
  const created = added.map(([path]) => path).filter((path) => !before.has(path));
  return removeFromProject(new Project(after), {
    definitions: added.filter(([path]) => path.endsWith(".py")).flatMap(([path, text]) =>
      addedSymbols(readPython(before.get(path) ?? ""), readPython(text))
        .map(({ name }) => ({ path, name }))
    ),
    files: new Set(created.filter((path) => path.endsWith(".py"))),
    data: new Map(
      created.filter((path) => path.endsWith(".json")).map((
        path,
      ) => [path.slice(MOCKS.length), path]),
    ),
  });
}

function applied(files: Snapshot, { texts }: Removal<Removable>): Snapshot {
  const left = [...files].filter(([path]) => texts.get(path) !== null);
  return new Map(left.map(([path, text]) => [path, texts.get(path) ?? text]));
}

function codeOf(files: Snapshot): Files {
  return Object.fromEntries(
    [...files].filter(([path]) => !path.startsWith(".layerwright/"))
      .sort(([a], [b]) => a < b ? -1 : 1),
  );
}

/** Endpoints, and endpoints that are added later. */
interface Growing {
  readonly first: readonly ExpectedEndpoint[];
  readonly later: readonly ExpectedEndpoint[];
}

/**
 * Reports whether commands only add code. The first check of a project changes code that its routes share, and a
 * POST changes when it gets a location.
 */
function onlyAdds({ first, later }: Growing): boolean {
  const shared = (endpoints: readonly ExpectedEndpoint[]) =>
    JSON.stringify(neededSupport(endpointsIn(checkedSpec(specOf(endpoints)).routes)));
  const all = [...first, ...later];
  return shared(first) === shared(all) && locations(first) === locations(all) &&
    !IMPORTED_KEY.test(specOf(all));
}

/**
 * Matches a key with the name of an import of models. A field of that name counts as a use of the
 * import, so the import stays.
 */
const IMPORTED_KEY =
  /"(?:Any|Annotated|Body|ConfigDict|Field|Filter|ListParameters|Literal|NotRequired|Omittable|OneOf|Parameters|RootModel|TypedDict)\??"/;

function locations(endpoints: readonly ExpectedEndpoint[]): number {
  return endpointsIn(checkedSpec(specOf(endpoints)).routes)
    .filter(({ createdId }) => createdId !== undefined).length;
}

/** The first endpoint of a route is never added later. */
const growing = fc.tuple(growableEndpoints, fc.infiniteStream(fc.boolean())).map(
  ([endpoints, isLater]) => {
    const later = new Set(
      endpoints.filter(({ route }, index) =>
        endpoints[index - 1]?.route === route && isLater.next().value
      ),
    );
    return { first: endpoints.filter((each) => !later.has(each)), later: [...later] };
  },
).filter(onlyAdds);

Deno.test("removeFromProject() undoes the additions of commands", async () => {
  await fc.assert(
    fc.asyncProperty(growing, async ({ first, later }) => {
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "demo", specOf(first));
      const before = workspace.files();
      await grow(workspace, later);
      const after = workspace.files();
      const removal = removeAdded(before, after);
      deepEqual(removal.kept, []);
      deepEqual(codeOf(applied(after, removal)), codeOf(before));
    }),
    { numRuns: IS_FULL_TIER ? 1_000 : 30 },
  );
});

const SPEC = {
  routes: {
    users: { type: "GET", subroutes: { active: { type: "GET", mock: { id: 1, name: "Ada" } } } },
  },
};
const ROUTE = "api/routes/users_route.py";
const SERVICE = "api/services/users_service.py";
const REPOSITORY = "api/repositories/users_repository.py";
const MODEL = "api/models/users_model.py";
const TEST = "tests/test_users_route.py";

const ACTIVE = [
  `${ROUTE} get_active`,
  `${SERVICE} UsersService.get_active`,
  `${REPOSITORY} UsersRepository.get_active`,
  `${MODEL} UsersActiveModel`,
  `${TEST} test_get_active`,
];

interface Case {
  readonly what: string;
  /** A file, and the code that is added to it. */
  readonly edit?: readonly [path: string, code: string];
  readonly asked?: readonly string[];
  readonly kept: readonly string[];
  /** The places in other code that use the kept definitions. */
  readonly uses: readonly string[];
  /** Code that is left in a file. */
  readonly left?: readonly [path: string, code: string];
}

const CASES: readonly Case[] = [
  { what: "nothing more", kept: [], uses: [] },
  {
    what: "the name in a string that refers to something else",
    edit: ["api/jobs.py", 'WORDS = "get_active"\n'],
    kept: [],
    uses: [],
  },
  {
    what: "a link to the handler",
    edit: ["api/jobs.py", 'from flask import url_for\n\nurl_for("users.get_active")\n'],
    kept: [ACTIVE[0] ?? "", ACTIVE[1] ?? "", ACTIVE[3] ?? ""],
    uses: ["api/jobs.py:3", `${ROUTE}:24`, `${SERVICE}:17`],
  },
  {
    what: "a call of the service",
    edit: ["api/jobs.py", "from api.routes.users_route import service\n\nservice().get_active()\n"],
    kept: [ACTIVE[1] ?? "", ACTIVE[3] ?? ""],
    uses: [],
  },
  {
    what: "an import of the model",
    edit: ["api/jobs.py", "from api.models.users_model import UsersActiveModel\n"],
    kept: [ACTIVE[3] ?? ""],
    uses: ["api/jobs.py:1"],
  },
  {
    what: "an import of the model through the service",
    edit: ["api/jobs.py", "from api.services.users_service import UsersActiveModel\n"],
    kept: [ACTIVE[3] ?? ""],
    uses: ["api/jobs.py:1"],
    left: [SERVICE, "from api.models.users_model import UsersActiveModel\n"],
  },
  {
    what: "a test that people wrote",
    edit: [TEST, "\n\ndef test_mine(service):\n    service.get_active.return_value = 1\n"],
    kept: [ACTIVE[1] ?? "", ACTIVE[3] ?? ""],
    uses: [],
  },
  {
    what: "nothing, with a request to keep the service",
    asked: [...ACTIVE.filter((_, index) => index !== 1), `${ACTIVE[1]} stays`],
    kept: [ACTIVE[1] ?? "", ACTIVE[3] ?? ""],
    uses: [],
  },
];

Deno.test("removeFromProject() keeps definitions that other code uses", async (test) => {
  const generated = await generate(SPEC);
  for (const { what, edit, asked = ACTIVE, kept, uses, left } of CASES) {
    await test.step(what, () => {
      const [path = "", code = ""] = edit ?? [];
      const files = { ...generated, ...(edit && { [path]: (generated[path] ?? "") + code }) };
      const removal = removeFromProject(new Project(snapshot(files)), {
        definitions: asked.map((each) => {
          const [file = "", name = "", stays] = each.split(" ");
          return { path: projectPath(file), name, stays: stays !== undefined };
        }),
        files: new Set([projectPath(MODEL)]),
        data: new Map(),
      });
      deepEqual(
        removal.kept.map(({ definition }) => `${definition.path} ${definition.name}`).sort(),
        kept.toSorted(),
      );
      const found = removal.kept.flatMap((each) => each.uses);
      const places = new Set(found.map((use) => `${use.path}:${use.line}`));
      for (const use of uses) ok(places.has(use), `${use} is not in ${[...places].join(", ")}`);
      const [leftIn = SERVICE, leftCode = ""] = left ?? [];
      ok(removal.texts.get(projectPath(leftIn))?.includes(leftCode) ?? true);
      for (const text of removal.texts.values()) deepEqual(readPython(text ?? "").problems, []);
    });
  }
});

Deno.test("removeFromProject() keeps a class with its constructor if people added methods to it", async () => {
  const generated = await generate(SPEC);
  const mine = "\n    def mine(self) -> object:\n        return self.repository\n";
  const files = new Map(
    Object.entries({ ...generated, [SERVICE]: generated[SERVICE] + mine })
      .map(([path, text]) => [projectPath(path), text]),
  );
  const paths = [ROUTE, SERVICE, REPOSITORY, MODEL, TEST].map(projectPath);
  const removal = removeFromProject(new Project(files), {
    definitions: paths.flatMap((path) =>
      addedSymbols(readPython(""), readPython(generated[path] ?? ""))
        .map(({ name }) => ({ path, name }))
    ),
    files: new Set(paths),
    data: new Map(),
  });
  deepEqual(Object.fromEntries(removal.texts), {
    [ROUTE]: null,
    [SERVICE]: '"""Business logic for users."""\n\n' +
      "from api.repositories.users_repository import UsersRepository\n\n\n" +
      "class UsersService:\n    def __init__(self, repository: UsersRepository) -> None:\n" +
      `        self.repository = repository\n${mine}`,
    [REPOSITORY]: '"""Data access for users."""\n\n\nclass UsersRepository:\n    pass\n',
    [MODEL]: null,
    [TEST]: null,
  });
});

/** A project with routes, whose services have two methods each. */
function routes(size: number): Snapshot {
  const files = Array.from({ length: size }, (_, index): [string, string][] => {
    const name = `R${index}Service`;
    return [
      [
        `api/services/r${index}_service.py`,
        `class ${name}:\n    def get(self): ...\n\n    def create(self): ...\n`,
      ],
      [
        `api/routes/r${index}_route.py`,
        `from flask import Blueprint\n\nfrom api.services.r${index}_service import ${name}\n\n` +
        `bp = Blueprint("r${index}", __name__)\n\n\n@bp.get("")\ndef get():\n` +
        `    return ${name}().get()\n\n\n@bp.post("")\ndef create():\n    return ${name}().create()\n`,
      ],
    ];
  });
  return new Map(files.flat().map(([path, text]) => [projectPath(path), text]));
}

Deno.test("removeFromProject() takes linear time, however many definitions it removes", async () => {
  await assertLinear((size) => {
    const files = routes(size);
    const definitions = Array.from({ length: size }, (_, index) => [
      { path: projectPath(`api/routes/r${index}_route.py`), name: "create" },
      { path: projectPath(`api/services/r${index}_service.py`), name: `R${index}Service.create` },
    ]).flat();
    return () => {
      const removal = removeFromProject(new Project(files), {
        definitions,
        files: new Set(),
        data: new Map(),
      });
      equal(removal.removed.length, 2 * size);
    };
  }, 40);
});

Deno.test("removeFromProject() does not search the project if there is nothing to remove", async () => {
  const search = (size: number) => {
    const files = routes(size);
    const data = new Map<string, ProjectPath>();
    return countWork(() =>
      removeFromProject(new Project(files), { definitions: [], files: new Set(), data })
    );
  };
  const [small, large] = [await search(1), await search(20)];
  ok(large < 2 * small, `Counted ${small} for one route, but ${large} for 20`);
});
