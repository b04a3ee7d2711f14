/** The commands that random lives do not have: reading, undoing, decisions, mistakes. */

import type { JsonValue, Report, Workspace } from "../../mod.ts";
import {
  type Command,
  COMMANDS,
  generateApiWith,
  type Library,
  type Life,
} from "../../tests/life/commands.ts";
import { recordedRoutes } from "../../tests/life/project.ts";
import type { Random } from "../../tests/life/random.ts";
import { recordedEndpoints } from "../../tests/life/removals.ts";
import { SPEC_CHANGES, type SpecChange } from "../../tests/life/spec_changes.ts";
import {
  endpointsAt,
  isValid,
  pathWith,
  type Spec,
  type SpecRoute,
  textOf,
} from "../../tests/life/specs.ts";
import type { MoreOptions } from "./library.ts";

/** A life, and the results of its last commands. */
export interface Past {
  readonly life: Life;
  /** Whether the last command undid a change. */
  readonly isUndone: boolean;
  /** The spec that the last refused `generate api` asked for. */
  readonly refused: Spec | null;
  /** Endpoints and files that the last reports name, such as `GET /users`. */
  readonly named: readonly string[];
}

/** A command that both trees run. */
export interface Run extends Pick<Command, "words" | "spec"> {
  readonly run: (workspace: Workspace, library: Library) => Promise<Report>;
  /** Options beyond those of the command. */
  readonly more?: MoreOptions;
}

/** Returns the next command of a kind; `null` if such a command makes no sense for this project. */
export type RunKind = (past: Past, random: Random) => Run | null;

/** Creates a kind of commands that leaves the spec as it is. */
function kind(choose: (past: Past, random: Random) => Omit<Run, "spec"> | null): RunKind {
  return (past, random) => {
    const chosen = choose(past, random);
    return chosen === null ? null : { ...chosen, spec: past.life.spec };
  };
}

function always(words: string, run: (past: Past) => Run["run"]): RunKind {
  return kind((past) => ({ words, run: run(past) }));
}

/** Commands that change nothing. */
export const READING: ReadonlyMap<string, RunKind> = new Map<string, RunKind>([
  [
    "status",
    always(
      "status",
      ({ life: { project } }) => (workspace, { projectStatus }) =>
        projectStatus(workspace, project.folder),
    ),
  ],
  [
    "status --spec",
    kind(({ life: { project, spec }, refused }) => ({
      words: `status --spec with ${JSON.stringify((refused ?? spec).routes)}`,
      run: (workspace, { projectStatus }) =>
        projectStatus(workspace, project.folder, { spec: textOf(refused ?? spec) }),
    })),
  ],
  [
    "status --route",
    kind(({ life: { project, spec } }, random) => {
      const route = random.pick([...recordedRoutes(project).keys(), ...Object.keys(spec.routes)]);
      return route === undefined ? null : {
        words: `status --route ${route}`,
        run: (workspace, { projectStatus }) => projectStatus(workspace, project.folder, { route }),
      };
    }),
  ],
  [
    "export spec",
    always(
      "export spec",
      ({ life: { project } }) => (workspace, { exportSpec }) =>
        exportSpec(workspace, project.folder),
    ),
  ],
  [
    "export openapi",
    kind(({ life: { project } }, random) => {
      const format = random.oneOf("json", "yaml");
      return {
        words: `export openapi --format ${format}`,
        run: (workspace, { exportOpenApi }) => exportOpenApi(workspace, project.folder, { format }),
      };
    }),
  ],
  [
    "analyze",
    always(
      "analyze",
      ({ life: { project } }) => (workspace, { analyzeProject }) =>
        analyzeProject(workspace, project.folder),
    ),
  ],
  [
    "info",
    always(
      "info",
      ({ life: { project } }) => (workspace, { getProjectInfo }) =>
        getProjectInfo(workspace, project.folder),
    ),
  ],
  [
    "check",
    kind(({ life: { spec } }, random) => {
      const route = random.pick(Object.keys(spec.routes)) ?? "products";
      return {
        words: `check ${route}`,
        run: (workspace, { checkRouteExists }) => checkRouteExists(workspace, route),
      };
    }),
  ],
  ["log", always("log", () => (workspace, { history }) => history(workspace))],
  [
    "show",
    kind((_, random) => {
      const index = random.below(MAX_INDEX);
      return {
        words: `show the change ${index}`,
        run: async (workspace, library) =>
          library.showChange(workspace, await idAt(workspace, library, index), { diff: true }),
      };
    }),
  ],
]);

