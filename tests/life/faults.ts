/** Faults that people bring into a project: files, names and methods that are gone, and duplicates. */

import { BODIES } from "./edits/bodies.ts";
import { change, move, remove, rewrite } from "./edits/edit.ts";
import { MOUNTING } from "./edits/mounting.ts";
import { REGISTRATION } from "./edits/registration.ts";
import {
  appModules,
  blueprints,
  classPlace,
  handlers,
  lf,
  mocks,
  moduleAt,
  registrar,
  services,
  singleBlueprints,
} from "./places.ts";
import type { Project } from "./project.ts";
import {
  type Definition,
  definitions,
  imports,
  replaced,
  textOf,
  withImport,
} from "./python_text.ts";
import type { Random } from "./random.ts";

/** A place in a project. */
export interface Place {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** A project with a fault. */
export interface Faulty {
  readonly project: Project;
  /**
   * The places of the fault, one of which `status` must name. Absent if Python itself names the place of the
   * error.
   */
  readonly places?: readonly Place[];
}

/**
 * Brings a fault into a project.
 *
 * @returns `null` if the project has nothing to break in this way.
 */
export type Fault = (project: Project, random: Random) => Faulty | null;

function faulty(project: Project | null, ...places: readonly Place[]): Faulty | null {
  if (project === null) return null;
  return places.length === 0 ? { project } : { project, places };
}

/** Returns the place of the last line of a module that starts with a text. */
function lastLine(project: Project, file: string, start: string): Place {
  const lines = lf(project.files, file).split("\n");
  return { file, line: lines.findLastIndex((each) => each.trimStart().startsWith(start)) + 1 };
}

/** Deletes one of the modules that a function selects. */
function deletes(select: (project: Project) => readonly string[]): Fault {
  return (project, random) => {
    const path = random.pick(select(project));
    return path === undefined ? null : faulty(remove(project, path));
  };
}

function modelModules(project: Project): readonly string[] {
  return appModules(project).filter((path) =>
    /^class \w+\((?:TypedDict|Body)\b/m.test(lf(project.files, path))
  );
}

function repositoryModules(project: Project): readonly string[] {
  return services(project).flatMap(({ repository }) => classPlace(project, repository)?.path ?? []);
}

function helperModules(project: Project): readonly string[] {
  return appModules(project).filter((path) =>
    /\/(?:cors|errors|per_request|request_body|request_id|json_provider)\.py$/.test(path)
  );
}

function routeModules(project: Project): readonly string[] {
  const text = lf(project.files, registrar(project) ?? "");
  return blueprints(project).filter(({ variable }) => text.includes(`import ${variable}`))
    .map(({ path }) => path);
}

/** Moves a module, and leaves its imports as they are. */
const movesModule: Fault = (project, random) => {
  const path = random.pick(services(project).map((each) => each.path));
  return path === undefined
    ? null
    : faulty(move(project, path, path.replace(/(\w+)\.py$/, "old_$1.py")));
};

/** Renames definitions of a kind where they are defined, and leaves their uses. */
function renames(pattern: RegExp, name: string): Fault {
  return (project, random) => {
    const path = random.pick(
      appModules(project).filter((each) => pattern.test(lf(project.files, each))),
    );
    return faulty(change(project, path, (text) => text.replace(pattern, name)));
  };
}

const renamesService: Fault = (project, random) => {
  const place = random.pick(services(project));
  if (place === undefined) return null;
  const header = new RegExp(`^class ${place.name}\\b`, "m");
  return faulty(change(project, place.path, (text) => text.replace(header, "class Renamed")));
};

const renamesRepository: Fault = (project, random) => {
  const name = random.pick(services(project))?.repository ?? "";
  const place = classPlace(project, name);
  const header = new RegExp(`^class ${name}\\b`, "m");
  return faulty(change(project, place?.path, (text) => text.replace(header, "class Renamed")));
};

/** Renames a method of a service, and leaves its calls. */
const renamesMethod: Fault = (project, random) => {
  const place = random.pick(mocks(project));
  if (place === undefined) return null;
  const { path, service, definition: { name } } = place;
  return faulty(
    rewrite(
      project,
      path,
      `${service}.${name}`,
      (text) => text.replace(`def ${name}(`, "def other("),
    ),
  );
};

const deletesMethod: Fault = (project, random) => {
  const place = random.pick(mocks(project));
  if (place === undefined) return null;
  const all = definitions(lf(project.files, place.path));
  // Without its last method, a class would be empty.
  if (all.filter(({ owner }) => owner === place.service).length < 3) return null;
  return faulty(
    rewrite(project, place.path, `${place.service}.${place.definition.name}`, () => ""),
  );
};

/** Lets a service call its repository, and renames the method of the repository. */
const renamesRepositoryMethod: Fault = (project, random) => {
  const before = mocks(project);
  const calling = BODIES["replaces a mock by the repository"]?.(project, random) ?? null;
  if (calling === null) return null;
  const left = new Set(mocks(calling).map(({ path, definition }) => `${path} ${definition.name}`));
  const place = before.find((each) => !left.has(`${each.path} ${each.definition.name}`));
  const target = place && classPlace(calling, place.repository);
  if (place === undefined || target === undefined) return null;
  const { repository, repositoryMethod: name } = place;
  return faulty(
    rewrite(
      calling,
      target.path,
      `${repository}.${name}`,
      (text) => text.replace(`def ${name}(`, "def other("),
    ),
  );
};

/** Changes the text of a handler. */
function onHandler(edit: (text: string) => string): Fault {
  return (project, random) => {
    const place = random.pick(handlers(project).filter(({ text }) => edit(text) !== text));
    if (place === undefined) return null;
    return faulty(
      change(
        project,
        place.path,
        (module) => replaced(module, place.definition, edit(place.text)),
      ),
    );
  };
}

const losesImport: Fault = (project, random) => {
  const path = random.pick(
    appModules(project).filter((each) => /_(?:route|service)\.py$/.test(each)),
  );
  if (path === undefined) return null;
  const all = imports(lf(project.files, path)).statements.filter((each) =>
    !each.includes("__future__")
  );
  const lost = random.pick(all);
  return lost === undefined
    ? null
    : faulty(change(project, path, (text) => text.replace(`${lost}\n`, "")));
};

const renamesBlueprint: Fault = (project, random) => {
  const place = random.pick(singleBlueprints(project));
  if (place === undefined) return null;
  const { path, variable } = place;
  const definition = new RegExp(`^${variable} = `, "m");
  return faulty(change(project, path, (text) => text.replace(definition, "blueprint = ")));
};

const copiesHandler: Fault = (project, random) => {
  const place = random.pick(handlers(project));
  if (place === undefined) return null;
  const { path, definition, text, decorator } = place;
  const copied = change(
    project,
    path,
    (module) => replaced(module, definition, `${text}\n\n\n${text}`),
  );
  return copied && faulty(copied, lastLine(copied, path, firstLine(decorator)));
};

const copiesHandlerAsOther: Fault = (project, random) => {
  const place = random.pick(handlers(project));
  if (place === undefined) return null;
  const { path, definition, text, decorator } = place;
  const other = text.replace(`def ${definition.name}(`, "def other_one(");
  const copied = change(
    project,
    path,
    (module) => replaced(module, definition, `${text}\n\n\n${other}`),
  );
  return copied && faulty(copied, lastLine(copied, path, firstLine(decorator)));
};

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** The ways to register blueprints in which a second route can have the path of the first. */
const MOUNTINGS = [
  "registers the blueprints by hand",
  "registers the blueprints in a loop over a list",
  "registers the blueprints in a loop over pairs",
  "nests the blueprints",
  "nests the blueprints twice",
  "splits the factory",
  "",
];

/** Adds a route whose path another route has, in any kind of mounting. */
const addsRouteTwice: Fault = (project, random) => {
  const kinds = { ...REGISTRATION, ...MOUNTING };
  const mounted = kinds[random.pick(MOUNTINGS) ?? ""]?.(project, random) ?? project;
  const registering = registrar(mounted);
  const registration = lf(mounted.files, registering ?? "");
  const place = random.pick(
    handlers(mounted).filter(({ path, blueprint, verb }) =>
      verb !== "route" && path.endsWith("_route.py") &&
      definitionOf(lf(mounted.files, path), blueprint).includes("url_prefix=")
    ),
  );
  // Status does not read computed prefixes, and a dict has a prefix only once.
  const isUnread = /url_prefix=f"|\.items\(\)/.test(registration);
  if (place === undefined || registering === undefined || isUnread) return null;
  const made = definitionOf(lf(mounted.files, place.path), place.blueprint)
    .replace(place.blueprint, "second_bp")
    .replace(/Blueprint\(\s*["']\w+["']/, 'Blueprint("second"');
  const path = place.path.replace(/\w+_route\.py$/, "second_route.py");
  const parameters = [...place.rule.matchAll(/<(?:\w+:)?(\w+)>/g)].map(([, each]) => each);
  const code = `"""The same path."""\n\nfrom flask import Blueprint\n\n${made}\n\n\n` +
    `@second_bp.${place.verb}("${place.rule}")\n` +
    `def second(${parameters.join(", ")}):\n    return {"second": 1}\n`;
  const added: Project = { ...mounted, files: { ...mounted.files, [path]: code } };
  const all = registration.includes("iter_modules(")
    ? added
    : change(added, registering, (text) => {
      const now = registeredBeside(text, place.blueprint, "second_bp");
      return now === null ? null : withImport(now, `from ${moduleAt(path)} import second_bp`);
    });
  if (all === null) return null;
  const { from, to } = place.definition;
  const first = Array.from(
    { length: to - from },
    (_, index) => ({ file: place.path, line: from + 1 + index }),
  );
  return faulty(all, lastLine(added, path, "@second_bp"), ...first);
};

/** Registers a blueprint as another one is registered. */
function registeredBeside(text: string, known: string, added: string): string | null {
  const call = new RegExp(`^[ \\t]*\\w+\\.register_blueprint\\(${known}\\b[^\\n]*$`, "m");
  const pair = new RegExp(`^[ \\t]*\\(${known}, [^\\n]*$`, "m");
  const listed = new RegExp(`\\b${known}\\b(?=[,\\]])`);
  const line = call.exec(text)?.[0] ?? pair.exec(text)?.[0];
  const now = line === undefined
    ? text.replace(listed, `${known}, ${added}`)
    : text.replace(line, `${line}\n${line.replace(known, added)}`);
  return now === text ? null : now;
}

/** Returns the assignment of a variable at the top of a module. */
function definitionOf(text: string, variable: string): string {
  return new RegExp(`^${variable} = [^\\n]*(?:\\n[ \\t)][^\\n]*)*`, "m").exec(text)?.[0] ?? "";
}

/** Keeps a method twice. The second one gives another answer. */
const keepsMethodTwice: Fault = (project, random) => {
  const place = random.pick(mocks(project));
  if (place === undefined) return null;
  const { path, definition, text } = place;
  const header = /^[^]*?\bdef [^]*?:\n/.exec(text)?.[0] ?? "";
  const indent = /^[ \t]*/.exec(text.slice(header.length))?.[0] ?? "";
  const twice = `${text}\n\n${header}${indent}return {"both": 1}`;
  const kept = change(project, path, (module) => replaced(module, definition, twice));
  const start = `def ${definition.name}(`;
  return kept && faulty(kept, secondLine(kept, path, start, definition.from));
};

/** Keeps a service class twice. The second one has no methods. */
const keepsClassTwice: Fault = (project, random) => {
  const place = random.pick(services(project));
  if (place === undefined) return null;
  const { path, name, repository } = place;
  const code = `class ${name}:\n    def __init__(self, repository: ${repository}) -> None:\n` +
    "        self.repository = repository\n";
  const kept = change(project, path, (text) => `${text.trimEnd()}\n\n\n${code}`);
  return kept && faulty(kept, lastLine(kept, path, `class ${name}`));
};

/** Returns the second line that starts with a text, from a line on. */
function secondLine(project: Project, file: string, start: string, from: number): Place {
  const lines = lf(project.files, file).split("\n");
  const found = lines.flatMap((each, index) =>
    index >= from && each.trimStart().startsWith(start) ? [index + 1] : []
  );
  return { file, line: found[1] ?? 0 };
}

const REGISTERS = /^[ \t]*\w+\.register_blueprint\((?!blueprint|getattr)(\w+)[^\n]*\)$/m;

/** Keeps a registration twice, as after a merge. */
const registersTwice: Fault = (project, random) => {
  const byHand = REGISTRATION["registers the blueprints by hand"]?.(project, random) ?? project;
  const path = registrar(byHand);
  const line = REGISTERS.exec(lf(byHand.files, path ?? ""))?.[0];
  if (path === undefined || line === undefined) return null;
  const twice = change(byHand, path, (text) => text.replace(line, `${line}\n${line}`));
  return twice && faulty(twice, lastLine(twice, path, line.trim()));
};

/** Gives a second blueprint the name of the first. */
const namesTwice: Fault = (project, random) => {
  const [one, other] = random.shuffled(singleBlueprints(project));
  if (one === undefined || other === undefined) return null;
  const pattern = new RegExp(`^(${other.variable} = Blueprint\\(\\s*["'])${other.name}`, "m");
  const named = change(
    project,
    other.path,
    (text) => text.replace(pattern, `$1${one.name}`),
  );
  if (named === null) return null;
  return faulty(
    named,
    lastLine(named, one.path, `${one.variable} = Blueprint(`),
    lastLine(named, other.path, `${other.variable} = Blueprint(`),
  );
};

/** Changes the end of a module of a route or a service. */
function breaksSyntax(edit: (text: string, last: Definition) => string): Fault {
  return (project, random) => {
    const path = random.pick(
      appModules(project).filter((each) => /_(?:route|service)\.py$/.test(each)),
    );
    return faulty(change(project, path, (text) => {
      const last = definitions(text).at(-1);
      return last === undefined ? null : edit(text, last);
    }));
  };
}

const leavesMarkers = breaksSyntax((text, last) => {
  const code = textOf(text, last);
  return replaced(text, last, `<<<<<<< HEAD\n${code}\n=======\n${code}\n>>>>>>> theirs`);
});

/** Leaves out the registration of a blueprint. Flask answers 404 then. */
export const leavesOut: Fault = (project, random) => {
  const mounting = random.oneOf("registers the blueprints by hand", "nests the blueprints twice");
  const byHand = REGISTRATION[mounting]?.(project, random) ?? project;
  const path = registrar(byHand);
  const line = REGISTERS.exec(lf(byHand.files, path ?? ""))?.[0];
  if (path === undefined || line === undefined) return null;
  return faulty(
    change(byHand, path, (text) => text.replace(line, /^[ \t]*/.exec(line)?.[0] + "pass")),
  );
};

/** Every kind of fault. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  "deletes the module of a service": deletes((project) =>
    services(project).map(({ path }) => path)
  ),
  "deletes the module of a repository": deletes(repositoryModules),
  "deletes a module of models": deletes(modelModules),
  "deletes a module that several others import": deletes(helperModules),
  "deletes the module of a route that is imported": deletes(routeModules),
  "moves a module, and not its imports": movesModule,
  "renames a service class, and not its uses": renamesService,
  "renames a repository class, and not its uses": renamesRepository,
  "renames a model, and not its uses": renames(
    /^class \w+(?=\((?:TypedDict|Body)\b)/m,
    "class Other",
  ),
  "renames a function, and not its imports": renames(
    /^def (?:json_body|per_request|register_error_handlers)\b/m,
    "def other",
  ),
  "renames a method, and not its calls": renamesMethod,
  "deletes a method, and not its calls": deletesMethod,
  "renames a method of a repository, and not its calls": renamesRepositoryMethod,
  "misspells a method": onHandler((text) => text.replace(/(service\(\)\s*\.\w+)\(/, "$1x(")),
  "loses an import": losesImport,
  "misspells a function": onHandler((text) => text.replace("jsonify(", "jsonfy(")),
  "renames the function that creates a service": renames(/^def service\b/m, "def servis"),
  "uses a constant that nothing defines": onHandler((text) =>
    text.replace(/^([ \t]+)return /m, "$1print(LIMIT)\n$&")
  ),
  "renames a blueprint, and not its uses": renamesBlueprint,
  "copies a handler": copiesHandler,
  "copies a handler under another name": copiesHandlerAsOther,
  "adds a route at the path of another": addsRouteTwice,
  "keeps a method twice": keepsMethodTwice,
  "keeps a class twice": keepsClassTwice,
  "registers a blueprint twice": registersTwice,
  "gives two blueprints one name": namesTwice,
  "leaves a function open": breaksSyntax((text) => `${text}\ndef (\n`),
  "leaves conflict markers in code": leavesMarkers,
};
