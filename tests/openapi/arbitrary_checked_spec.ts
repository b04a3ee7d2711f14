/** Random specs whose endpoints check bodies. */

import { parseJson } from "../../core/json.ts";
import type { ApiSpec, EndpointSpec } from "../../spec/api_spec.ts";
import { specText } from "../../spec/spec_text.ts";
import { arbitraryBody } from "../generators/arbitrary_body.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { checkedSpec } from "../generators/written_projects.ts";
import { fc } from "../tools/tier.ts";

/** The text of a spec. About half of the endpoints that can check bodies do. */
export const arbitraryCheckedSpec: fc.Arbitrary<string> = fc.tuple(
  arbitrarySpec,
  fc.array(fc.option(arbitraryBody), { minLength: 1, maxLength: 8 }),
).map(([{ text }, bodies]) => {
  const { routes, description } = withBodies(checkedSpec(text), bodies);
  return specText(routes, description);
});

/** Gives the bodies to the endpoints that can have one, in turn. */
function withBodies({ description, routes }: ApiSpec, bodies: readonly (string | null)[]): ApiSpec {
  let next = 0;
  const checked = (endpoints: readonly EndpointSpec[]) =>
    endpoints.map((each) => {
      if (each.method !== "POST" && each.method !== "PUT") return each;
      const body = bodies[next++ % bodies.length] ?? null;
      return body === null || body === "null" ? each : { ...each, body: parseJson(body) };
    });
  return {
    description,
    routes: routes.map((route) => ({
      ...route,
      endpoints: checked(route.endpoints),
      subroutes: route.subroutes.map((each) => ({ ...each, endpoints: checked(each.endpoints) })),
    })),
  };
}