/** Limit of the random indexes of change sets in the history. */
const MAX_INDEX = 12;

/** Returns the random id of a change set in the history. The newest one has the index 0. */
async function idAt(workspace: Workspace, { history }: Library, index: number): Promise<string> {
  const applied = (await history(workspace)).data?.applied ?? [];
  return applied[index % applied.length]?.id ?? "";
}

/** Commands that reverse other ones. */
const UNDOING: ReadonlyMap<string, RunKind> = new Map<string, RunKind>([
  [
    "undo",
    kind((_, random) => ({
      words: "undo",
      run: (workspace, { undo }) => undo(workspace),
      more: keptEdits(random),
    })),
  ],
  [
    "undo of an earlier change",
    kind((_, random) => {
      const index = random.below(MAX_INDEX);
      return {
        words: `undo of the change ${index}`,
        run: async (workspace, library) =>
          library.undo(workspace, { id: await idAt(workspace, library, index) }),
        more: keptEdits(random),
      };
    }),
  ],
  [
    "redo",
    kind((_, random) => ({
      words: "redo",
      run: (workspace, { redo }) => redo(workspace),
      more: keptEdits(random),
    })),
  ],
]);

function keptEdits(random: Random): MoreOptions {
  return random.below(2) === 0 ? {} : { keepEdited: true };
}

/** Commands that add endpoints with bodies, statuses and ids. */
const GROWING: ReadonlyMap<string, RunKind> = new Map<string, RunKind>([
  [
    "generate route --body",
    kind((_, random) => {
      const route = `notes${random.below(100)}`;
      const more = { ...withBody(random), ...(random.below(4) === 0 ? { model: false } : {}) };
      return {
        words: `generate route ${route}`,
        run: (workspace, { generateRoute }) => generateRoute(workspace, route),
        more,
      };
    }),
  ],
  [
    "generate route with subroutes",
    kind((_, random) => {
      const route = `tags${random.below(100)}`;
      const subroutes = { item: { path: "/{id:int}", type: "GET", mock: { id: 1 } } } as const;
      return {
        words: `generate route ${route} with a subroute`,
        run: (workspace, { generateRoute }) =>
          generateRoute(workspace, route, { subroutes, mock: [{ id: 1 }] }),
      };
    }),
  ],
  [
    "generate subroute --body",
    kind(({ life: { project, spec } }, random) => {
      const route = random.pick([...recordedRoutes(project).keys(), ...Object.keys(spec.routes)]);
      const subroute = `note${random.below(100)}`;
      return route === undefined ? null : {
        words: `generate subroute ${route} ${subroute}`,
        run: (workspace, { generateSubroute }) => generateSubroute(workspace, route, subroute),
        more: withBody(random),
      };
    }),
  ],
  [
    "generate subroute of an item",
    kind(({ life: { project } }, random) => {
      const created = recordedEndpoints(project).filter(({ method, subroute }) =>
        method === "POST" && subroute === null
      );
      const route = random.pick(created)?.route;
      const [path, id] = random.oneOf<readonly [string, JsonValue]>(["/{id:int}", 1], [
        "/{id}",
        "a",
      ]);
      return route === undefined ? null : {
        words: `generate subroute ${route} item --path ${path}`,
        run: (workspace, { generateSubroute }) =>
          generateSubroute(workspace, route, "item", { path, mock: { id } }),
      };
    }),
  ],
  [
    "generate resource --id-field",
    kind((_, random) => {
      const route = `codes${random.below(100)}`;
      const item = random.oneOf<JsonValue>(
        { code: "a1", label: "Lamp" },
        [{ code: 5, "label?": "Lamp" }],
        { number: 5, tags: ["a"], maker: { name: "Ann" } },
      );
      return {
        words: `generate resource ${route} --id-field code with ${JSON.stringify(item)}`,
        run: (workspace, { generateResource }) =>
          generateResource(workspace, route, item, { idField: "code" }),
      };
    }),
  ],
]);

