/** The handlers that a run writes, in the form of the handlers that the route has. */

import type { Diagnostic } from "../../core/diagnostic.ts";
import type { Snapshot } from "../../core/change_set.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import { definitionKey, type DefinitionRecord } from "../../project/records/route_record.ts";
import { findClass, findMethod } from "../../project/semantics/service_class.ts";
import type { AppendOptions } from "../../python/edit.ts";
import type { CodePart } from "../code/code_part.ts";
import { type Endpoint, freeHandlerName, mountedAt } from "../code/endpoint.ts";
import { type EndpointTypes, typesWithoutModels } from "../code/models.ts";
import { type RouteCode, type SentBodies, withBody } from "../code/route_files.ts";
import type { FoundDefinition } from "../../project/homes/found_definition.ts";
import { type EndpointAction, leave } from "../compare/action.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import { layerProblems, missingClasses, testsKept } from "../handlers/layers.ts";
import { NewHandlers } from "../handlers/new_handlers.ts";
import { readRouteModule, type RouteModule, takenNames } from "../handlers/route_module.ts";

/** A handler to write, and its test. */
export interface WrittenHandler {
  readonly handler: CodePart;
  /** `null` if the tests of the route cannot take it. */
  readonly test: CodePart | null;
  /** The function through which it reaches the service, if that function does not exist yet. */
  readonly wiring: CodePart | null;
  /** Whether the code has no handler of the endpoint yet. */
  readonly isNew: boolean;
}

/** The handlers of a route that a run writes in another form than the generated one. */
export interface WrittenHandlers {
  readonly handlers: ReadonlyMap<Endpoint, WrittenHandler>;
  /** The actions for the endpoints of the route. What cannot be written is left, with the reason. */
  readonly actions: ReadonlyMap<Endpoint, EndpointAction>;
  /** The place of the first handler. */
  readonly place: AppendOptions;
  readonly notes: readonly Diagnostic[];
}

/** A route that endpoints are written to. */
export interface GrowingRoute {
  readonly code: RouteCode;
  readonly home: RouteHome;
  /** The recorded definitions of each endpoint. */
  readonly recordedOf: (endpoint: Endpoint) => readonly DefinitionRecord[];
  readonly actions: ReadonlyMap<Endpoint, EndpointAction>;
}

/**
 * Finds the form of the handlers that a run writes. A new one has the form that the other handlers
 * share, such as their guard. One that is written again keeps its own.
 *
 * @param draft The project, with the routes that were written before.
 * @param files The project's files before any route was written.
 */
export function writtenHandlers(
  route: GrowingRoute,
  draft: ProjectDraft,
  files: Snapshot,
): WrittenHandlers {
  const { code, home, actions } = route;
  const broken = brokenFile(home, draft);
  const module = broken ?? readModule(home, draft, files);
  const isRead = typeof module !== "string";
  const form = isRead ? new NewHandlers(home, module, draft) : null;
  const names = new Set(isRead ? takenNames(module.module) : []);
  const { sent } = code;
  const types = new Map(code.endpoints.map((each, index) => [each, code.types[index]]));
  const handlers = new Map<Endpoint, WrittenHandler>();
  const notes: Diagnostic[] = [];
  const after = new Map(actions);
  for (const [endpoint, { writing }] of actions) {
    if (writing === null) continue;
    const known = handlerOf(route, endpoint);
    if (known?.found.place.symbol.kind === "class") {
      const { path, line, name } = known.found;
      after.set(
        endpoint,
        leave("edited", `the class ${name} in ${path}:${line} answers; change it there`),
      );
      continue;
    }
    if (writing !== "add" && (known !== null || writing === "update") && broken === null) {
      const [missing] = home.isMoved && writing !== "update" ? missingClasses(home, draft) : [];
      if (missing !== undefined) {
        after.set(endpoint, leave("deleted", missing.message));
        continue;
      }
      const again = known === null || form === null || !isRead
        ? null
        : handlerAgain(endpoint, known, { types, sent, home, draft, form, module, names });
      if (again === null) continue;
      handlers.set(endpoint, again);
      notes.push(...again.notes);
      continue;
    }
    const taken = writing === "add" && home.isMoved ? takenMethod(endpoint, home, draft) : null;
    const added = form === null || !isRead
      ? String(module)
      : taken ?? newHandler(endpoint, { types, sent, home, draft, form, module, names });
    if (typeof added !== "string") {
      handlers.set(endpoint, added);
      notes.push(...added.notes);
    } else if (home.isMoved) {
      after.set(endpoint, leave(writing === "add" ? "unplaced" : "deleted", added));
    }
  }
  return { handlers, actions: after, notes, place: isRead ? module.place : {} };
}

