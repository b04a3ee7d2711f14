/** Edits that give handlers another shape: envelopes, injection, classes, functions for several methods. */

import { blueprints, type HandlerPlace, handlers, lf, moduleAt } from "../places.ts";
import type { Project } from "../project.ts";
import {
  definition,
  definitions,
  imports,
  indentation,
  replaced,
  textOf,
  withImport,
} from "../python_text.ts";
import type { Random } from "../random.ts";
import { add, BY_HAND, change, type Edit, newName } from "./edit.ts";

/** Replaces handlers of one module. Earlier lines keep their numbers. */
function rewritten(
  text: string,
  places: readonly HandlerPlace[],
  edit: (place: HandlerPlace) => string,
): string {
  return places.toSorted((a, b) => b.definition.from - a.definition.from)
    .reduce((module, each) => replaced(module, each.definition, edit(each)), text);
}

/** Picks the handlers of a random module. */
function handlersOfModule(project: Project, random: Random): readonly HandlerPlace[] {
  const all = handlers(project);
  const path = random.pick(all)?.path;
  return all.filter((each) => each.path === path);
}

const ANSWER = /^([ \t]+return )jsonify\((service\(\)\.\w+\(.*?\))\)(, \d+)?$/m;

/** Wraps what the handlers of a module answer. */
function wraps(answer: string, helper: string, ...statements: readonly string[]): Edit {
  return (project, random) => {
    const places = handlersOfModule(project, random).filter(({ text }) => ANSWER.test(text));
    const [first] = places;
    return change(project, first?.path, (text) => {
      if (first === undefined || text.includes("def respond(")) return null;
      const wrapped = rewritten(text, places, (each) =>
        each.text.replace(
          ANSWER,
          (_, before: string, value: string, status = "") =>
            `${before}${answer.replace("VALUE", () => value)}${status}  # ${BY_HAND}`,
        ));
      const lines = wrapped.split("\n");
      const at = places.at(0)?.definition.from ?? 0;
      const code = helper === "" ? [] : [helper.replaceAll("    ", indentation(text)), "", ""];
      return statements.reduce(
        withImport,
        [...lines.slice(0, at), ...code, ...lines.slice(at)].join("\n"),
      );
    });
  };
}

const RESPOND = [
  `def respond(value: object) -> Response:  # ${BY_HAND}`,
  '    return jsonify({"data": value})',
].join("\n");

const INJECTION = `"""Hands services to handlers, ${BY_HAND}."""

from collections.abc import Callable
from functools import wraps
from typing import Any

PROVIDERS: dict[Any, Callable[[], Any]] = {}


def inject(handler: Callable[..., Any]) -> Callable[..., Any]:
    known = {kind.__name__: kind for kind in PROVIDERS}
    hints = {name: getattr(hint, "__name__", hint) for name, hint in handler.__annotations__.items()}
    wanted = {name: known[hint] for name, hint in hints.items() if hint in known}

    @wraps(handler)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return handler(*args, **{name: PROVIDERS[kind]() for name, kind in wanted.items()}, **kwargs)

    return wrapper
`;

