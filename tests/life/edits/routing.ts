/** Edits that change how requests reach handlers: prefixes, paths, methods, decorators. */

import { blueprints, type HandlerPlace, handlers, lf, moduleAt, testModules } from "../places.ts";
import type { Project } from "../project.ts";
import { indentedLike, replaced, withImport } from "../python_text.ts";
import type { Random } from "../random.ts";
import { add, BY_HAND, change, type Edit, newName } from "./edit.ts";

const prefixesBlueprint: Edit = (project, random) => {
  const place = random.pick(blueprints(project));
  if (place === undefined) return null;
  const pattern = /(url_prefix=["'])(\/\w+["'])/;
  const prefix = pattern.exec(lf(project.files, place.path))?.[2]?.slice(0, -1);
  const prefixed = change(project, place.path, (text) => text.replace(pattern, "$1/api/v1$2"));
  if (prefixed === null || prefix === undefined) return null;
  return testModules(prefixed).reduce<Project>(
    (now, path) =>
      change(
        now,
        path,
        (text) => text.replace(new RegExp(`(["'])(${prefix}(?:/[^"']*)?\\1)`, "g"), "$1/api/v1$2"),
      ) ?? now,
    prefixed,
  );
};

const renamesBlueprint: Edit = (project, random) => {
  const place = random.pick(blueprints(project));
  if (place === undefined || place.variable === "v2") return null;
  return change(
    project,
    place.path,
    (text) =>
      text.replace(
        new RegExp(`(Blueprint\\(\\s*["'])${place.name}(?=["'])`),
        `$1${place.name}_api`,
      ),
  );
};

/** Changes the decorator of a handler. */
function redecorate(
  project: Project,
  random: Random,
  edit: (decorator: string, place: HandlerPlace) => string | null,
): Project | null {
  const place = random.pick(handlers(project));
  const decorator = place === undefined ? null : edit(place.decorator, place);
  if (place === undefined || decorator === null) return null;
  return change(
    project,
    place.path,
    (text) =>
      replaced(text, place.definition, place.text.replace(place.decorator, () => decorator)),
  );
}

const takesParameter: Edit = (project, random) => {
  const place = random.pick(handlers(project).filter(({ rule }) => !rule.includes("<")));
  if (place === undefined) return null;
  const { decorator, text, rule, definition: found } = place;
  const signature = `def ${found.name}()`;
  // If a handler has several paths, each of them would need the parameter.
  if (!text.includes(signature) || text.split(/^@\w+\.\w+\(["']/m).length > 2) return null;
  return change(project, place.path, (module) =>
    replaced(
      module,
      found,
      text.replace(decorator, () =>
        `${decorator.replace(/(["']).*?\1/, `$1${rule}/<int:id_>$1`)}  # ${BY_HAND}`)
        .replace(signature, `def ${found.name}(id_: int)`),
    ));
};

const changesPath: Edit = (project, random) =>
  redecorate(
    project,
    random,
    (decorator, { rule }) =>
      rule === "" ? null : `${decorator.replace(rule, `${rule}-list`)}  # ${BY_HAND}`,
  );

const changesMethod: Edit = (project, random) =>
  redecorate(
    project,
    random,
    (decorator, { verb, rule, blueprint }) => {
      const other = verb === "get" ? "delete" : "get";
      // Flask would call only one of two handlers with the same method and path.
      const isTaken = handlers(project).some((each) =>
        each.blueprint === blueprint && each.rule === rule && [other, "route"].includes(each.verb)
      );
      if (verb === "route" || isTaken) return null;
      return `${decorator.replace(`.${verb}(`, `.${other}(`)}  # ${BY_HAND}`;
    },
  );

const acceptsTwoMethods: Edit = (project, random) =>
  redecorate(
    project,
    random,
    (decorator, { verb }) =>
      verb === "route" || !decorator.endsWith(")")
        ? null
        : `${
          decorator.replace(`.${verb}(`, ".route(").slice(0, -1)
        }, methods=["${verb.toUpperCase()}", "PATCH"])  # ${BY_HAND}`,
  );

const addsAlias: Edit = (project, random) =>
  redecorate(
    project,
    random,
    (decorator, { rule }) =>
      rule === "" || !/^@\w+\.\w+\((["'])[^"']*\1\)$/.test(decorator)
        ? null
        : `${decorator.replace(rule, `${rule}-again`)}  # ${BY_HAND}\n${decorator}`,
  );

/** Puts a decorator on every handler of a module, as a team does with `@login_required`. */
const decoratesAll: Edit = (project, random) => {
  const place = random.pick(handlers(project));
  if (place === undefined) return null;
  const path = `${project.app}/auth.py`;
  const auth = add(project, path, AUTH) ?? project;
  return change(auth, place.path, (text) => {
    if (text.includes("@logged")) return null;
    const found = handlers(auth).filter((each) => each.path === place.path).reverse();
    const decorated = found.reduce(
      (module, each) =>
        replaced(
          module,
          each.definition,
          each.text.replace(/^((?:async )?def )/m, `@logged  # ${BY_HAND}\n$1`),
        ),
      text,
    );
    return withImport(decorated, `from ${moduleAt(path)} import logged`);
  });
};

const AUTH = `"""Who may do what, ${BY_HAND}."""

from collections.abc import Callable
from functools import wraps
from typing import Any


def logged(handler: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(handler)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return handler(*args, **kwargs)

    return wrapper
`;

const addsBeforeRequest: Edit = (project, random) => {
  const place = random.pick(blueprints(project));
  if (place === undefined) return null;
  const name = newName(project, random, "check");
  const code =
    `@${place.variable}.before_request\ndef ${name}() -> None:\n    """Nothing yet, ${BY_HAND}."""`;
  return change(
    project,
    place.path,
    (text) => `${text.trimEnd()}\n\n\n${indentedLike(text, code)}\n`,
  );
};

/** Edits of how requests reach handlers. */
export const ROUTING: Readonly<Record<string, Edit>> = {
  "gives a blueprint a longer prefix": prefixesBlueprint,
  "renames a blueprint": renamesBlueprint,
  "adds a parameter to a path": takesParameter,
  "changes the path of a handler": changesPath,
  "changes the method of a handler": changesMethod,
  "accepts a second method": acceptsTwoMethods,
  "adds a second path to a handler": addsAlias,
  "decorates all handlers of a module": decoratesAll,
  "adds a function before each request": addsBeforeRequest,
};
