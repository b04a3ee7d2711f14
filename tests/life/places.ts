/** Finds the parts of a project: blueprints, handlers, services, repositories, tests. */

import type { Files, Project } from "./project.ts";
import { type Definition, definitions, textOf } from "./python_text.ts";

/** A blueprint that a module creates. */
export interface BlueprintPlace {
  readonly path: string;
  readonly variable: string;
  /** Flask's name for the blueprint. */
  readonly name: string;
}

/** Returns the Python modules of the app. */
export function appModules({ app, files }: Project): string[] {
  return Object.keys(files).filter((path) => path.startsWith(`${app}/`) && path.endsWith(".py"))
    .sort();
}

/** Returns the tests of the project. */
export function testModules({ files }: Project): string[] {
  return Object.keys(files).filter((path) => /^tests\/.*\.py$/.test(path)).sort();
}

/** Lists the blueprints at the top of modules. */
export function blueprints(project: Project): BlueprintPlace[] {
  return appModules(project).flatMap((path) =>
    [...lf(project.files, path).matchAll(/^(\w+) = Blueprint\(\s*["'](\w+)["']/gm)]
      .map(([, variable = "", name = ""]) => ({ path, variable, name }))
  );
}

/** Lists the blueprints that are alone in their modules. */
export function singleBlueprints(project: Project): BlueprintPlace[] {
  return [...Map.groupBy(blueprints(project), ({ path }) => path).values()]
    .flatMap((each) => each.length === 1 ? each : []);
}

/** A function that handles requests. */
export interface HandlerPlace {
  readonly path: string;
  readonly definition: Definition;
  readonly text: string;
  /** The decorator that makes the function a handler. */
  readonly decorator: string;
  readonly blueprint: string;
  /** `route` or a method in lower case. */
  readonly verb: string;
  readonly rule: string;
  /** The method of the service that the handler calls; `null` if it calls none. */
  readonly serviceMethod: string | null;
}

const DECORATOR = /^@(\w+)\.(get|post|put|delete|route)\(\s*(["'])([^"'\n]*)\3[^\n]*\)/m;

/** Lists the handlers of the app, except the health check. */
export function handlers(project: Project): HandlerPlace[] {
  return appModules(project).flatMap((path) => {
    const module = lf(project.files, path);
    return definitions(module).flatMap((definition) => {
      const text = textOf(module, definition);
      const [decorator = "", blueprint = "", verb = "", , rule = ""] = DECORATOR.exec(text) ?? [];
      if (definition.kind !== "function" || decorator === "") return [];
      const serviceMethod = /service\(\)\s*\.(\w+)\(/.exec(text)?.[1] ?? null;
      return [{ path, definition, text, decorator, blueprint, verb, rule, serviceMethod }];
    });
  });
}

/** A class of a lower layer. */
export interface ClassPlace {
  readonly path: string;
  readonly name: string;
}

/** Lists the service classes: those whose constructors take a repository. */
export function services(project: Project): (ClassPlace & { readonly repository: string })[] {
  return appModules(project).flatMap((path) => {
    const module = lf(project.files, path);
    return definitions(module).flatMap((definition) => {
      if (definition.kind !== "class") return [];
      const pattern = /def __init__\(\s*self,\s*repository: (\w+)/;
      const repository = pattern.exec(textOf(module, definition))?.[1];
      return repository === undefined ? [] : [{ path, name: definition.name, repository }];
    });
  });
}

/** Finds a class of the app by its name. */
export function classPlace(project: Project, name: string): ClassPlace | undefined {
  return appModules(project)
    .filter((path) =>
      definitions(lf(project.files, path)).some((each) =>
        each.kind === "class" && each.name === name
      )
    )
    .map((path) => ({ path, name }))[0];
}

/** A method of a service that still returns its mock. */
export interface MockPlace {
  readonly path: string;
  readonly definition: Definition;
  readonly text: string;
  readonly service: string;
  readonly repository: string;
  readonly repositoryMethod: string;
  /** The `return` statement that the mock's comment suggests. */
  readonly replacement: string;
}

const MOCK = /# Mock\. With real data: (return self\.repository\.(\w+)\((?:data)?\))/;

/** Lists the methods of services that return mocks. */
export function mocks(project: Project): MockPlace[] {
  return services(project).flatMap(({ path, name: service, repository }) => {
    const module = lf(project.files, path);
    return definitions(module).flatMap((definition) => {
      if (definition.owner !== service) return [];
      const text = textOf(module, definition);
      const [, replacement, repositoryMethod] = MOCK.exec(text) ?? [];
      if (replacement === undefined || repositoryMethod === undefined) return [];
      return [{ path, definition, text, service, repository, repositoryMethod, replacement }];
    });
  });
}

/** Returns the module in which the blueprints are registered. */
export function registrar(project: Project): string | undefined {
  return appModules(project).find((path) =>
    /^def register_blueprints\(/m.test(lf(project.files, path))
  );
}

/** Returns the dotted name of a module. */
export function moduleAt(path: string): string {
  return path.replace(/(?:\/__init__)?\.py$/, "").replaceAll("/", ".");
}

/** Returns the text of a file with `\n` as line breaks. */
export function lf(files: Files, path: string): string {
  return (files[path] ?? "").replaceAll("\r\n", "\n");
}
