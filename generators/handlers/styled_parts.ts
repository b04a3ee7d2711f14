/** Generated handlers of a route, written like the handlers beside them. */

import type { Snapshot } from "../../core/change_set.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import { type Endpoint, mountedAt } from "../code/endpoint.ts";
import type { CodePart } from "../code/code_part.ts";
import { generatedWiring, handlerPart, testPart } from "../code/endpoint_code.ts";
import { typesWithoutModels } from "../code/models.ts";
import { definitionKey } from "../../project/records/route_record.ts";
import type { RouteCode } from "../code/route_files.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import { hasConventions } from "./conventions.ts";
import { neighbourConventions } from "./layers.ts";
import { readRouteModule } from "./route_module.ts";

/**
 * Returns the handlers and tests that are not as generated, because the other handlers of the route
 * share decorators such as `@login_required`, parameters or a return style. They have the names of
 * generated code.
 *
 * @param isWanted Selects the endpoints.
 * @param files The project's files before any route is written.
 * @returns The parts by the keys of their definitions; `null` for a test that is not added, because
 * a stand-in does not reach a service that the handler gets as an argument.
 */
export function styledParts(
  { endpoints, types }: RouteCode,
  isWanted: (endpoint: Endpoint) => boolean,
  home: RouteHome,
  { draft, files }: { readonly draft: ProjectDraft; readonly files: Snapshot },
): ReadonlyMap<string, CodePart | null> {
  const text = files.get(home.paths.route);
  if (text === undefined || !endpoints.some(isWanted)) return NONE;
  const module = readRouteModule(home, text, files);
  if ("severity" in module || !hasConventions(module.handlers, module.prefix)) return NONE;
  return new Map(endpoints.flatMap((each, index) => {
    if (!isWanted(each)) return [];
    const endpoint = mountedAt(each, module.prefix);
    const own = types[index] ?? typesWithoutModels(endpoint);
    const { form, service } = neighbourConventions(draft, endpoint, module, home);
    const wiring = generatedWiring(endpoint, own);
    const handler = handlerPart(endpoint, { ...wiring, form, service: service ?? wiring.service });
    const generated = handlerPart(each, generatedWiring(each, own));
    if (handler.copied === undefined && handler.code === generated.code) return [];
    const test = testPart({ ...endpoint, created: null }, own, form.returned.isJson);
    const isTested = service === null;
    return [
      [definitionKey({ layer: "route", name: handler.name }), handler] as const,
      ...(isTested && form.returned.isDefault
        ? []
        : [[definitionKey({ layer: "test", name: test.name }), isTested ? test : null] as const]),
    ];
  }));
}

const NONE: ReadonlyMap<string, CodePart | null> = new Map();
