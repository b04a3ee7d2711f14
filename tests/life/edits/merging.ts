/** Edits that merges and editors leave: both sides of a conflict, and renamings. */

import { appModules, classPlace, lf, mocks, services, testModules } from "../places.ts";
import { definitions, fullName, imports, renamedMethod, replaced, textOf } from "../python_text.ts";
import { BY_HAND, change, changeAll, type Edit, newName, rewrite } from "./edit.ts";

/** Keeps a method of a service twice, with the answers of both sides. Python takes the second one. */
const keepsBothMethods: Edit = (project, random) => {
  const place = random.pick(mocks(project));
  if (place === undefined) return null;
  return rewrite(project, place.path, fullName(place.definition), (text) => {
    const header = /^[^]*?\bdef [^]*?:\n/.exec(text)?.[0] ?? "";
    const indent = /^[ \t]*/.exec(text.slice(header.length))?.[0] ?? "";
    return `${text}\n\n${header}${indent}return {"${BY_HAND}": ${random.below(100)}}`;
  });
};

const keepsBothTests: Edit = (project, random) => {
  const path = random.pick(testModules(project).filter((each) => /_route\.py$/.test(each)));
  return change(project, path, (text) => {
    const tests = definitions(text).filter(({ name }) => name.startsWith("test_"));
    const test = random.pick(tests);
    if (test === undefined) return null;
    const code = textOf(text, test);
    const other = code.replace(/:\n/, `:  # ${BY_HAND}\n`);
    return replaced(text, test, `${code}\n\n\n${other}`);
  });
};

/** Renames a method of a service or a repository, and all calls, as editors do. */
const renamesMethod: Edit = (project, random) => {
  const place = random.pick(mocks(project));
  if (place === undefined) return null;
  const { name } = place.definition;
  // An editor knows which calls are meant. These names are only those of one class.
  const owners = [...appModules(project), ...testModules(project)].flatMap((path) =>
    definitions(lf(project.files, path)).filter((each) => each.name === name && each.owner !== null)
  );
  const target = classPlace(project, place.repository);
  if (owners.length > 2 || target === undefined || /^(?:get|add|update|delete)$/.test(name)) {
    return null;
  }
  const to = newName(project, random, "fetch");
  const used = changeAll(project, (text) => renamedMethod(text, name, to));
  // The repository's own method has the same name.
  const own = definitions(lf(used.files, target.path)).find((each) =>
    each.owner === target.name && each.name === to
  );
  return own === undefined ? null : used;
};

/** Renames a method of a service, and forgets its calls. Its endpoint fails. */
const renamesOnlyMethod: Edit = (project, random) => {
  const place = random.pick(mocks(project));
  if (place === undefined) return null;
  const to = newName(project, random, "fetch");
  return rewrite(
    project,
    place.path,
    fullName(place.definition),
    (text) => text.replace(`def ${place.definition.name}(`, `def ${to}(`),
  );
};

/** Turns a service into one with a base class of the team. */
const givesBaseClass: Edit = (project, random) => {
  const place = random.pick(services(project));
  if (place === undefined) return null;
  const path = `${project.app}/base.py`;
  const base = `"""What services share, ${BY_HAND}."""\n\n\nclass Service:\n    """A service."""\n`;
  const files = { [path]: base, ...project.files };
  return change({ ...project, files }, place.path, (text) => {
    const header = new RegExp(`^class ${place.name}:$`, "m");
    if (!header.test(text)) return null;
    const line = `class ${place.name}(Service):  # ${BY_HAND}`;
    const [first] = imports(text).statements;
    if (first === undefined) return null;
    return text.replace(header, line)
      .replace(first, () => `${first}\n\nfrom ${project.app}.base import Service`);
  });
};

/** Edits of merges and editors. */
export const MERGING: Readonly<Record<string, Edit>> = {
  "keeps both sides of a conflict in a service": keepsBothMethods,
  "keeps both sides of a conflict in tests": keepsBothTests,
  "renames a method with its calls": renamesMethod,
  "renames a method without its calls": renamesOnlyMethod,
  "gives a service a base class": givesBaseClass,
};
