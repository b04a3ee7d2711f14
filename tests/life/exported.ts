/** Whether the endpoints of an exported spec are served, and answer its mocks. */

import { isDeepStrictEqual } from "node:util";
import type { Judgement } from "./judge.ts";
import type { JsonValue } from "../../mod.ts";
import type { NamedEndpoint } from "./specs.ts";

/** A path of an exported spec: with one method, or with several. */
interface ExportedPath {
  readonly type?: NamedEndpoint["type"];
  readonly mock?: JsonValue;
  readonly methods?: Readonly<Record<string, { readonly mock?: JsonValue }>>;
}

/** An exported spec. */
export interface Exported {
  readonly routes: Readonly<
    Record<
      string,
      ExportedPath & { readonly subroutes?: Readonly<Record<string, ExportedPath>> }
    >
  >;
}

/** Lists the methods of an exported path. */
function answersOf({ type, mock, methods }: ExportedPath) {
  if (type !== undefined) return [{ type, mock }];
  return Object.entries(methods ?? {}).map(([type, answer]) => ({ type, mock: answer.mock }));
}

/** Lists the endpoints of an exported spec. */
export function exportedEndpoints({ routes }: Exported) {
  return Object.entries(routes).flatMap(([route, { subroutes = {}, ...own }]) => [
    ...answersOf(own).map((each) => ({ path: `/${route}`, ...each })),
    ...Object.entries(subroutes).flatMap(([subroute, path]) =>
      answersOf(path).map((each) => ({ path: `/${route}/${subroute}`, ...each }))
    ),
  ]);
}

/** Returns the endpoints of an exported spec that Flask does not serve, or that answer something else. */
export function exportedProblems(exported: Exported, { error, endpoints }: Judgement): string[] {
  if (error !== null) return [];
  const served = new Map(endpoints.map((each) => [`${each.method} ${each.rule}`, each.body]));
  return exportedEndpoints(exported).flatMap(({ path, type, mock }) => {
    const key = `${type} ${path}`;
    const body = served.get(key);
    if (body === undefined) return [`${key} is exported, but not served`];
    const isSame = mock === undefined || isDeepStrictEqual(JSON.parse(body), mock);
    return isSame ? [] : [`${key} answers ${body.trim()}, exported is ${JSON.stringify(mock)}`];
  });
}
