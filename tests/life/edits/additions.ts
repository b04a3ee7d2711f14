/** Edits that add hand-written code and docstrings. */

import { appModules, blueprints, lf, moduleAt, registrar, testModules } from "../places.ts";
import { definitions, indentation, indentedLike, replaced, textOf } from "../python_text.ts";
import { add, append, BY_HAND, change, type Edit, newName, register } from "./edit.ts";

const addsEndpoint: Edit = (project, random) => {
  const place = random.pick(blueprints(project));
  if (place === undefined) return null;
  const name = newName(project, random, "report");
  const code = [
    `@${place.variable}.get("/${name}")`,
    `def ${name}():  # type: ignore[no-untyped-def]`,
    `    return {"${name}": "${BY_HAND}"}`,
  ];
  return append(project, place.path, code.join("\n"));
};

const addsRoute: Edit = (project, random) => {
  const registering = registrar(project);
  if (registering === undefined) return null;
  const name = newName(project, random, "audit");
  const path = `${project.app}/routes/${name}_route.py`;
  const code = [
    `"""The /${name} endpoints, ${BY_HAND}."""`,
    "",
    "from flask import Blueprint",
    "",
    `${name}_bp = Blueprint("${name}", __name__, url_prefix="/${name}")`,
    "",
    "",
    `@${name}_bp.get("")`,
    `def all_of_them() -> dict[str, str]:`,
    `    return {"${name}": "${BY_HAND}"}`,
    "",
  ];
  const added = add(project, path, code.join("\n"));
  return added === null ? null : register(added, path, `${name}_bp`);
};

const addsAppEndpoint: Edit = (project, random) => {
  const name = newName(project, random, "about");
  const code = [
    `    @app.get("/${name}")  # ${BY_HAND}`,
    `    def ${name}() -> dict[str, str]:`,
    `        return {"name": "${name}"}`,
    "",
    "",
  ].join("\n");
  return change(
    project,
    `${project.app}/__init__.py`,
    (text) => text.replace(/^[ \t]+return app$/m, (line) => `${indentedLike(text, code)}${line}`),
  );
};

const addsHelper: Edit = (project, random) => {
  const path = random.pick(appModules(project).filter((each) => !each.endsWith("__init__.py")));
  const name = newName(project, random, "as_text");
  const code =
    `def ${name}(value: object) -> str:\n    """Return the value as text, ${BY_HAND}."""\n    return str(value)`;
  return path === undefined ? null : append(project, path, code);
};

const addsHelperModule: Edit = (project, random) => {
  const name = newName(project, random, "clock");
  return add(
    project,
    `${project.app}/${name}.py`,
    `"""The time, ${BY_HAND}."""\n\n\ndef ${name}() -> int:\n    return 0  # ${BY_HAND}\n`,
  );
};

const addsModel: Edit = (project, random) => {
  const path = random.pick(appModules(project).filter((each) => /_model\.py$/.test(each)));
  if (path === undefined) return null;
  const name = newName(project, random, "Row").replace("_", "");
  return append(
    project,
    path,
    `class ${name}:\n    """A row, ${BY_HAND}."""\n\n    id: int`,
  );
};

const addsConstant: Edit = (project, random) => {
  const path = random.pick(
    appModules(project).filter((each) => /_(?:route|service)\.py$/.test(each)),
  );
  if (path === undefined) return null;
  return append(
    project,
    path,
    `${newName(project, random, "limit").toUpperCase()} = 5  # ${BY_HAND}`,
  );
};

const addsTest: Edit = (project, random) => {
  const path = random.pick(testModules(project).filter((each) => /test_\w+\.py$/.test(each)));
  const name = newName(project, random, "test_more");
  return path === undefined
    ? null
    : append(project, path, `def ${name}() -> None:\n    assert "${BY_HAND}"`);
};

