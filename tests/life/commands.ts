/** The commands that people run on a project, and the changes that each command is asked for. */

import { isDeepStrictEqual } from "node:util";
import type { Report, Workspace } from "../../mod.ts";
import { layoutAt } from "../../project/layout/layout_of.ts";
import { functionNames } from "../../project/layout/layers.ts";
import { comparablePath, printedPath } from "../../project/layout/url_paths.ts";
import { adopts } from "./adoption.ts";
import { changesEndpoint } from "./changes.ts";
import { generatesDocs, removesDocs } from "./documentation.ts";
import type { ServedEndpoint } from "./judge.ts";
import { addsPath, addsResource, addsRoute, addsSubroute, joinsRoute } from "./growth.ts";
import { type Project, recordedRoutes } from "./project.ts";
import type { Random } from "./random.ts";
import {
  isHandledBy,
  isRecorded,
  type RecordedEndpoint,
  recordedEndpoints,
  removesRoute,
  removesSubroute,
} from "./removals.ts";
import type { ReportRow } from "./reported.ts";
import { namedNow, type Renames, renamesRoute, renamesSubroute } from "./renamings.ts";
import { blueprintNames, isBelowRoute, isOfRoute, isServedAs, isServedAt } from "./served.ts";
import { SPEC_CHANGES } from "./spec_changes.ts";
import {
  CONTRACT,
  endpointsOf,
  isAccepted,
  isValid,
  type NamedEndpoint,
  type Spec,
  textOf,
  urlOf,
} from "./specs.ts";

/** A project, and the facts about its past that the guarantees need. */
export interface Life {
  readonly project: Project;
  /** The spec of the last `generate api` that succeeded. */
  readonly spec: Spec;
  /** The paths of files that people deleted or moved away. */
  readonly deleted: ReadonlySet<string>;
  /** The endpoints of the spec that the project lacked when it was adopted. The next run adds them. */
  readonly forgotten: readonly NamedEndpoint[];
}

/** The library that runs commands. */
export type Library = typeof import("../../mod.ts");

/** A command that is about to run. */
export interface Command {
  /** The command as a person would type it. */
  readonly words: string;
  readonly run: Run;
  /** Reports whether the command was asked to change this endpoint, or to add it. */
  readonly asksFor: (endpoint: ServedEndpoint) => boolean;
  /** The spec that the project follows afterwards. */
  readonly spec: Spec;
  /** Whether the spec is the one of the last run, so that nothing may change. */
  readonly asksNothing: boolean;
  /** Whether the command may replace people's code. */
  readonly isForced: boolean;
  /**
   * Whether the command may be refused, because it changes the method or path of handlers, or
   * removes handlers.
   */
  readonly mayRefuse: boolean;
  /** Whether the command edits people's functions where they register the blueprints. */
  readonly registers?: boolean;
  /** Whether the command may fail, because it does not find its place in people's code. */
  readonly mayFail?: boolean;
  /** The recorded endpoints that the command removes. A second run has nothing to remove. */
  readonly removes?: readonly NamedPath[];
  /** The endpoints of the spec that it adds or changes; absent for commands without a spec. */
  readonly changed?: readonly NamedEndpoint[];
  /** The renaming that the command does. A second run has nothing to rename. */
  readonly renames?: Renames;
  /** Whether the command adopts the project. A second run has nothing to adopt. */
  readonly isAdoption?: boolean;
  /** Whether the spec stays as it was if the command changes nothing. */
  readonly isLeftToPeople?: boolean;
}

/** Runs a command on a project. */
export type Run = (
  workspace: Workspace,
  library: Library,
) => Promise<Report<ReportData>>;

/** The data of a report that the guarantees read. */
export interface ReportData {
  readonly endpoints?: readonly NamedPath[];
  /** The rows of `generate api`. */
  readonly states?: readonly ReportRow[];
}

/** An endpoint in a report. */
export interface NamedPath {
  readonly method: string;
  readonly path: string | null;
}

/** Returns the next command of a kind; `null` if such a command makes no sense for this project. */
export type CommandKind = (life: Life, random: Random) => Command | null;

