/** Edits of the application factory, and of how blueprints are registered. */

import { blueprints, lf, moduleAt, registrar } from "../places.ts";
import type { Project } from "../project.ts";
import { definition, indentedLike, replaced, textOf, withImport } from "../python_text.ts";
import { BY_HAND, change, type Edit, extendFunction, newName, rewrite } from "./edit.ts";

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
  if (found.length === 0) return null;
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

/**
 * Nests the registered blueprints: creates outer blueprints, and registers all others on the last
 * one.
 */
function nesting(created: readonly string[], registered: readonly string[]): Edit {
  const inner = /^\w+/.exec(created.at(-1) ?? "")?.[0] ?? "";
  return (project) =>
    change(project, registrar(project), (text) => {
      const old = definition(text, REGISTERING);
      if (old === undefined || textOf(text, old).includes("url_prefix")) return null;
      const [header, body] = headerAndBody(textOf(text, old));
      const indented = (lines: readonly string[]) =>
        lines.map((line) => indentedLike(text, `    ${line}`));
      const code = [
        header,
        ...indented(created.map((line) => `${line}  # ${BY_HAND}`)),
        ...body.map((line) =>
          line.replace("app.register_blueprint(", `${inner}.register_blueprint(`)
        ),
        ...indented(registered),
      ];
      return withImport(replaced(text, old, code.join("\n")), "from flask import Blueprint");
    });
}

/** Nests the registered blueprints in a blueprint of the API's version. */
const nestsBlueprints = nesting(
  ['v2 = Blueprint("v2", __name__, url_prefix="/v2")'],
  ["app.register_blueprint(v2)"],
);

/**
 * Nests the registered blueprints twice, with prefixes where blueprints are created and where they
 * are registered.
 */
const nestsTwice = nesting(
  [
    'v2 = Blueprint("v2", __name__, url_prefix="/v2")',
    'shop = Blueprint("shop", __name__)',
  ],
  [
    'v2.register_blueprint(shop, url_prefix="/shop")',
    'app.register_blueprint(v2, url_prefix="/api")',
  ],
);

/** Registers one of the blueprints below another one. */
const nestsOne: Edit = (project, random) => {
  const byHand = registersByHand(project, random) ?? project;
  const path = registrar(byHand);
  const pair = random.shuffled(blueprints(byHand)).slice(0, 2).map(({ variable }) => variable);
  if (path === undefined || pair.length < 2) return null;
  return rewrite(byHand, path, REGISTERING, (text) => {
    const line = (variable: string | undefined) => `app.register_blueprint(${variable})`;
    // Flask cannot add to a blueprint after it was registered.
    const [inner, outer] = pair.toSorted((a, b) => text.indexOf(line(a)) - text.indexOf(line(b)));
    return text.replace(line(inner), `${outer}.register_blueprint(${inner})  # ${BY_HAND}`);
  });
};

/** Adds a prefix to every blueprint at its registration, in front of the blueprint's own. */
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

/** Registers a blueprint by its name, with a prefix that replaces the blueprint's own. */
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

/** Edits of the factory and of registrations. */
export const REGISTRATION: Readonly<Record<string, Edit>> = {
  "adds CORS to the factory": addsCors,
  "adds a setting to the factory": addsConfig,
  "adds an error handler to the factory": addsErrorHandler,
  "registers the blueprints by hand": registersByHand,
  "nests the blueprints": nestsBlueprints,
  "nests the blueprints twice": nestsTwice,
  "nests a blueprint in that of another route": nestsOne,
  "prefixes all blueprints where they are registered": prefixesAtRegistration,
  "gives a blueprint another prefix where it is registered": movesPrefixToRegistration,
};
