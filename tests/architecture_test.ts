/** Checks the direction of imports, and which files have side effects. */

import { deepEqual, ok } from "node:assert/strict";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { exists } from "./tools/exists.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const ENTRY_POINTS = ["mod.ts", "cli.ts", "server.ts"];

/** Code for browsers. The build bundles it to scripts, which the server imports as text. */
const BROWSER_ENTRY_POINTS = ["playground/page.ts", "playground/worker.ts"];

/** A room may import itself and rooms of a lower rank. */
const RANKS: Readonly<Record<string, number>> = {
  core: 0,
  spec: 1,
  python: 1,
  templates: 1,
  formats: 1,
  project: 2,
  generators: 3,
  workspace: 4,
  openapi: 4,
  actions: 5,
  mock: 5,
  presentation: 6,
  mcp: 7,
  http: 8,
  setup: 7,
  commands: 9,
  playground: 9,
  hosted: 10,
};
const ENTRY_RANK = 11;

/** The folders of large rooms. A folder may import itself and folders of a lower rank. */
const FOLDER_RANKS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  project: {
    layout: 0,
    facts: 0,
    records: 1,
    routing: 1,
    semantics: 2,
    homes: 2,
    responses: 3,
    problems: 3,
    contract: 4,
    // Files of the room itself, such as `project/project.ts`.
    "": 5,
  },
  generators: {
    plans: 0,
    code: 1,
    proof: 1,
    compare: 2,
    edits: 2,
    export: 2,
    records: 3,
    handlers: 3,
    undo: 3,
    adopt: 4,
    generate_api: 4,
    docs: 4,
    remove: 4,
    rename: 4,
    upgrade: 4,
    add: 5,
    change: 6,
  },
};

/** The only files, besides the entry points, that may access the computer. */
const EFFECTS = [
  /^workspace\/(?!memory_workspace|workspace\.ts|text_encoding)/,
  /^mcp\/stop_signal\.ts$/,
  /^commands\/disk_host\.ts$/,
  /^http\/(?:bounded_request|connections|listen|listen_quickly|local_key|open_connections)\.ts$/,
  /^setup\/(?:disk_files|disk_host|disk_programs|clack_ui)\.ts$/,
  /^hosted\/storage\/(?:sqlite|postgres)_database\.ts$/,
  /^hosted\/http\/(?:authorization_server|public_fetch|serve|serve_telemetry)\.ts$/,
  /^hosted\/http\/isolation\/(?:messages|role|starter|thread|thread_starter)\.ts$/,
];

