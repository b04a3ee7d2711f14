/** Decisions about endpoints that contradict each other, because the endpoints share a model. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import type { EndpointAction } from "../compare/action.ts";
import { recordedDefinitions } from "../records/recorded_route.ts";
import type { DecidedRoute } from "./reconcile_route.ts";

/**
 * Returns the error for an endpoint that people keep, but whose model would change because they replace
 * another endpoint; `null` without one.
 */
export function dividedModel(routes: readonly DecidedRoute[]): Diagnostic | null {
  for (const decided of routes) {
    const { route: { name: route, code, homes } } = decided;
    const kept = new Map(modelsOf(decided, ({ reason }) => reason === "keep"));
    const both = kept.size === 0
      ? []
      : modelsOf(decided, ({ writing }) => writing === "replace").filter(([name]) =>
        kept.has(name)
      );
    if (both.length === 0) continue;
    const generated = recordedDefinitions(code);
    for (const [name, replaced] of both) {
      const model = generated.find((each) => each.layer === "model" && each.name === name);
      const other = kept.get(name);
      const changes = model !== undefined && homes.find(route, model)?.hash !== model.hash;
      if (changes && other !== undefined) return divided(name, other, replaced);
    }
  }
  return null;
}

/** Lists the models of some endpoints, each with its endpoint. */
function modelsOf(
  { route: { code: { endpoints, models, sharedModels } }, actions }: DecidedRoute,
  isOf: (action: EndpointAction) => boolean,
): readonly (readonly [model: string, Endpoint])[] {
  return endpoints.flatMap((each, index) => {
    const action = actions.get(each);
    if (action === undefined || !isOf(action)) return [];
    const own = [...models[index] ?? [], ...sharedModels[index] ?? []];
    return own.map((name) => [name, each] as const);
  });
}

function divided(model: string, kept: Endpoint, replaced: Endpoint): Diagnostic {
  const message = `Cannot keep ${keyOf(kept)} and replace ${keyOf(replaced)}: both use ${model}. ` +
    "Nothing was written.";
  return error("conflict-edited", message, {
    hint: "Pass both to --keep, or both to --replace",
  });
}
