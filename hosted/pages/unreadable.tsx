/** Files that do not parse: named first, with their endpoints kept in the lists of pages. */

import { counted } from "../../core/report.ts";
import type { AnalyzedEndpoint, AnalyzedRoute } from "../../project/routing/analysis.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { TrimmedState } from "../../mcp/project_states.ts";
import type { Unreadable, UnreadableEndpoint } from "../tools/find_unreadable.ts";
import { fileHref } from "./project_links.ts";
import { short } from "./short_text.ts";

/** Maximum number of files that are named. */
const MAX_NAMED = 20;

/** Names the files that do not parse. @param name The project's name. */
export function UnreadableFiles(
  { name, unreadable: { files, endpoints } }: {
    readonly name: string;
    readonly unreadable: Unreadable;
  },
) {
  if (files.length === 0) return null;
  const [verb, object] = files.length === 1 ? ["does", "it"] : ["do", "them"];
  const follows = endpoints.length === 0
    ? ""
    : `, and ${counted(endpoints.length, "endpoint")} cannot be read`;
  return (
    <section class="card broken" aria-labelledby="broken">
      <h2 id="broken">{counted(files.length, "file")} {verb} not parse</h2>
      <p>Python cannot import {object}{follows}.</p>
      <ul>
        {files.slice(0, MAX_NAMED).map(({ file, line, message }) => (
          <li key={file}>
            <a href={fileHref(name, file, line)}>
              <bdi>{short(file)}</bdi>, line {line}
            </a>: {short(message)}
          </li>
        ))}
      </ul>
      {files.length > MAX_NAMED && <p>And {files.length - MAX_NAMED} more.</p>}
    </section>
  );
}

/** An endpoint on the map. */
export interface MappedEndpoint extends AnalyzedEndpoint {
  /** Whether its file does not parse. */
  readonly isUnreadable?: boolean;
}

/** A route on the map. */
export interface MappedRoute extends AnalyzedRoute {
  readonly endpoints: readonly MappedEndpoint[];
}

/** Marks the endpoints of routes that are unreadable, and adds those that the analysis no longer finds. */
export function withUnreadable(
  routes: readonly AnalyzedRoute[],
  { endpoints }: Unreadable,
): readonly MappedRoute[] {
  if (endpoints.length === 0) return routes;
  const keys = keysOf(endpoints);
  const isReadable = ({ methods, path }: AnalyzedEndpoint) =>
    !(methods ?? ["?"]).some((method) => keys.has(requestKey(method, path ?? "?")));
  const byRoute = Map.groupBy(endpoints, ({ route }) => route);
  const marked = routes.map((route): MappedRoute => {
    const more = byRoute.get(route.name) ?? [];
    byRoute.delete(route.name);
    return { ...route, endpoints: [...route.endpoints.filter(isReadable), ...more.map(mapped)] };
  });
  const lost = [...byRoute].map(([name, more]): MappedRoute => ({
    name,
    file: more[0]?.file ?? "",
    endpoints: more.map(mapped),
  }));
  return [...marked, ...lost];
}

function mapped({ method, path, file, line }: UnreadableEndpoint): MappedEndpoint {
  return {
    ...{ methods: [method], path, file, line, handler: "", registered: true },
    isUnreadable: true,
  };
}

/** Leaves out the states of unreadable endpoints: what a file says that does not parse is not known. */
export function readableStates(
  states: readonly TrimmedState[],
  { endpoints }: Unreadable,
): readonly TrimmedState[] {
  const keys = keysOf(endpoints);
  return states.filter(({ method, path }) => !keys.has(requestKey(method, path)));
}

function keysOf(endpoints: readonly UnreadableEndpoint[]): ReadonlySet<string> {
  return new Set(endpoints.map(({ method, path }) => requestKey(method, path)));
}