/** Reads the module of a route; the reason why handlers cannot be added if that is impossible. */
function readModule(home: RouteHome, draft: ProjectDraft, files: Snapshot): RouteModule | string {
  const text = draft.module(home.paths.route)?.module.source;
  if (text === undefined) return "its route's module was moved or deleted, and not found";
  const module = readRouteModule(home, text, files);
  return "severity" in module ? module.message : module;
}

function brokenFile({ paths }: RouteHome, draft: ProjectDraft): string | null {
  for (const path of Object.values(paths)) {
    const [problem] = draft.module(path)?.module.problems ?? [];
    if (problem !== undefined) return `${path}:${problem.line} does not parse`;
  }
  return null;
}

/** A handler in the code, and the name under which it is recorded. */
interface KnownHandler {
  readonly name: string;
  readonly found: FoundDefinition;
}

/** Returns the handler of an endpoint in the code; `null` if people deleted it. */
function handlerOf({ home, recordedOf }: GrowingRoute, endpoint: Endpoint): KnownHandler | null {
  const handlers = recordedOf(endpoint).flatMap((each) => {
    const found = each.layer === "route" ? home.found.get(definitionKey(each)) : undefined;
    return found === undefined ? [] : [{ name: each.name, found }];
  });
  return handlers[0] ?? null;
}

/** Describes a method that already has the name of a new one; `null` if there is none. */
function takenMethod(
  { serviceMethod, repositoryMethod }: Endpoint,
  { paths, service, repository }: RouteHome,
  draft: ProjectDraft,
): string | null {
  const names = [
    [paths.service, service, serviceMethod],
    [paths.repository, repository, repositoryMethod],
  ] as const;
  for (const [path, className, name] of names) {
    const module = draft.module(path)?.module;
    const found = module === undefined ? undefined : findClass(module, className);
    const method = found === undefined ? undefined : findMethod(found, name);
    const row = method === undefined ? undefined : module?.lines[method.header]?.row;
    if (row !== undefined) return `${path}:${row} already has '${className}.${name}'`;
  }
  return null;
}

interface HandlerContext {
  readonly types: ReadonlyMap<Endpoint, EndpointTypes | undefined>;
  readonly sent: SentBodies | undefined;
  readonly home: RouteHome;
  readonly draft: ProjectDraft;
  readonly form: NewHandlers;
  readonly module: RouteModule;
  /** The names that the route's module binds, and those of the handlers added before. */
  readonly names: Set<string>;
}

/** A handler to write, and what to say of it. */
interface NotedHandler extends WrittenHandler {
  readonly notes: readonly Diagnostic[];
}

/** Returns a handler to add, or the reason why it cannot be written. */
function newHandler(
  endpoint: Endpoint,
  { types: all, home, draft, form, module, names }: HandlerContext,
): NotedHandler | string {
  const name = home.isMoved ? freeHandlerName(endpoint.handler, names) : endpoint.handler;
  const placed = { ...mountedAt(endpoint, module.prefix), handler: name };
  const handler = form.of(placed);
  const [problem] = layerProblems(placed, handler, home, draft);
  if ("severity" in handler || problem !== undefined) return problem?.message ?? "";
  names.add(name);
  const types = all.get(endpoint) ?? typesWithoutModels(endpoint);
  const untested = form.untested(handler);
  return {
    handler: form.code(placed, types, handler),
    test: untested === null ? form.test(placed, types, handler) : null,
    wiring: handler.wiring,
    isNew: true,
    notes: [
      ...handler.diagnostics,
      ...(untested === null ? [] : [testsKept(home.paths.test, untested)]),
    ],
  };
}

/** Returns a handler in the form that it has; `null` if that is the generated form. */
function handlerAgain(
  endpoint: Endpoint,
  { name, found }: KnownHandler,
  { types: all, sent, form, module }: HandlerContext,
): NotedHandler | null {
  const placed = { ...mountedAt(endpoint, module.prefix), handler: name };
  const handler = form.again(placed, found.name);
  if (handler === null) return null;
  const types = all.get(endpoint) ?? typesWithoutModels(endpoint);
  return {
    handler: form.code(placed, types, handler),
    test: form.test(withBody(placed, sent?.get(endpoint)), types, handler),
    wiring: handler.wiring,
    isNew: false,
    notes: handler.diagnostics,
  };
}
