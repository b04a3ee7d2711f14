/** Web frameworks other than Flask. Their routes look like Flask's, but Flask does not serve them. */

import { dottedName, isName, isOperator, type Token } from "../../python/expression.ts";
import { type FlaskScope, importedName } from "./flask_scope.ts";

/** An application or a router of another framework. */
export interface OtherRouter {
  /** The variable that holds it; empty if no name holds it. */
  readonly variable: string;
  /** The framework's name, such as `FastAPI`. */
  readonly framework: string;
  /** Whether it is an application. */
  readonly isApplication: boolean;
  /** 1-based. */
  readonly line: number;
}

interface Framework {
  readonly name: string;
  readonly applications: readonly string[];
  readonly routers: readonly string[];
}

/** By the name of the package. */
const FRAMEWORKS: ReadonlyMap<string, Framework> = new Map<string, Framework>([
  ["aiohttp", { name: "aiohttp", applications: ["Application"], routers: ["RouteTableDef"] }],
  ["bottle", { name: "Bottle", applications: ["Bottle"], routers: [] }],
  // Connexion adds routes to an application of Flask, from documents.
  ["connexion", { name: "Connexion", applications: ["App", "FlaskApp"], routers: [] }],
  ["falcon", { name: "Falcon", applications: ["App", "API"], routers: [] }],
  ["fastapi", { name: "FastAPI", applications: ["FastAPI"], routers: ["APIRouter"] }],
  ["litestar", { name: "Litestar", applications: ["Litestar"], routers: ["Router"] }],
  ["ninja", { name: "Django Ninja", applications: ["NinjaAPI"], routers: ["Router"] }],
  ["pyramid", { name: "Pyramid", applications: ["Configurator"], routers: [] }],
  ["quart", { name: "Quart", applications: ["Quart"], routers: ["Blueprint"] }],
  ["robyn", { name: "Robyn", applications: ["Robyn"], routers: ["SubRouter"] }],
  ["sanic", { name: "Sanic", applications: ["Sanic"], routers: ["Blueprint"] }],
  ["starlette", { name: "Starlette", applications: ["Starlette"], routers: ["Router"] }],
  ["tornado", { name: "Tornado", applications: ["Application"], routers: [] }],
]);

const CONSTRUCTORS = [...FRAMEWORKS.values()]
  .flatMap(({ applications, routers }) => [...applications, ...routers])
  .filter((name) => name !== "Blueprint");

/** Matches signs of other frameworks in a source. */
export const OTHER_ROUTING = new RegExp(
  String.raw`\b(?:${[...new Set(CONSTRUCTORS)].join("|")})\(|^urlpatterns\b`,
  "m",
);

/** Reports whether a value creates an application or a router of another framework. */
export function otherRouter(
  scope: FlaskScope,
  value: readonly Token[],
): Pick<OtherRouter, "framework" | "isApplication"> | null {
  const start = isName(value[0], "await") ? 1 : 0;
  const dotted = dottedName(value, start);
  if (dotted === null || !isOperator(value[dotted.next], "(")) return null;
  const parts = importedName(scope, dotted.text).split(".");
  const [made = ""] = parts.slice(-1);
  const framework = parts.length < 2 ? undefined : FRAMEWORKS.get(parts[0] ?? "");
  if (framework === undefined) return null;
  const isApplication = framework.applications.includes(made);
  if (!isApplication && !framework.routers.includes(made)) return null;
  return { framework: framework.name, isApplication };
}

/** The framework that serves routes with Flask. */
export const CONNEXION = "Connexion";

/** The variable in which Django expects the URLs of a module. */
const DJANGO_URLS = "urlpatterns";

/** Returns the routers of other frameworks that an assignment creates. */
export function assignedRouters(
  scope: FlaskScope,
  { targets, value }: { readonly targets: readonly string[]; readonly value: readonly Token[] },
  line: number,
): readonly OtherRouter[] {
  if (targets.includes(DJANGO_URLS)) {
    return [{ variable: DJANGO_URLS, framework: "Django", isApplication: true, line }];
  }
  const made = otherRouter(scope, value);
  if (made === null) return [];
  // The routes that handlers add to an application of Connexion are Flask's.
  if (made.framework === CONNEXION) return [{ variable: "", ...made, line }];
  return targets.map((variable) => ({ variable, ...made, line }));
}
