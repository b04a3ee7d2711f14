/** The expression with which a new handler reaches its service. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { SERVICE_FUNCTION } from "../../project/layout/layout.ts";
import { moduleName } from "../../project/layout/import_name.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import { serviceExpression } from "../../project/semantics/service_access.ts";
import { constructorNeeds, findClass } from "../../project/semantics/service_class.ts";
import { bindings } from "../../python/bindings.ts";
import { freeName } from "../../python/member_name.ts";
import type { PythonModule } from "../../python/python_module.ts";
import type { CodePart } from "../code/code_part.ts";
import { servicePart } from "../code/route_files.ts";

/** The parts of a project that determine how handlers reach the service. */
export interface WiringContext {
  /** The service's module. */
  readonly service: PythonModule;
  /** The repository's module. */
  readonly repository: PythonModule;
  /** Whether the project has `per_request()`. */
  readonly hasPerRequest: boolean;
}

/** An expression for the service, and the function to add if the expression calls a new one. */
export interface ServiceWiring {
  readonly expression: string;
  readonly part: CodePart | null;
}

/** Finds the expression with which handlers reach the service, or creates one. */
export function wireService(
  home: RouteHome,
  module: PythonModule,
  { service: services, repository, hasPerRequest }: WiringContext,
): ServiceWiring | Diagnostic {
  const { route, service: className } = home;
  const found = findClass(services, className);
  const known = serviceExpression(module, {
    className,
    module: moduleName(home.paths.service),
    methods: new Set(
      found?.children.filter(({ kind }) => kind === "function").map(({ name }) => name),
    ),
  });
  if (known !== null) return { expression: known, part: null };
  const needs = found === undefined ? [] : constructorNeeds(services, found);
  const takesRepository = needs?.length === 1 && needsNoArguments(repository, home);
  if (needs === null || (needs.length > 0 && !takesRepository)) return unclear(home, needs);
  const name = freeName(SERVICE_FUNCTION, new Set(bindings(module).map((each) => each.name)));
  const part = servicePart(route, { takesRepository, perRequest: hasPerRequest, name });
  return { expression: `${name}()`, part };
}

function needsNoArguments(module: PythonModule, home: RouteHome): boolean {
  const found = findClass(module, home.repository);
  return found !== undefined && constructorNeeds(module, found)?.length === 0;
}

function unclear(home: RouteHome, needs: readonly string[] | null): Diagnostic {
  const { paths: { route: path, service }, service: name } = home;
  const why = needs === null
    ? "its base classes are in another file"
    : `its constructor takes ${needs.map((need) => `'${need}'`).join(", ")}`;
  const message = `Cannot determine how handlers create a '${name}' from ${service}: ${why}.`;
  const hint = `Add a function '${SERVICE_FUNCTION}' that returns one to ${path}`;
  return error("python-unclear", message, { hint });
}