function withBody(random: Random): MoreOptions {
  const item = random.oneOf<JsonValue>(
    { name: "Lamp", price: 2.5 },
    { name: "Lamp", "note?": { text: "new", stars: [1, 2] } },
    ["a", "b"],
    [{ name: "Lamp" }],
  );
  const mock = random.oneOf<JsonValue>({ id: 1, name: "Lamp" }, { id: "a", tags: [] }, "done");
  return {
    type: random.oneOf("POST", "PUT"),
    ...(random.below(3) > 0 ? { body: item } : {}),
    ...(random.below(3) > 0 ? { mock } : {}),
    ...(random.below(3) === 0 ? { status: random.oneOf(200, 201, 202) } : {}),
  };
}

/** Changes the members of a route that is no resource. */
function onRoute(edit: (route: SpecRoute) => SpecRoute): SpecChange {
  return ({ routes }, random) => {
    const name = random.pick(Object.keys(routes)) ?? "";
    const route = routes[name];
    if (route === undefined || route.resource !== undefined) return null;
    return { routes: { ...routes, [name]: edit(route) } };
  };
}

/** Gives a route a POST that returns an id. */
export const addsCreation: SpecChange = onRoute(({ subroutes = {}, ...route }) => {
  const others = endpointsAt(route).filter(({ type }) => type !== "POST");
  const posted = { type: "POST", mock: { id: 1, name: "Lamp" } } as const;
  return { ...pathWith(route, [...others, posted]), subroutes };
});

/** Gives a route the item that `Location` points to. */
const addsItem: SpecChange = onRoute(({ subroutes, ...route }) => {
  const item = { path: "/{id:int}", type: "GET", mock: { id: 1 } } as const;
  return { ...route, subroutes: { ...subroutes, item } };
});

/** Changes of specs, also those of random lives. */
const CHANGES: Readonly<Record<string, SpecChange>> = {
  ...SPEC_CHANGES,
  "a creation": addsCreation,
  "an item": addsItem,
};

/** Changes of specs that take endpoints away, which only `--prune` removes. */
const SHRINKING = ["a removed subroute", "a removed route", "a removed method", "a renamed route"];

/** Changes of specs that people's edits of handlers conflict with. */
const CONFLICTING = ["a changed path", "a changed prefix", "a changed method", "a changed body"];

/** Makes several changes of a spec, one after the other. */
function changed(life: Life, random: Random, names: readonly string[], count: number): Spec | null {
  let spec: Spec | null = null;
  for (let index = 0; index < count; index++) {
    const next: Spec | null = CHANGES[random.pick(names) ?? ""]?.(spec ?? life.spec, random) ??
      null;
    if (next !== null && isValid(next)) spec = next;
  }
  return spec;
}

/** Creates a kind of `generate api` with some changes of the spec. */
function changing(
  words: string,
  names: readonly string[],
  more: (past: Past, random: Random) => MoreOptions,
): RunKind {
  return (past, random) => {
    const spec = changed(past.life, random, names, 1 + random.below(3));
    const command = generateApiWith(words, past.life, spec);
    return command === null ? null : { ...command, more: more(past, random) };
  };
}

/** Decisions about single endpoints and files, as the last reports name them. */
function decisions({ life, named }: Past, random: Random): MoreOptions {
  const recorded = recordedEndpoints(life.project).map(({ method, path }) => `${method} ${path}`);
  const few = (references: readonly string[]) =>
    random.shuffled([...new Set(references)]).slice(0, 1 + random.below(3));
  const chosen = few(named.length === 0 ? recorded : named);
  const deleted = [...life.deleted, ...chosen];
  const option = random.below(4);
  if (option === 0) return { keep: chosen };
  if (option === 1) return { replace: chosen };
  if (option === 2) return { restore: few(deleted) };
  const [first = "", ...others] = chosen;
  return { keep: [first], replace: others, restore: [...life.deleted].slice(0, 1) };
}

