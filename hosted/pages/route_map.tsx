/** The routes and endpoints of a project, as diagrams and as a list. */

import { fileHref } from "./project_links.ts";
import { short } from "./short_text.ts";
import type { MappedEndpoint, MappedRoute } from "./unreadable.tsx";

/** Maximum number of diagrams. The list has all routes. */
const MAX_DRAWN = 60;

/** Maximum number of endpoints on a page. */
const MAX_ENDPOINTS = 500;

/** Dimensions of a diagram, in pixels at full size. */
const [WIDTH, TOP, ROW, INDENT, BADGE] = [300, 34, 28, 34, 58];

/** Maximum characters beside a badge. */
const PATH_LENGTH = 25;

/** Limits routes to the endpoints that a page shows. `left` is the number of endpoints that were cut. */
export function firstEndpoints(routes: readonly MappedRoute[]) {
  let room = MAX_ENDPOINTS;
  let left = 0;
  const shown = routes.map((route) => {
    const endpoints = route.endpoints.slice(0, room);
    room -= endpoints.length;
    left += route.endpoints.length - endpoints.length;
    return { ...route, endpoints };
  });
  return { routes: shown, left };
}

interface RouteMapProps {
  readonly project: string;
  readonly routes: readonly MappedRoute[];
}

export function RouteMap({ project, routes }: RouteMapProps) {
  if (routes.length === 0) return <p>No routes.</p>;
  const drawn = routes.slice(0, MAX_DRAWN);
  return (
    <>
      <div class="map">
        {drawn.map((route, index) => <RoutePicture key={index} route={route} />)}
      </div>
      {drawn.length < routes.length && (
        <p class="hint">Only the first {MAX_DRAWN} routes are drawn.</p>
      )}
      <details>
        <summary>Show as a list with links to the code</summary>
        <ul>
          {routes.map((route, index) => (
            <li key={index}>
              <a href={fileHref(project, route.file)}>
                <bdi>{short(route.name)}</bdi>
              </a>
              <ul>
                {route.endpoints.map((endpoint, at) => (
                  <li key={at}>
                    <code>{endpointWords(endpoint)}</code>,{" "}
                    <EndpointPlace project={project} endpoint={endpoint} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function EndpointPlace({ project, endpoint: { file, line, handler, isUnreadable } }: {
  readonly project: string;
  readonly endpoint: MappedEndpoint;
}) {
  const href = fileHref(project, file, line);
  if (isUnreadable) {
    return (
      <>
        unreadable: <a href={href}>line {line} does not parse</a>
      </>
    );
  }
  return (
    <>
      handled by{" "}
      <a href={href}>
        <code>{short(handler)}</code> on line {line}
      </a>
    </>
  );
}

function RoutePicture({ route: { name, endpoints } }: { readonly route: MappedRoute }) {
  const height = TOP + endpoints.length * ROW;
  const label = `Route ${short(name)}: ${
    endpoints.map(endpointWords).join(", ") || "no endpoints"
  }`;
  return (
    <svg
      class="route"
      viewBox={`0 0 ${WIDTH} ${height}`}
      width={WIDTH}
      height={height}
      role="img"
      aria-label={label}
    >
      <rect class="node" x="1" y="1" width={WIDTH - 2} height={TOP - 8} rx="6" />
      <text class="title" x="12" y="19">{short(name, 32)}</text>
      {endpoints.map((endpoint, index) => (
        <EndpointRow key={index} endpoint={endpoint} y={TOP + index * ROW} index={index} />
      ))}
    </svg>
  );
}

function EndpointRow({ endpoint, y, index }: {
  readonly endpoint: MappedEndpoint;
  readonly y: number;
  readonly index: number;
}) {
  const middle = y + ROW / 2 - 2;
  const from = index === 0 ? TOP - 7 : middle - ROW;
  const method = endpoint.methods?.[0] ?? "?";
  const more = (endpoint.methods?.length ?? 1) > 1 ? "+" : "";
  return (
    <g>
      <title>{endpointWords(endpoint)}</title>
      <path class="line" d={`M16 ${from} V${middle} H${INDENT}`} />
      <rect
        class={`badge ${
          COLORED.has(method) && !endpoint.isUnreadable ? method.toLowerCase() : "other"
        }`}
        x={INDENT}
        y={middle - 10}
        width={BADGE}
        height="20"
        rx="4"
      />
      <text class="method" x={INDENT + BADGE / 2} y={middle + 4} text-anchor="middle">
        {short(method, 6) + more}
      </text>
      <text
        class={endpoint.isUnreadable ? "unreadable" : undefined}
        x={INDENT + BADGE + 8}
        y={middle + 4}
      >
        {short(endpoint.path ?? "unknown path", PATH_LENGTH)}
      </text>
    </g>
  );
}

/** Methods that have their own color. */
const COLORED = new Set(["GET", "POST", "PUT", "DELETE"]);

function endpointWords({ methods, path, isUnreadable }: MappedEndpoint): string {
  const words = short(`${methods?.join(", ") ?? "?"} ${path ?? "unknown path"}`);
  return isUnreadable ? `${words} (unreadable)` : words;
}