/** Returns the command `generate api` with a spec. */
export function generateApiWith(
  words: string,
  { project, spec: old, forgotten }: Life,
  spec: Spec | null,
): Command | null {
  if (spec === null) return null;
  const wanted = endpointsOf(spec);
  const added = forgotten.map((after) => ({ before: null, after }));
  const changed = [...changedEndpoints(old, wanted), ...added];
  const unchanged = wanted
    .filter((each) =>
      !changed.some(({ after }) =>
        [after, namedNow(project, after)].some((other) => isDeepStrictEqual(other, each))
      )
    )
    .map((each) => namedNow(project, each));
  // The prefix of a route changes for everything below it.
  const routes = recordedRoutes(project);
  const moved = new Set(
    changed.map(({ after }) => namedNow(project, after)).filter((each) => {
      const known = routes.get(each.route);
      return known !== undefined && (known.prefix ?? `/${each.route}`) !== prefixOf(each);
    }).map(({ route }) => route),
  );
  // The project may still have an endpoint of an earlier spec, with another method, path or name.
  const recorded = recordedEndpoints(project);
  const names = blueprintNames(project);
  const earlier = recorded.filter((each) =>
    changed.flatMap(({ after }) => [after, namedNow(project, after)]).some((wanted) =>
      each.route === wanted.route && each.subroute === wanted.subroute &&
      `${each.method} ${printedPath(each.path)}` !== keyOf(wanted)
    )
  );
  const hasMethod = ({ route, subroute }: RecordedEndpoint, { method }: ServedEndpoint) =>
    changed.flatMap(({ after }) => [after, namedNow(project, after)]).some((each) =>
      each.route === route && each.subroute === subroute && each.type === method
    );
  // A command or an earlier spec may have made the endpoint, with another status or body.
  const isRecordedAs = ({ after }: ChangedEndpoint) =>
    recorded.some(({ method, path }) => `${method} ${printedPath(path)}` === keyOf(after));
  const isMoved = earlier.length > 0 ||
    changed.some(({ before, after }) => before !== null && keyOf(before) !== keyOf(after));
  // After the records were lost, code from an earlier spec counts as hand-written.
  const isTaken = changed.some(({ after: { route, subroute, type } }) => {
    const known = recorded.filter((each) => each.route === route);
    if (known.some((each) => each.subroute === subroute && each.method === type)) return false;
    const paths = layoutAt(project.app, new Map()).routePaths(route);
    const service = project.files[paths.service] ?? "";
    return service.includes(`    def ${functionNames(type, subroute).serviceMethod}(`) ||
      known.length === 0 &&
        Object.values(paths).some((path) => project.files[path] !== undefined);
  });
  const affected = changed
    .flatMap(({ before, after }) => before === null ? [after] : [before, after])
    .flatMap((each) => [each, namedNow(project, each)]);
  return {
    words: `generate api ${project.folder} with ${words}: ${JSON.stringify(spec.routes)}`,
    run: (workspace, { generateApi }) => generateApi(workspace, project.folder, textOf(spec)),
    asksFor: (served) => {
      if ([...moved].some((route) => isBelowRoute(served, route, names))) return true;
      const key = `${served.method} ${comparablePath(served.rule)}`;
      const isWanted = changed.some(({ after }) =>
        `${after.type} ${comparablePath(urlOf(after))}` === key
      );
      if (isWanted) return true;
      const isKnown = recorded.some((each) =>
        changed.some(({ after }) => `${each.method} ${printedPath(each.path)}` === keyOf(after)) &&
        isRecorded(served, each, recorded.filter((other) => other !== each))
      );
      if (isKnown) return true;
      const left = unchanged.filter((each) =>
        each.type === served.method && isServedAs(served, each, names)
      );
      const isReplaced = earlier.some((each) => {
        const { route, method, path, below, origin } = each;
        if (origin !== "spec") return false;
        // A handler may keep its name when it gets another method.
        if (served.method !== method) return isHandledBy(served, each) && hasMethod(each, served);
        // People may have given the blueprint another prefix.
        const end = isOfRoute(served, route, names) && below !== "" ? below : path;
        return printedPath(served.rule).endsWith(printedPath(end)) || isHandledBy(served, each);
      });
      if (isReplaced && left.length === 0) return true;
      return affected.some((each) =>
        // If people added a prefix, a path may end with the path of another endpoint.
        isServedAs(served, each, names) &&
        left.every((other) =>
          // A handler may have the name of an endpoint that the spec calls otherwise.
          isServedAt(served, each) && !isServedAt(served, other) ||
          urlOf(each).endsWith(urlOf(other)) && urlOf(each) !== urlOf(other)
        )
      );
    },
    spec,
    changed: changed.map(({ after }) => after).filter((each) => !hasContract(old, each)),
    asksNothing: forgotten.length === 0 && isDeepStrictEqual(endpointsOf(old), endpointsOf(spec)),
    isForced: false,
    mayRefuse: isMoved || isTaken || hasFirstCheck(project, changed) ||
      changed.some((each) => changesContract(each) || each.before === null && isRecordedAs(each)),
  };
}

/** Reports whether clients see the change of an endpoint, so that edits may hold it until people decide. */
function changesContract({ before, after }: ChangedEndpoint): boolean {
  return before !== null &&
    (before.status !== after.status ||
      CONTRACT.some((part) => !isDeepStrictEqual(before[part], after[part])));
}

