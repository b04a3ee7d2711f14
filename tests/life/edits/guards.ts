/** Edits that let only signed-in people call endpoints. */

import { blueprints, type HandlerPlace, handlers, moduleAt } from "../places.ts";
import type { Project } from "../project.ts";
import { indentedLike, replaced, withImport } from "../python_text.ts";
import { add, BY_HAND, change, type Edit, newName } from "./edit.ts";

// The judge sends the header, and asks again without it.
const GUARDS = `"""Who may call what, ${BY_HAND}."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import abort, request


def check_login() -> None:
    if request.headers.get("X-User") is None:
        abort(401)


def login_required(handler: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(handler)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        check_login()
        return handler(*args, **kwargs)

    return wrapper


def role_required(role: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def decorate(handler: Callable[..., Any]) -> Callable[..., Any]:
        return login_required(handler)

    return decorate
`;

/** Returns a project with the module of guards, and the statement that imports a guard. */
function withGuards(project: Project, name: string): readonly [Project, string] {
  const path = `${project.app}/guards.py`;
  return [add(project, path, GUARDS) ?? project, `from ${moduleAt(path)} import ${name}`];
}

/** Guards those of some handlers that have no guard. */
function guarded(
  project: Project,
  places: readonly HandlerPlace[],
  decorator = "login_required",
): Project | null {
  const open = places.filter(({ text }) => !/^@(?:login|role)_required/m.test(text));
  const [start, statement] = withGuards(project, /^\w+/.exec(decorator)?.[0] ?? "");
  const modules = Map.groupBy(open, ({ path }) => path);
  return [...modules].reduce<Project | null>(
    (now, [path, own]) =>
      change(now ?? start, path, (text) => {
        const decorated = own.toReversed().reduce(
          (module, each) =>
            replaced(
              module,
              each.definition,
              each.text.replace(/^((?:async )?def )/m, `@${decorator}  # ${BY_HAND}\n$1`),
            ),
          text,
        );
        return withImport(decorated, statement);
      }) ?? now,
    null,
  );
}

const guardsHandler: Edit = (project, random) => {
  const place = random.pick(handlers(project));
  return place === undefined ? null : guarded(project, [place]);
};

const guardsByRole: Edit = (project, random) => {
  const place = random.pick(handlers(project));
  return place === undefined ? null : guarded(project, [place], 'role_required("admin")');
};

const guardsModule: Edit = (project, random) => {
  const all = handlers(project);
  const place = random.pick(all);
  return guarded(project, all.filter(({ path }) => path === place?.path));
};

const guardsAll: Edit = (project) => guarded(project, handlers(project));

const guardsBlueprint: Edit = (project, random) => {
  const place = random.pick(blueprints(project));
  if (place === undefined) return null;
  const [start, statement] = withGuards(project, "check_login");
  const name = newName(project, random, "guard");
  const code =
    `@${place.variable}.before_request\ndef ${name}() -> None:  # ${BY_HAND}\n    check_login()`;
  return change(
    start,
    place.path,
    (text) => withImport(`${text.trimEnd()}\n\n\n${indentedLike(text, code)}\n`, statement),
  );
};

/** Edits that guard. */
export const GUARDING: Readonly<Record<string, Edit>> = {
  "guards a handler": guardsHandler,
  "guards a handler by role": guardsByRole,
  "guards all handlers of a module": guardsModule,
  "guards every handler": guardsAll,
  "guards a blueprint before each request": guardsBlueprint,
};
