/** Edits of how a team registers many blueprints, and splits the factory. */

import { type BlueprintPlace, blueprints, lf, moduleAt, registrar } from "../places.ts";
import { definition, indentedLike, replaced, textOf, withImport } from "../python_text.ts";
import { BY_HAND, change, type Edit } from "./edit.ts";

const REGISTERING = "register_blueprints";

/** Registers all blueprints in a loop, instead of by the names of modules. */
function looping(lines: (places: readonly BlueprintPlace[]) => readonly string[]): Edit {
  return (project) => {
    const path = registrar(project);
    if (path === undefined || !lf(project.files, path).includes("iter_modules(")) return null;
    const found = blueprints(project).filter(({ path: each }) => each !== path);
    if (found.length === 0) return null;
    return change(project, path, (text) => {
      const old = definition(text, REGISTERING);
      const code = old === undefined ? "" : textOf(text, old);
      if (old === undefined || /Blueprint\(|url_prefix/.test(code)) return null;
      const header = /^def [^\n]*:\n/m.exec(code)?.[0] ?? "";
      const body = lines(found).map((line) => `    ${line}`).join("\n");
      const now = replaced(text, old, header + indentedLike(text, body))
        .replace(/^from (?:importlib|pkgutil) import \w+\n/gm, "");
      return found.reduce(
        (module, { path: from, variable }) =>
          withImport(module, `from ${moduleAt(from)} import ${variable}`),
        now,
      );
    });
  };
}

const loopsOverList = looping((places) => [
  `every = [${places.map(({ variable }) => variable).join(", ")}]  # ${BY_HAND}`,
  "for blueprint in every:",
  "    app.register_blueprint(blueprint)",
]);

const loopsOverDict = looping((places) => [
  `every = {  # ${BY_HAND}`,
  ...places.map(({ variable, name }) => `    "/${name}": ${variable},`),
  "}",
  "for prefix, blueprint in every.items():",
  "    app.register_blueprint(blueprint, url_prefix=prefix)",
]);

const loopsOverPairs = looping((places) => [
  `for blueprint, prefix in (  # ${BY_HAND}`,
  ...places.map(({ variable, name }) => `    (${variable}, "/v1/${name}"),`),
  "):",
  "    app.register_blueprint(blueprint, url_prefix=prefix)",
]);

/** Calls the registration from a function of the factory's module. */
const splitsFactory: Edit = (project) =>
  change(project, `${project.app}/__init__.py`, (text) => {
    const call = /^([ \t]+)register_blueprints\(app\)$/m;
    const factory = definition(text, "create_app");
    if (factory === undefined || !call.test(text) || text.includes("def mount(")) return null;
    const mount = indentedLike(
      text,
      `def mount(app: Flask) -> None:  # ${BY_HAND}\n    register_blueprints(app)`,
    );
    const code = textOf(text, factory).replace(call, "$1mount(app)");
    return replaced(text, factory, `${mount}\n\n\n${code}`);
  });

/** Edits of registrations. */
export const MOUNTING: Readonly<Record<string, Edit>> = {
  "registers the blueprints in a loop over a list": loopsOverList,
  "registers the blueprints in a loop over a dict": loopsOverDict,
  "registers the blueprints in a loop over pairs": loopsOverPairs,
  "splits the factory": splitsFactory,
};