/** Adds a line, such as a docstring, to each function of a layer's module. */
function describes(layer: string, line: string): Edit {
  return (project, random) => {
    const paths = appModules(project).filter((path) => path.endsWith(`_${layer}.py`));
    const path = random.pick(paths);
    return change(project, path, (text) => {
      const found = definitions(text).filter(({ kind }) => kind !== "class");
      return found.reverse().reduce((module, each) => {
        const code = textOf(module, each);
        const [header] = /^[^]*?\bdef [^]*?:\n/.exec(code) ?? [];
        if (header === undefined || code.includes(line)) return module;
        const indent = /^[ \t]*/.exec(code.slice(header.length))?.[0] ?? indentation(text);
        return replaced(module, each, `${header}${indent}${line}\n${code.slice(header.length)}`);
      }, text);
    });
  };
}

const changesDocstring: Edit = (project, random) => {
  const path = random.pick(appModules(project).filter((each) => /_\w+\.py$/.test(each)));
  return change(
    project,
    path,
    (text) => text.replace(/^"""[^\n]*"""$/m, `"""What this module is for, ${BY_HAND}."""`),
  );
};

const addsComment: Edit = (project, random) => {
  const path = random.pick(appModules(project).filter((each) => /_\w+\.py$/.test(each)));
  return change(project, path, (text) => {
    const functions = definitions(text).filter(({ kind }) => kind === "function");
    const found = random.pick(functions);
    if (found === undefined) return null;
    return replaced(text, found, `# Noted ${BY_HAND}.\n${textOf(text, found)}`);
  });
};

const changesHints: Edit = (project, random) => {
  const path = random.pick(appModules(project).filter((each) => /_route\.py$/.test(each)));
  return change(
    project,
    path,
    (text) =>
      text.replaceAll(
        /^(def \w+\([^)\n]*\)) -> ResponseReturnValue:$/gm,
        `$1:  # untyped ${BY_HAND}`,
      ),
  );
};

const editsReadme: Edit = (project, random) =>
  change(project, "README.md", (text) => `${text}\n## Notes ${BY_HAND}\n\n${random.below(1000)}\n`);

const addsDependency: Edit = (project) =>
  change(
    project,
    "pyproject.toml",
    (text) => text.replace(/^dependencies = \[/m, `# More of them ${BY_HAND}\n$&"flask-cors>=6", `),
  );

const addsForeignFiles: Edit = (project) =>
  add(project, "docs/decisions.md", `# Decisions, ${BY_HAND}\n`);

const importsModule: Edit = (project, random) => {
  const [place, other] = random.shuffled(blueprints(project));
  if (place === undefined || other === undefined || place.path === other.path) return null;
  const name = newName(project, random, "neighbour");
  const code = [
    `def ${name}() -> object:  # ${BY_HAND}`,
    `    from ${moduleAt(other.path)} import ${other.variable}`,
    "",
    `    return ${other.variable}`,
  ];
  return lf(project.files, place.path) === "" ? null : append(project, place.path, code.join("\n"));
};

/** Edits that add. */
export const ADDITIONS: Readonly<Record<string, Edit>> = {
  "adds an endpoint to a route": addsEndpoint,
  "adds a route": addsRoute,
  "adds an endpoint to the factory": addsAppEndpoint,
  "adds a helper to a module": addsHelper,
  "adds a module": addsHelperModule,
  "adds a model": addsModel,
  "adds a constant": addsConstant,
  "adds a test": addsTest,
  "adds docstrings to handlers": describes("route", `"""Handled ${BY_HAND}."""`),
  "adds docstrings to a service": describes("service", `"""Decided ${BY_HAND}."""`),
  "adds comments to a repository": describes("repository", `# Fetched ${BY_HAND}.`),
  "changes a module's docstring": changesDocstring,
  "adds a comment above a function": addsComment,
  "removes type hints of handlers": changesHints,
  "edits the README": editsReadme,
  "adds a dependency": addsDependency,
  "adds documents": addsForeignFiles,
  "imports one route in another": importsModule,
};
