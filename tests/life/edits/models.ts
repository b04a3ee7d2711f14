/** Edits of models. */

import { appModules, lf } from "../places.ts";
import type { Project } from "../project.ts";
import {
  type Definition,
  definitions,
  indentation,
  replaced,
  textOf,
  withImport,
} from "../python_text.ts";
import type { Random } from "../random.ts";
import { BY_HAND, change, type Edit, newName } from "./edit.ts";

interface ModelPlace {
  readonly path: string;
  readonly definition: Definition;
  readonly text: string;
}

/** Lists the models with a base class. */
function models(project: Project, base: string): ModelPlace[] {
  return appModules(project).flatMap((path) => {
    const module = lf(project.files, path);
    return definitions(module).flatMap((definition) => {
      const text = textOf(module, definition);
      return new RegExp(`^class \\w+\\(${base}\\b`, "m").test(text)
        ? [{ path, definition, text }]
        : [];
    });
  });
}

/** Changes a random model with a base class. */
function changeModel(
  project: Project,
  random: Random,
  base: string,
  edit: (text: string, level: string) => string,
  ...statements: readonly string[]
): Project | null {
  const place = random.pick(models(project, base));
  if (place === undefined) return null;
  return change(project, place.path, (module) => {
    const text = edit(place.text, indentation(module));
    if (text === place.text) return null;
    return statements.reduce(withImport, replaced(module, place.definition, text));
  });
}

/** A constraint for each type of a member that every value of the judge satisfies. */
const CONSTRAINTS: Readonly<Record<string, string>> = {
  str: "min_length=1",
  int: "gt=-1000",
  float: "gt=-1000",
};

function constrained(line: string, indent: string, name: string, type: string): string {
  const constraint = CONSTRAINTS[type];
  return constraint === undefined
    ? line
    : `${indent}${name}: ${type} = Field(${constraint})  # ${BY_HAND}`;
}

const MEMBER = /^([ \t]+)(\w+): (\w+)$/m;

const constrainsMember: Edit = (project, random) =>
  changeModel(
    project,
    random,
    "Body",
    (text) => text.replace(MEMBER, constrained),
    "from pydantic import Field",
  );

const constrainsModel: Edit = (project, random) =>
  changeModel(
    project,
    random,
    "Body",
    (text) => text.replace(new RegExp(MEMBER, "gm"), constrained),
    "from pydantic import Field",
  );

const validatesMember: Edit = (project, random) =>
  changeModel(
    project,
    random,
    "Body",
    (text, level) => {
      const [, , member] = MEMBER.exec(text) ?? [];
      if (member === undefined) return text;
      return [
        `${text}\n`,
        `${level}@field_validator("${member}")`,
        `${level}@classmethod`,
        `${level}def ${newName(project, random, "checked")}(cls, value: object) -> object:`,
        `${level}${level}return value  # ${BY_HAND}`,
      ].join("\n");
    },
    "from pydantic import field_validator",
  );

/** Adds a member that requests may leave out. */
const addsMember: Edit = (project, random) =>
  changeModel(
    project,
    random,
    "Body",
    (text, level) =>
      `${text}\n${level}${newName(project, random, "coupon")}: str = ""  # ${BY_HAND}`,
  );

const addsKey: Edit = (project, random) =>
  changeModel(
    project,
    random,
    "TypedDict",
    (text, level) =>
      `${text}\n${level}${newName(project, random, "stock")}: NotRequired[int]  # ${BY_HAND}`,
    "from typing import NotRequired",
  );

const makesDataclass: Edit = (project, random) =>
  changeModel(
    project,
    random,
    "TypedDict",
    (text) => text.replace(/^class (\w+)\(TypedDict\):$/m, `@dataclass  # ${BY_HAND}\nclass $1:`),
    "from dataclasses import dataclass",
  );

/** Edits of models. */
export const MODELS: Readonly<Record<string, Edit>> = {
  "constrains a member of a body": constrainsMember,
  "constrains all members of a body": constrainsModel,
  "validates a member of a body": validatesMember,
  "adds a member to a body": addsMember,
  "adds a key to a model": addsKey,
  "makes a model a dataclass": makesDataclass,
};