/** Hands the service to handlers, which call no \`service()\` any more. */
const injectsService: Edit = (project, random) => {
  const places = handlersOfModule(project, random);
  const [first] = places;
  const path = `${project.app}/injection.py`;
  // Another module may use the function that this one gets rid of.
  const isShared = first === undefined ||
    Object.entries(project.files).some(([other, text]) =>
      other !== first.path && other.endsWith(".py") &&
      new RegExp(`^from ${moduleAt(first.path)} import .*\\bservice\\b`, "m").test(text)
    );
  if (isShared) return null;
  const started = add(project, path, INJECTION) ?? project;
  return change(started, first?.path, (text) => {
    const found = definition(text, "service");
    const code = found === undefined ? "" : textOf(text, found);
    const [, kind, made] = /^def service\(\) -> (\w+):\n[ \t]+return (.+)$/.exec(code) ?? [];
    const isUsed = places.every((each) => each.text.includes("service()."));
    if (found === undefined || kind === undefined || made === undefined || !isUsed) return null;
    const variable = newName(project, random, "injected");
    const injected = rewritten(
      text,
      places,
      (each) =>
        each.text.replace(
          /^def (\w+)\((.*)\)(?= ->|:)/m,
          (_, name: string, parameters: string) =>
            `@inject  # ${BY_HAND}\ndef ${name}(${
              parameters === "" ? "*" : `${parameters}, *`
            }, ${variable}: ${kind})`,
        ).replaceAll("service().", `${variable}.`),
    );
    const now = definition(injected, "service");
    if (now === undefined) return null;
    const provided = replaced(injected, now, `PROVIDERS[${kind}] = lambda: ${made}  # ${BY_HAND}`);
    return withImport(provided, `from ${moduleAt(path)} import PROVIDERS, inject`);
  });
};

/** Two handlers of one path in one module, the handler of GET first. */
function pairOfPath(project: Project, random: Random): readonly HandlerPlace[] {
  const all = handlers(project).filter(({ text, verb, decorator }) =>
    verb !== "route" && text.startsWith(decorator) && !/\basync def|\byield\b/.test(text) &&
    text.split(/^@/m).length === 2
  );
  const groups = Map.groupBy(all, (each) => `${each.path} ${each.blueprint} ${each.rule}`);
  return random.pick([...groups.values()].filter(({ length }) => length > 1))?.slice(0, 2) ?? [];
}