/**
 * Reports whether an endpoint may be the project's first that needs some shared code. Edits of the code that
 * it needs refuse that.
 */
function hasFirstCheck({ files }: Project, changed: readonly ChangedEndpoint[]): boolean {
  const paths = Object.keys(files);
  return CONTRACT.some((part) =>
    changed.some(({ after }) => after[part] !== undefined) &&
    SHARED_CODE[part].some((module) => !paths.some((path) => path.endsWith(`/${module}.py`)))
  );
}

/** The shared code that parts of endpoints need. */
const SHARED_CODE: Readonly<Record<typeof CONTRACT[number], readonly string[]>> = {
  query: ["models/body", "request_parameters"],
  headers: ["models/body", "request_parameters"],
  list: ["models/body", "request_parameters", "list_parameters"],
  body: ["models/body", "models/limits"],
  errors: ["documented_errors"],
};

/** Reports whether a spec has an endpoint under any name, so that clients notice no difference. */
function hasContract(spec: Spec, wanted: NamedEndpoint): boolean {
  const contract = (each: NamedEndpoint) => [
    keyOf(each),
    each.mock,
    each.status ?? (each.type === "POST" ? 201 : 200),
    ...CONTRACT.map((part) => each[part]),
  ];
  return endpointsOf(spec).some((each) => isDeepStrictEqual(contract(each), contract(wanted)));
}

interface ChangedEndpoint {
  /** `null` if the earlier spec did not have the endpoint. */
  readonly before: NamedEndpoint | null;
  readonly after: NamedEndpoint;
}

/** Lists the endpoints of a spec that are new, or that differ from those of an earlier spec. */
function changedEndpoints(old: Spec, wanted: readonly NamedEndpoint[]): ChangedEndpoint[] {
  const earlier = endpointsOf(old);
  return wanted.flatMap((after) => {
    const here = earlier.filter((each) => isSamePath(each, after));
    const before = here.find(({ type }) => type === after.type) ??
      here.find(({ type }) =>
        !wanted.some((each) => isSamePath(each, after) && each.type === type)
      ) ?? null;
    return isDeepStrictEqual(before, after) ? [] : [{ before, after }];
  });
}

function keyOf(endpoint: NamedEndpoint): string {
  return `${endpoint.type} ${urlOf(endpoint)}`;
}

function prefixOf({ route, prefix = `/${route}` }: NamedEndpoint): string {
  return prefix;
}

function isSamePath(one: NamedEndpoint, other: NamedEndpoint): boolean {
  return one.route === other.route && one.subroute === other.subroute;
}

function changing(words: string): CommandKind {
  return (life, random) => {
    const spec = SPEC_CHANGES[words]?.(life.spec, random) ?? null;
    return spec !== null && isValid(spec) && isAccepted(spec)
      ? generateApiWith(words, life, spec)
      : null;
  };
}

/** Changes all mocks with `--force`, which also replaces code that people wrote instead of them. */
const forcing: CommandKind = (life, random) => {
  const command = changing("other mocks")(life, random);
  if (command === null) return null;
  const { folder } = life.project;
  return {
    ...command,
    words: `${command.words} --force`,
    run: (workspace, { generateApi }) =>
      generateApi(workspace, folder, textOf(command.spec), { force: true }),
    isForced: true,
  };
};

/** Changes a part of the contract, and keeps what people wrote as it is. */
const keeping: CommandKind = (life, random) => {
  const words = random.oneOf("a changed path", "a changed method", "a changed body");
  const command = changing(words)(life, random);
  if (command === null) return null;
  const { folder } = life.project;
  return {
    ...command,
    words: `${command.words} --keep-edited`,
    run: (workspace, { generateApi }) =>
      generateApi(workspace, folder, textOf(command.spec), { keepEdited: true }),
  };
};

/** The kinds of commands. A new command needs one line here. */
export const COMMANDS: ReadonlyMap<string, CommandKind> = new Map<string, CommandKind>([
  ["generate api", (life) => generateApiWith("the same spec", life, life.spec)],
  ...Object.keys(SPEC_CHANGES).map((words): [string, CommandKind] => [
    `generate api with ${words}`,
    changing(words),
  ]),
  ["generate api --force", forcing],
  ["generate api --keep-edited", keeping],
  ["generate route", addsRoute],
  ["generate route --methods", joinsRoute],
  ["generate subroute", addsSubroute],
  ["generate subroute --path --methods", addsPath],
  ["generate resource", addsResource],
  ["change", changesEndpoint],
  ["remove route", removesRoute],
  ["remove subroute", removesSubroute],
  ["adopt", adopts],
  ["rename route", renamesRoute],
  ["rename subroute", renamesSubroute],
  ["generate docs", generatesDocs],
  ["remove docs", removesDocs],
]);
