/** Whether the endpoints of an exported spec are served, and answer its mocks. */

import { isDeepStrictEqual } from "node:util";
import { printedPath } from "../../project/url_paths.ts";
import { endpointsOf, type ParsedSpec } from "../tools/spec_endpoints.ts";
import type { Judgement } from "./judge.ts";

/** Returns the endpoints of an exported spec that Flask does not serve, or that answer something else. */
export function exportedProblems(exported: ParsedSpec, { error, endpoints }: Judgement): string[] {
  if (error !== null) return [];
  const served = new Map(
    endpoints.map((each) => [`${each.method} ${printedPath(each.rule)}`, each.body]),
  );
  return endpointsOf(exported).flatMap(({ path, method, mock }) => {
    const key = `${method} ${path}`;
    const body = served.get(key);
    if (body === undefined) return [`${key} is exported, but not served`];
    const isSame = mock === undefined || isDeepStrictEqual(JSON.parse(body), mock);
    return isSame ? [] : [`${key} answers ${body.trim()}, exported is ${JSON.stringify(mock)}`];
  });
}