/** Returns the parameters and the body of a handler. */
function partsOf({ text }: HandlerPlace): readonly [parameters: string, body: string] | null {
  const found = /^def \w+\((.*)\)(?: -> \w+)?:(?:[ \t]*#[^\n]*)?\n([^]*)$/m.exec(text);
  return found === null ? null : [found[1] ?? "", found[2] ?? ""];
}

/** Reports whether the module mentions a handler only where the handler is defined. */
function isAlone(project: Project, { path, definition: { name } }: HandlerPlace): boolean {
  const text = lf(project.files, path);
  return text.split(new RegExp(`(?<![\\w.])${name}\\b`)).length === 2 &&
    !text.includes(`".${name}"`) && !text.includes(`'.${name}'`);
}

const mergesHandlers: Edit = (project, random) => {
  const [one, other] = pairOfPath(project, random);
  const parts = one && partsOf(one);
  const others = other && partsOf(other);
  if (!one || !other || !parts || !others || parts[0] !== others[0]) return null;
  if (![one, other].every((each) => isAlone(project, each))) return null;
  return change(project, one.path, (text) => {
    const level = indentation(text);
    const name = newName(project, random, "both");
    const [a, b] = [one, other].map(({ verb }) => verb.toUpperCase());
    const rule = /(["']).*?\1/.exec(one.decorator)?.[0] ?? "";
    const code = [
      `@${one.blueprint}.route(${rule}, methods=["${a}", "${b}"])  # ${BY_HAND}`,
      `def ${name}(${parts[0]}) -> ResponseReturnValue:`,
      `${level}if request.method == "${b}":`,
      others[1].replace(/^(?=.)/gm, level),
      parts[1],
    ].join("\n");
    const merged = rewritten(text, [one, other], (each) => each === one ? code : "");
    return withImport(withImport(merged, "from flask import request"), RETURN_VALUE);
  });
};

const RETURN_VALUE = "from flask.typing import ResponseReturnValue";

/**
 * Puts two handlers of one path into a class.
 *
 * @param registered Adds the registration to the code of the class.
 */
function classView(
  registered: (code: string, place: HandlerPlace, rule: string, name: string) => string,
): Edit {
  return (project, random) => {
    const [one, other] = pairOfPath(project, random);
    if (!one || !other || ![one, other].every((each) => isAlone(project, each))) return null;
    const parts = [one, other].map(partsOf);
    if (parts.includes(null)) return null;
    const views = `${project.app}/views.py`;
    const name = newName(project, random, "View").replace("_", "");
    const changed = change(project, one.path, (text) => {
      const level = indentation(text);
      const methods = [one, other].flatMap(({ verb }, index) => {
        const [parameters = "", body = ""] = parts[index] ?? [];
        const all = parameters === "" ? "self" : `self, ${parameters}`;
        return [
          `${level}def ${verb}(${all}) -> ResponseReturnValue:  # ${BY_HAND}`,
          body.replace(/^(?=.)/gm, level).trimEnd(),
          "",
        ];
      });
      const rule = /(["']).*?\1/.exec(one.decorator)?.[0] ?? "";
      const view = `class ${name}(MethodView):\n${methods.join("\n").trimEnd()}`;
      const code = registered(view, one, rule, name);
      const now = rewritten(text, [one, other], (each) => each === one ? code : "");
      const imported = code.startsWith("@")
        ? withImport(now, `from ${moduleAt(views)} import route`)
        : now;
      return withImport(withImport(imported, "from flask.views import MethodView"), RETURN_VALUE);
    });
    if (changed === null || !lf(changed.files, one.path).includes("@route(")) return changed;
    return add(changed, views, VIEWS) ?? changed;
  };
}

const VIEWS = `"""Classes as views, ${BY_HAND}."""

from collections.abc import Callable

from flask import Blueprint
from flask.views import MethodView


def route(blueprint: Blueprint, rule: str) -> Callable[[type[MethodView]], type[MethodView]]:
    def decorate(view: type[MethodView]) -> type[MethodView]:
        blueprint.add_url_rule(rule, view_func=view.as_view(view.__name__))
        return view

    return decorate
`;

const makesClassView = classView((code, { blueprint }, rule, name) =>
  `${code}\n\n\n${blueprint}.add_url_rule(${rule}, view_func=${name}.as_view("${name}"))  # ${BY_HAND}`
);

const makesOwnClassView = classView((code, { blueprint }, rule) =>
  `@route(${blueprint}, ${rule})  # ${BY_HAND}\n${code}`
);

/** Creates the blueprint and its handlers in a function. */
const makesBlueprintFactory: Edit = (project, random) => {
  const place = random.pick(blueprints(project));
  return change(project, place?.path, (text) => {
    if (place === undefined || text.split("= Blueprint(").length !== 2) return null;
    if (/^import /m.test(text.split("= Blueprint(")[1] ?? "") || text.includes("\n\n\n#")) {
      return null;
    }
    const { end } = imports(text);
    const lines = text.split("\n");
    const body = lines.slice(end).join("\n").trim();
    // A string over several lines would change.
    if (/"""|'''/.test(body) || definitions(body).some(({ kind }) => kind === "class")) return null;
    const level = indentation(text);
    const made = [
      `def make_${place.variable}() -> Blueprint:  # ${BY_HAND}`,
      body.replaceAll("\n\n\n", "\n\n").replace(/^(?=.)/gm, level),
      "",
      `${level}return ${place.variable}`,
      "",
      "",
      `${place.variable} = make_${place.variable}()`,
      "",
    ];
    return [...lines.slice(0, end), "", "", ...made].join("\n");
  });
};

/** Edits of the shape of handlers. */
export const SHAPES: Readonly<Record<string, Edit>> = {
  "wraps a module's answers in an envelope": wraps("jsonify(data=VALUE)", ""),
  "wraps a module's answers with a function": wraps(
    "respond(VALUE)",
    RESPOND,
    "from flask import Response",
  ),
  "injects the service into a module's handlers": injectsService,
  "merges two handlers of a path": mergesHandlers,
  "makes two handlers a class": makesClassView,
  "makes two handlers a class with a decorator": makesOwnClassView,
  "creates a blueprint in a function": makesBlueprintFactory,
};
