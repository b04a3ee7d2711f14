/** Edits of how requests reach handlers: registration, prefixes, paths, methods, decorators. */

import {
  blueprints,
  type HandlerPlace,
  handlers,
  lf,
  moduleAt,
  registrar,
  testModules,
} from "../places.ts";
import type { Project } from "../project.ts";
import { definition, indentedLike, replaced, textOf, withImport } from "../python_text.ts";
import type { Random } from "../random.ts";
import { add, BY_HAND, change, type Edit, extendFunction, newName, rewrite } from "./edit.ts";

const REGISTERING = "register_blueprints";

function factory({ app }: Project): string {
  return `${app}/__init__.py`;
}

const addsCors: Edit = (project, random) => {
  const name = newName(project, random, "allow");
  const code = [
    `    @app.after_request  # CORS, ${BY_HAND}`,
    `    def ${name}(response):  # type: ignore[no-untyped-def]`,
    '        response.headers["Access-Control-Allow-Origin"] = "https://shop.example"',
    "        return response",
    "",
  ];
  return extendFunction(project, factory(project), "create_app", code.join("\n"));
};

const addsConfig: Edit = (project, random) => {
  const name = newName(project, random, "option").toUpperCase();
  const code = `    app.config["${name}"] = "${BY_HAND}"`;
  return extendFunction(project, factory(project), "create_app", code);
};

const addsErrorHandler: Edit = (project, random) => {
  const name = newName(project, random, "on_key_error");
  const code = [
    `    @app.errorhandler(KeyError)  # ${BY_HAND}`,
    `    def ${name}(error):  # type: ignore[no-untyped-def]`,
    '        return {"missing": str(error)}, 404',
    "",
  ];
  return extendFunction(project, factory(project), "create_app", code.join("\n"));
};

const registersByHand: Edit = (project) => {
  const path = registrar(project);
  if (path === undefined || !lf(project.files, path).includes("iter_modules(")) return null;
  const found = blueprints(project).filter(({ path: each }) => each !== path);
  const lines = found.map(({ variable }) => `    app.register_blueprint(${variable})`);
  return change(project, path, (text) => {
    const old = definition(text, REGISTERING);
    if (old === undefined || /Blueprint\(/.test(textOf(text, old))) return null;
    const [header] = headerAndBody(textOf(text, old));
    const code = [header, `    # Registered ${BY_HAND}.`, ...lines].join("\n");
    const now = replaced(text, old, indentedLike(text, code))
      .replace(/^from (?:importlib|pkgutil) import \w+\n/gm, "");
    return found.reduce(
      (module, { path: from, variable }) =>
        withImport(module, `from ${moduleAt(from)} import ${variable}`),
      now,
    );
  });
};

/** Splits a function into its first lines, up to the colon, and the lines of its body. */
function headerAndBody(text: string): readonly [header: string, body: readonly string[]] {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => /^(?!#).*:$/.test(line)) + 1;
  return [lines.slice(0, first).join("\n"), lines.slice(first)];
}

/** Nests what is registered now into a blueprint of the API's version. */
const nestsBlueprints: Edit = (project) =>
  change(project, registrar(project), (text) => {
    const old = definition(text, REGISTERING);
    if (old === undefined || textOf(text, old).includes("url_prefix")) return null;
    const [header, body] = headerAndBody(textOf(text, old));
    const code = [
      header,
      ...indentedLike(text, `    v2 = Blueprint("v2", __name__, url_prefix="/v2")  # ${BY_HAND}`)
        .split("\n"),
      ...body.map((line) => line.replace("app.register_blueprint(", "v2.register_blueprint(")),
      indentedLike(text, "    app.register_blueprint(v2)"),
    ];
    return withImport(replaced(text, old, code.join("\n")), "from flask import Blueprint");
  });

/** Gives every blueprint that is registered here a prefix above its own. */
const prefixesAtRegistration: Edit = (project) => {
  const path = registrar(project);
  if (path === undefined) return null;
  return rewrite(
    project,
    path,
    REGISTERING,
    (text) =>
      text.includes("url_prefix") ? text : text.replace(
        /^([ \t]+)(\w+)\.register_blueprint\((getattr\(route, blueprint\)|\w+)\)$/gm,
        (_, indent: string, app: string, found: string) =>
          [
            `${indent}mounted = ${found}  # ${BY_HAND}`,
            `${indent}${app}.register_blueprint(mounted, url_prefix=f"/api{mounted.url_prefix}")`,
          ].join("\n"),
      ),
  );
};

/** Gives a blueprint another prefix where it is registered by name. */
const movesPrefixToRegistration: Edit = (project, random) => {
  const byHand = registersByHand(project, random) ?? project;
  const path = registrar(byHand);
  const place = random.pick(blueprints(byHand));
  if (path === undefined || place === undefined) return null;
  return rewrite(byHand, path, REGISTERING, (text) =>
    text.replace(
      `.register_blueprint(${place.variable})`,
      `.register_blueprint(${place.variable}, url_prefix="/shop/${place.name}")  # ${BY_HAND}`,
    ));
};

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
  if (!text.includes(signature)) return null;
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
    (decorator, { verb }) =>
      verb === "route"
        ? null
        : `${decorator.replace(`.${verb}(`, verb === "get" ? ".delete(" : ".get(")}  # ${BY_HAND}`,
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
  "adds CORS to the factory": addsCors,
  "adds a setting to the factory": addsConfig,
  "adds an error handler to the factory": addsErrorHandler,
  "registers the blueprints by hand": registersByHand,
  "nests the blueprints": nestsBlueprints,
  "prefixes all blueprints where they are registered": prefixesAtRegistration,
  "gives a blueprint another prefix where it is registered": movesPrefixToRegistration,
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
