/** Checks that Flask serves the endpoints of an exported spec, with its mocks. */

import { isDeepStrictEqual } from "node:util";
import { printedPath } from "../../project/layout/url_paths.ts";
import { endpointsOf, type ParsedSpec } from "../tools/spec_endpoints.ts";
import type { Judgement } from "./judge.ts";

/**
 * Returns the endpoints of an exported spec that Flask does not serve, or whose answers differ from
 * the mocks.
 */
export function exportedProblems(exported: ParsedSpec, { error, endpoints }: Judgement): string[] {
  if (error !== null) return [];
  const served = new Map(
    endpoints.map((each) => [`${each.method} ${unnamed(printedPath(each.rule))}`, each]),
  );
  return endpointsOf(exported).flatMap(({ path, method, mock }) => {
    const key = `${method} ${path}`;
    const found = served.get(`${method} ${unnamed(path)}`);
    if (found === undefined) return [`${key} is exported, but not served`];
    const { status, body } = found;
    // People may have changed a service's answer so that its handler fails, and may turn that error
    // into a 404.
    const isSame = mock === undefined || status === 500 || status === 404 ||
      isDeepStrictEqual(JSON.parse(body), mock);
    return isSame ? [] : [`${key} answers ${body.trim()}, exported is ${JSON.stringify(mock)}`];
  });
}

/**
 * Returns a path without the names of its parameters, which may differ between the handlers of a
 * path, but not in a spec.
 */
function unnamed(path: string): string {
  return path.replace(/\{\w+/g, "{");
}
