/** The handlers that a run writes into the generated module of a route, in another form than the generated one. */

import type { RouteHome } from "../../project/homes/route_home.ts";
import { SERVICE_FUNCTION } from "../../project/layout/layout.ts";
import { definitionKey, type DefinitionLayer } from "../../project/records/route_record.ts";
import type { PythonModule } from "../../python/python_module.ts";
import type { CodePart } from "../code/code_part.ts";
import type { FileMerges } from "../edits/file_merges.ts";
import { isGeneratedHandler } from "../handlers/generated_handler.ts";
import { type GrowingRoute, type WrittenHandlers, writtenHandlers } from "./written_handlers.ts";

/** Handlers in another form than the generated one, and what to say of them. */
export type HandlersInForm = Pick<WrittenHandlers, "handlers" | "notes">;

const NO_HANDLERS: HandlersInForm = { handlers: new Map(), notes: [] };

/** Returns the handlers that a run writes in another form than the generated one. */
export function handlersInPlace(
  route: GrowingRoute,
  { draft, before }: FileMerges,
): HandlersInForm {
  const module = draft.module(route.home.paths.route)?.module;
  if (module === undefined || isAsGenerated(module, route.home)) return NO_HANDLERS;
  return writtenHandlers(route, draft, before.files);
}

/** Reports whether new handlers in a module have the generated form. Handlers are not read for this. */
function isAsGenerated(module: PythonModule, { found }: RouteHome): boolean {
  const service = found.get(definitionKey({ layer: "route", name: SERVICE_FUNCTION }));
  return service?.edited === false &&
    module.definitions.every((each) =>
      each.decorators.length === 0 || isGeneratedHandler(module, each)
    );
}

/**
 * Returns the definitions of a layer that have another form than the generated one, by name; `null`
 * for a test that the route's tests cannot take.
 */
export function codeInForm(
  layer: DefinitionLayer,
  { handlers }: HandlersInForm,
): ReadonlyMap<string, CodePart | null> {
  if (layer !== "route" && layer !== "test") return new Map();
  return new Map(
    [...handlers].flatMap(([{ testName }, { handler, test, wiring }]) =>
      layer === "test" ? [[testName, test] as const] : [
        [handler.name, handler] as const,
        ...(wiring === null ? [] : [[wiring.name, wiring] as const]),
      ]
    ),
  );
}
