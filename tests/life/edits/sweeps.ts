/** Edits of every module at once, as linters, editors and lawyers ask for them. */

import { appModules, lf, testModules } from "../places.ts";
import type { Project } from "../project.ts";
import { definitions, imports, replaced, textOf } from "../python_text.ts";
import { BY_HAND, changeAll, type Edit } from "./edit.ts";

/** Changes every module of the app and its tests; `null` if none changes. */
function sweep(edit: (text: string) => string): Edit {
  return (project) => {
    const swept = changeAll(project, edit);
    const paths = [...appModules(project), ...testModules(project)];
    return paths.some((path) => swept.files[path] !== project.files[path]) ? swept : null;
  };
}

/** Gives every function, method and class without a docstring one, as `pydocstyle` asks. */
const documentsEverything = sweep((text) =>
  definitions(text).reverse().reduce((module, each) => {
    const code = textOf(module, each);
    const [header] =
      /^[^]*?^[ \t]*(?:async )?(?:def|class) [^]*?:(?:[ \t]*#[^\n]*)?\n/m.exec(code) ??
        [];
    const rest = code.slice(header?.length ?? 0);
    if (header === undefined || /^\s*[rf]?["']/.test(rest)) return module;
    const indent = /^(?:[ \t]*\n)*([ \t]+)\S/.exec(rest)?.[1];
    if (indent === undefined) return module;
    const line = `${indent}"""Serves its purpose, ${BY_HAND}."""\n`;
    return replaced(module, each, header + line + (each.kind === "class" ? "\n" : "") + rest);
  }, text)
);

const LICENSE = `# Copyright the shop. Licensed ${BY_HAND}.\n# All rights reserved.\n`;

const licensesEverything = sweep((text) => text.startsWith(LICENSE) ? text : LICENSE + text);

const FUTURE = "from __future__ import annotations";

const importsAnnotations = sweep((text) => {
  const { statements } = imports(text);
  const [first] = statements;
  if (first === undefined || statements.includes(FUTURE)) return text;
  return text.replace(first, () => `${FUTURE}\n\n${first}`);
});

/** Sorts each block of imports by module, whichever way they import, as `isort` can. */
const sortsImports = sweep((text) => {
  const { statements, end } = imports(text);
  if (statements.some((each) => each.includes("\n"))) return text;
  const lines = text.split("\n");
  const nameOf = (line: string) => line.split(" ")[1] ?? "";
  const sorted: string[] = [];
  let block: string[] = [];
  for (const line of [...lines.slice(0, end), ""]) {
    if (/^(?:from|import) /.test(line)) block.push(line);
    else {
      sorted.push(...block.sort((a, b) => nameOf(a) < nameOf(b) ? -1 : 1), line);
      block = [];
    }
  }
  return [...sorted.slice(0, end), ...lines.slice(end)].join("\n");
});

/** Gives an argument or element of wrapped code no trailing comma, as formatters without it do. */
// The only item of a tuple needs its comma.
const dropsTrailingCommas = sweep((text) =>
  text.replace(/(?<![=\s([,]\(\n[^\n]*),(\n[ \t]*[)\]}])/g, "$1")
);

/** Appends a comment to every line with a route, as people who search for them do. */
const marksRoutes: Edit = (project: Project, random) => {
  const paths = appModules(project).filter((each) => /^@\w+\.\w+\(/m.test(lf(project.files, each)));
  const path = random.pick(paths);
  if (path === undefined) return null;
  const text = lf(project.files, path)
    .replace(/^(@\w+\.(?:get|post|put|delete)\([^#\n]*\))$/gm, "$1  # noqa");
  const isSame = text === lf(project.files, path) || project.files[path]?.includes("\r") === true;
  return isSame ? null : { ...project, files: { ...project.files, [path]: text } };
};

/** Edits of everything. */
export const SWEEPS: Readonly<Record<string, Edit>> = {
  "documents everything": documentsEverything,
  "puts a license above every module": licensesEverything,
  "imports annotations from the future": importsAnnotations,
  "sorts imports": sortsImports,
  "drops trailing commas": dropsTrailingCommas,
  "marks the routes of a module": marksRoutes,
};