/** Returns random options of `generate api`. */
function apiOptions(past: Past, random: Random): MoreOptions {
  return {
    ...random.oneOf<() => MoreOptions>(
      () => ({}),
      () => ({}),
      () => ({ keepEdited: true }),
      () => ({ force: true }),
      () => decisions(past, random),
    )(),
    ...(random.below(4) === 0 ? { prune: true } : {}),
    ...(random.below(8) === 0 ? { isInside: true } : {}),
    ...(random.below(12) === 0 ? { specFile: "../shop.json" } : {}),
  };
}

/** Returns random options of `remove`. */
function removeOptions(random: Random): MoreOptions {
  return random.oneOf<MoreOptions>({}, {}, { keepEdited: true }, { force: true });
}

/** Commands with a changed spec, and with decisions about edited code. */
const DECIDING: ReadonlyMap<string, RunKind> = new Map<string, RunKind>([
  [
    "generate api with several changes",
    changing("several changes", Object.keys(SPEC_CHANGES), apiOptions),
  ],
  ["generate api with conflicts", changing("conflicts", CONFLICTING, apiOptions)],
  ["generate api with an item", changing("an item", ["a creation", "an item"], apiOptions)],
  ["generate api --prune", changing("--prune", SHRINKING, () => ({ prune: true }))],
  [
    "generate api with a decision",
    (past, random) => {
      const { life, refused } = past;
      const command = generateApiWith("a decision", life, refused ?? life.spec);
      return command === null ? null : { ...command, more: decisions(past, random) };
    },
  ],
]);

/** Commands that the project refuses, or that ask for what is there. */
const MISTAKES: ReadonlyMap<string, RunKind> = new Map<string, RunKind>([
  [
    "a mistake",
    kind(({ life: { project } }, random) => {
      const all = recordedEndpoints(project);
      const { route = "products", subroute = "sale" } = random.pick(all) ?? {};
      const other = random.pick(all)?.route ?? "class";
      const name = subroute ?? "sale";
      return random.oneOf<Omit<Run, "spec">>(
        {
          words: `rename route ${route} ${other}`,
          run: (workspace, { renameRoute }) => renameRoute(workspace, route, other),
        },
        {
          words: `rename subroute ${route} ${name} ${other}`,
          run: (workspace, { renameSubroute }) => renameSubroute(workspace, route, name, other),
        },
        {
          words: `generate route ${route}`,
          run: (workspace, { generateRoute }) => generateRoute(workspace, route),
        },
        {
          words: `generate subroute ${other} ${name}`,
          run: (workspace, { generateSubroute }) => generateSubroute(workspace, other, name),
        },
        {
          words: `generate resource ${route}`,
          run: (workspace, { generateResource }) => generateResource(workspace, route, { id: 1 }),
        },
        {
          words: `remove subroute ${other} ${name}`,
          run: (workspace, { removeSubroute }) => removeSubroute(workspace, other, name),
        },
        {
          words: "remove route nothing",
          run: (workspace, { removeRoute }) => removeRoute(workspace, "nothing"),
        },
      );
    }),
  ],
]);

/** Commands on the records. */
const RECORDING: ReadonlyMap<string, RunKind> = new Map<string, RunKind>([
  [
    "upgrade",
    kind(({ life: { project } }, random) => ({
      words: "upgrade",
      run: (workspace, { upgradeProject }) => upgradeProject(workspace, project.folder),
      more: keptEdits(random),
    })),
  ],
]);

/** Commands of random lives, with random options. */
const LIVED: ReadonlyMap<string, RunKind> = new Map(
  [...COMMANDS].map(([name, choose]): [string, RunKind] => [name, (past, random) => {
    const command = choose(past.life, random);
    if (command === null) return null;
    if (name.startsWith("generate api")) return { ...command, more: apiOptions(past, random) };
    return { ...command, more: name.startsWith("remove") ? removeOptions(random) : {} };
  }]),
);

/** All commands that change a project, by the names of their kinds. */
export const CHANGING: ReadonlyMap<string, RunKind> = new Map(
  [LIVED, DECIDING, GROWING, UNDOING, RECORDING, MISTAKES].flatMap((table) => [...table]),
);

const REFERENCE = /\b(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) \/[^\s"'`,;)\\]*/g;

/** Returns the endpoints that reports name. */
export function namedIn(reports: readonly Report[]): string[] {
  return JSON.stringify(reports).match(REFERENCE) ?? [];
}
