/** Edits that change what endpoints do: mocks become code, and handlers get more lines. */

import { classPlace, type HandlerPlace, handlers, type MockPlace, mocks } from "../places.ts";
import type { Project } from "../project.ts";
import { definition, fullName, indentation, replaced, textOf, withImport } from "../python_text.ts";
import type { Random } from "../random.ts";
import { append, BY_HAND, change, type Edit, newName, rewrite } from "./edit.ts";

/** Replaces the body of a function. */
function withBody(text: string, body: string): string {
  const header = /^[^]*?\bdef [^]*?:\n/.exec(text)?.[0] ?? "";
  const indent = /^[ \t]*/.exec(text.slice(header.length))?.[0] ?? "    ";
  return header + body.replace(/^/gm, indent);
}

function rewriteMock(
  project: Project,
  random: Random,
  body: (place: MockPlace) => string,
): Project | null {
  const place = random.pick(mocks(project));
  if (place === undefined) return null;
  return rewrite(
    project,
    place.path,
    fullName(place.definition),
    (text) => withBody(text, body(place)),
  );
}

function rewriteHandler(
  project: Project,
  random: Random,
  edit: (text: string, place: HandlerPlace) => string,
  ...imports: readonly string[]
): Project | null {
  const place = random.pick(handlers(project));
  if (place === undefined) return null;
  return change(project, place.path, (module) => {
    const text = edit(place.text, place);
    if (text === place.text) return null;
    return imports.reduce(withImport, replaced(module, place.definition, text));
  });
}

const replacesMock: Edit = (project, random) => {
  const place = random.pick(mocks(project));
  if (place === undefined) return null;
  const { service, repository, repositoryMethod, replacement } = place;
  const target = classPlace(project, repository);
  if (target === undefined || service === repository) return null;
  const real = rewrite(
    project,
    target.path,
    `${repository}.${repositoryMethod}`,
    (text) => withBody(text, `return {"rows": [${random.below(100)}]}  # ${BY_HAND}`),
  );
  if (real === null) return null;
  return rewrite(
    real,
    place.path,
    fullName(place.definition),
    (text) => withBody(text, `# Real data, ${BY_HAND}.\n${replacement}`),
  );
};

const replacesLiteral: Edit = (project, random) =>
  rewriteMock(project, random, () => `return {"${BY_HAND}": ${random.below(100)}}`);

const keepsCommentOfMock: Edit = (project, random) =>
  rewriteMock(
    project,
    random,
    ({ replacement }) =>
      `# Mock. With real data: ${replacement}\nreturn ["${BY_HAND}", ${random.below(100)}]`,
  );

const addsTodo: Edit = (project, random) => {
  const place = random.pick(mocks(project));
  if (place === undefined) return null;
  return rewrite(
    project,
    place.path,
    fullName(place.definition),
    (text) =>
      text.replace(/^([ \t]*)# Mock\./m, `$1# TODO: replace this, noted ${BY_HAND}\n$1# Mock.`),
  );
};

const callsHelper: Edit = (project, random) => {
  const place = random.pick(mocks(project));
  if (place === undefined) return null;
  const name = newName(project, random, "computed");
  const helper = `def ${name}() -> dict[str, int]:\n    return {"${BY_HAND}": ${
    random.below(100)
  }}`;
  const called = rewrite(
    project,
    place.path,
    fullName(place.definition),
    (text) => withBody(text, `# Computed ${BY_HAND}.\nreturn ${name}()`),
  );
  return called === null ? null : append(called, place.path, helper);
};

const addsHeader: Edit = (project, random) =>
  rewriteHandler(project, random, (text) =>
    text.replace(
      /^([ \t]+)return (jsonify\(service\(\)\.\w+\(\w*(?:\(\))?\)\))(, \d+)?$/m,
      (_, indent: string, answer: string, status = "") =>
        `${indent}# Cached ${BY_HAND}.\n${indent}return ${answer}${
          status || ", 200"
        }, {"Cache-Control": "no-store"}`,
    ));

const handlesErrors: Edit = (project, random) =>
  rewriteHandler(project, random, (text) => {
    const [whole, indent = "", answer = ""] = /^([ \t]+)return (.*)$/m.exec(text) ?? [];
    if (whole === undefined || text.includes("try:") || !text.endsWith(whole)) return text;
    const level = /\t/.test(indent) ? "\t" : indent;
    return text.slice(0, -whole.length) + [
      `${indent}try:`,
      `${indent}${level}return ${answer}`,
      `${indent}except KeyError:  # ${BY_HAND}`,
      `${indent}${level}return {"error": "missing"}, 404`,
    ].join("\n");
  });

const validatesBody: Edit = (project, random) =>
  rewriteHandler(
    project,
    random,
    (text, { verb }) => {
      const [whole, indent = ""] = /^([ \t]+)return /m.exec(text) ?? [];
      if (whole === undefined || (verb !== "post" && verb !== "put")) return text;
      const level = /\t/.test(indent) ? "\t" : indent;
      const checks =
        `${indent}# Checked ${BY_HAND}.\n${indent}if not request.is_json:\n${indent}${level}return {}, 415\n`;
      return text.replace(whole, checks + whole);
    },
    "from flask import request",
  );

const readsQuery: Edit = (project, random) =>
  rewriteHandler(
    project,
    random,
    (text, { verb }) => {
      const [whole, indent = ""] = /^([ \t]+)return /m.exec(text) ?? [];
      if (whole === undefined || verb !== "get") return text;
      const page = `${indent}request.args.get("page", type=int)  # ${BY_HAND}\n`;
      return text.replace(whole, page + whole);
    },
    "from flask import request",
  );

const addsConstructor: Edit = (project, random) => {
  const place = random.pick(mocks(project));
  const target = place === undefined ? undefined : classPlace(project, place.repository);
  if (place === undefined || target === undefined) return null;
  return change(project, target.path, (text) => {
    const found = definition(text, target.name);
    if (found === undefined || textOf(text, found).includes("__init__")) return null;
    const level = indentation(text);
    return replaced(
      text,
      found,
      textOf(text, found).replace(
        /^(class .*:)\n/m,
        [
          "$1",
          `${level}def __init__(self) -> None:`,
          `${level}${level}self.rows = ["${BY_HAND}"]`,
          "\n",
        ].join("\n"),
      ),
    );
  });
};

const addsRepositoryMethod: Edit = (project, random) => {
  const place = random.pick(mocks(project));
  const target = place === undefined ? undefined : classPlace(project, place.repository);
  if (target === undefined) return null;
  const name = newName(project, random, "search");
  return rewrite(project, target.path, target.name, (text) => {
    const level = indentation(text);
    return `${text}\n\n${level}def ${name}(self) -> str:\n${level}${level}return "${BY_HAND}"`;
  });
};

/** Edits of the behaviour of endpoints. */
export const BODIES: Readonly<Record<string, Edit>> = {
  "replaces a mock by the repository": replacesMock,
  "replaces a mock by another answer": replacesLiteral,
  "changes a mock under its comment": keepsCommentOfMock,
  "adds a TODO to a mock": addsTodo,
  "computes an answer in a helper": callsHelper,
  "adds a header to a handler's answer": addsHeader,
  "handles errors in a handler": handlesErrors,
  "checks the body in a handler": validatesBody,
  "reads a query parameter in a handler": readsQuery,
  "adds a constructor to a repository": addsConstructor,
  "adds a method to a repository": addsRepositoryMethod,
};
