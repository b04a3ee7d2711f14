/** Whether the endpoints of an exported spec are served, and answer its mocks. */

import { isDeepStrictEqual } from "node:util";
import type { Judgement } from "./judge.ts";
import { endpointsOf, type Spec } from "./specs.ts";

/** Returns the endpoints of an exported spec that Flask does not serve, or that answer something else. */
export function exportedProblems(exported: Spec, { error, endpoints }: Judgement): string[] {
  if (error !== null) return [];
  const served = new Map(endpoints.map((each) => [`${each.method} ${each.rule}`, each.body]));
  return endpointsOf(exported).flatMap(({ route, subroute, type, mock }) => {
    const key = `${type} /${route}${subroute === null ? "" : `/${subroute}`}`;
    const body = served.get(key);
    if (body === undefined) return [`${key} is exported, but not served`];
    const isSame = mock === undefined || isDeepStrictEqual(JSON.parse(body), mock);
    return isSame ? [] : [`${key} answers ${body.trim()}, exported is ${JSON.stringify(mock)}`];
  });
}