/** Matches code that accesses the computer. The listed modules of Node have no side effects. */
const EFFECT =
  /\bDeno\.|(?<!\.)\bfetch\(|\bconsole\.|"node:(?!path"|util"|buffer"|crypto"|net"|zlib")/;

interface Dependency {
  /** Whether the module is loaded by `import()`. */
  readonly isDynamic?: boolean;
  readonly code?: { readonly specifier: string };
  /** The module of a type-only import. */
  readonly type?: { readonly specifier: string };
}

interface ModuleGraph {
  readonly modules: readonly {
    readonly specifier: string;
    readonly local?: string;
    readonly dependencies?: readonly Dependency[];
  }[];
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly isLate: boolean;
}

async function moduleGraph(entry: string): Promise<ModuleGraph> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    cwd: ROOT,
  }).output();
  ok(code === 0, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

async function edges(): Promise<Edge[]> {
  const entries = [...ENTRY_POINTS, ...BROWSER_ENTRY_POINTS];
  const graphs = await Promise.all(entries.map(moduleGraph));
  return graphs.flatMap(({ modules }) => modules).flatMap(({ local, dependencies = [] }) =>
    local === undefined || !local.startsWith(ROOT) ? [] : dependencies
      .map(({ code, type, isDynamic = false }) => ({
        specifier: code?.specifier ?? type?.specifier ?? "",
        isLate: isDynamic,
      }))
      .filter(({ specifier }) => specifier.startsWith("file:"))
      .map(({ specifier, isLate }) => ({
        from: relative(ROOT, local),
        to: relative(ROOT, fileURLToPath(specifier)),
        isLate,
      }))
  );
}

function room(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
}

function rank(path: string): number {
  if (path === "deno.json" || room(path) === "dist") return -1;
  return room(path) === "" ? ENTRY_RANK : RANKS[room(path)] ?? NaN;
}

/** Returns the folder of a file in its room; empty for a file of the room itself. */
function folder(path: string): string {
  return path.split("/").slice(1, -1)[0] ?? "";
}

function folderRank(path: string): number {
  return FOLDER_RANKS[room(path)]?.[folder(path)] ?? NaN;
}

Deno.test("modules import only their own room and those below it", async () => {
  const all = await edges();
  ok(all.length > 100, "the graph was read");
  const wrong = all.filter(({ from, to }) =>
    room(from) !== room(to) && !(rank(to) < rank(from)) || ENTRY_POINTS.includes(to)
  );
  deepEqual(wrong, []);
});

Deno.test("modules of large rooms import only their own folder and those below it", async () => {
  const all = (await edges()).filter(({ from, to }) =>
    room(from) === room(to) && room(from) in FOLDER_RANKS
  );
  ok(all.length > 100, "the graph was read");
  const wrong = all.filter(({ from, to }) =>
    folder(from) !== folder(to) && !(folderRank(to) < folderRank(from))
  );
  deepEqual(wrong, []);
});

Deno.test("no modules import each other in a circle", async () => {
  const all = await edges();
  ok(all.length > 100, "the graph was read");
  deepEqual(circular(all), []);
});

/**
 * Returns the imports in circles and between circles. Each step drops the imports of files that no
 * file imports, and those from files that import nothing.
 */
function circular(all: readonly Edge[]): readonly Edge[] {
  const importers = new Set(all.map(({ from }) => from));
  const imported = new Set(all.map(({ to }) => to));
  const rest = all.filter(({ from, to }) => imported.has(from) && importers.has(to));
  return rest.length === all.length ? rest : circular(rest);
}

Deno.test("only the server loads the hosted room, and late", async () => {
  const all = (await edges()).filter(({ to }) => room(to) === "hosted");
  const outside = all.filter(({ from }) => room(from) !== "hosted");
  ok(outside.length > 0, "the graph was read");
  deepEqual(outside.filter(({ from, isLate }) => from !== "server.ts" || !isLate), []);
});

Deno.test("adding an endpoint loads no other commands, and no code that compares specs", async () => {
  const all = await edges();
  const command = [...withImports("commands/program.ts", all)];
  const action = [...withImports("actions/generate_subroute.ts", all)];
  ok(command.length > 20 && action.length > 200, "the graph was read");
  const commands = /^commands\/(?:change|setup|status|upgrade)\.ts$/;
  deepEqual(command.filter((path) => commands.test(path)), []);
  const planners = /^generators\/(?:adopt|change|compare|generate_api|upgrade)\//;
  deepEqual(action.filter((path) => planners.test(path)), []);
});

/** Returns a file, and all files that are loaded with it. */
function withImports(file: string, all: readonly Edge[]): ReadonlySet<string> {
  const imports = Map.groupBy(all.filter(({ isLate }) => !isLate), ({ from }) => from);
  const loaded = new Set([file]);
  for (const path of loaded) {
    for (const { to } of imports.get(path) ?? []) loaded.add(to);
  }
  return loaded;
}

Deno.test("each package of the hosted server has one version, in the deno.json of its room", () => {
  const [shared, hosted, tested] = ["", "hosted/", "tests/hosted/"].map((folder) =>
    JSON.parse(Deno.readTextFileSync(`${ROOT}${folder}deno.json`)).imports
  );
  deepEqual(Object.keys(hosted).filter((name) => name in shared), []);
  deepEqual({ ...hosted, ...tested }, hosted);
});

Deno.test("the command line has no part of the hosted server's login", async () => {
  const { modules } = await moduleGraph("cli.ts");
  ok(modules.length > 100, "the graph was read");
  const names = modules.map(({ specifier }) => specifier);
  deepEqual(names.filter((name) => /oidc-provider|openid-client|\/hosted\//.test(name)), []);
});

Deno.test("only entry points and the disk workspace touch the computer", async () => {
  const sources = (await edges()).flatMap(({ from, to }) => [from, to]);
  const files = new Set(sources.filter((path) => /\.tsx?$/.test(path)));
  const touching = [...files].filter((path) =>
    EFFECT.test(withoutComments(Deno.readTextFileSync(ROOT + path)))
  );
  const allowed = (path: string) =>
    ENTRY_POINTS.includes(path) || EFFECTS.some((each) => each.test(path));
  ok(touching.some(allowed), "the check sees effects");
  ok([...files].some((path) => path.endsWith(".tsx")), "the check sees pages");
  deepEqual(touching.filter((path) => !allowed(path)), []);
});

Deno.test("ARCHITECTURE.md gives each room its rank, and names files that exist", () => {
  const page = Deno.readTextFileSync(ROOT + "ARCHITECTURE.md");
  const rows = page.matchAll(/^\| (\d+) +\| ((?:`[a-z]+\/` ?)+)/gm);
  const ranks = [...rows].flatMap(([, rank, rooms = ""]) =>
    [...rooms.matchAll(/`([a-z]+)\/`/g)].map(([, name = ""]) => [name, Number(rank)])
  );
  deepEqual(Object.fromEntries(ranks), RANKS);
  for (const text of [page, Deno.readTextFileSync(ROOT + "hosted/ARCHITECTURE.md")]) {
    const paths = [...text.matchAll(/`([\w-]+\/[\w./-]+)`/g)].map(([, path = ""]) => path);
    ok(paths.length > 20, "the page was read");
    deepEqual(paths.filter((path) => room(path) in RANKS && !exists(ROOT + path)), []);
  }
});

Deno.test("each room, and each folder of a large one, has a README that names files that exist", () => {
  for (const name of Object.keys(RANKS)) {
    for (const folder of new Set(["", ...Object.keys(FOLDER_RANKS[name] ?? {})])) {
      const path = join(name, folder);
      const page = Deno.readTextFileSync(`${ROOT}${path}/README.md`);
      const named = [...page.matchAll(/`(\w[\w./-]*(?:\.(?:eta|js|json|md|tsx?)|\/))`/g)]
        .map(([, file = ""]) => file);
      ok(named.length > 0, `${path}/README.md was read`);
      const isThere = (file: string) => exists(`${ROOT}${path}/${file}`) || exists(ROOT + file);
      deepEqual(named.filter((file) => !isThere(file)), [], path);
    }
  }
});

function withoutComments(source: string): string {
  return source.replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
