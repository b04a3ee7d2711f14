/** Edits that change no behaviour: formatters, line ends, the order of functions, and merged records. */

import { appModules, lf, services, testModules } from "../places.ts";
import type { Project } from "../project.ts";
import { type Definition, definitions, indentation, replaced, textOf } from "../python_text.ts";
import type { Random } from "../random.ts";
import {
  withFewerBlankLines,
  withIndentation,
  withJoinedLines,
  withSingleImports,
  withSingleQuotes,
  withWrappedReturns,
} from "../reformat.ts";
import { change, changeAll, type Edit } from "./edit.ts";

/** Runs a formatter on all modules and tests, as a team does. */
function formats(format: (text: string) => string): Edit {
  return (project) => {
    const formatted = changeAll(project, format);
    const paths = [...appModules(project), ...testModules(project)];
    return paths.some((path) => formatted.files[path] !== project.files[path]) ? formatted : null;
  };
}

/** Runs a formatter on the modules with services, as editors do with open files. */
function formatsServices(format: (text: string) => string): Edit {
  return (project) => {
    const paths = new Set(services(project).map(({ path }) => path));
    return [...paths].reduce<Project | null>(
      (now, path) => change(now ?? project, path, format) ?? now,
      null,
    );
  };
}

function indents(unit: string): (text: string) => string {
  return (text) => indentation(text) === "    " ? withIndentation(text, unit) : text;
}

/** Swaps two definitions of a module that have the same kind and are in the same class, or in none. */
function swaps(kind: Definition["kind"]): Edit {
  return (project, random) => {
    // A handler cannot move above its blueprint.
    const paths = appModules(project).filter((path) =>
      !path.endsWith("__init__.py") && lf(project.files, path).split("= Blueprint(").length <= 2
    );
    const found = paths.flatMap((path) => {
      const all = definitions(lf(project.files, path)).filter((each) => each.kind === kind);
      const groups = [...Map.groupBy(all, ({ owner }) => owner).values()];
      return groups.filter((group) => group.length > 1).map((group) => ({ path, group }));
    });
    const place = random.pick(found);
    const [a, b] = random.shuffled(place?.group ?? []).slice(0, 2).sort((x, y) => x.from - y.from);
    if (place === undefined || a === undefined || b === undefined) return null;
    // A class can use a function above it while Python runs the module.
    const between = lf(project.files, place.path).split("\n").slice(a.to, b.from);
    if (kind === "function" && between.some((line) => line.startsWith("class "))) return null;
    return change(
      project,
      place.path,
      (text) => replaced(replaced(text, b, textOf(text, a)), a, textOf(text, b)),
    );
  };
}

const convertsLineEnds: Edit = ({ files, ...rest }) => {
  if (Object.values(files).some((text) => text.includes("\r\n"))) return null;
  const converted = Object.entries(files).map(([path, text]) =>
    [path, text.replaceAll("\n", "\r\n")] as const
  );
  return { ...rest, files: Object.fromEntries(converted) };
};

/** Changes the lines of one record file, except the first. */
function mergesRecords(merge: (lines: string[], random: Random) => string[]): Edit {
  return (project, random) => {
    const paths = Object.keys(project.files).filter((path) =>
      /^\.layerwright\/(?:manifest|routes\/)/.test(path)
    );
    return change(project, random.pick(paths), (text) => {
      const [first = "", ...lines] = text.trimEnd().split("\n");
      return `${[first, ...merge(lines, random)].join("\n")}\n`;
    });
  };
}

const keepsBothSides = mergesRecords((lines, random) => {
  const line = random.below(lines.length);
  return [...lines.slice(0, line + 1), ...lines.slice(line)];
});

const leavesMarkers = mergesRecords((lines, random) => {
  const line = random.below(lines.length);
  return [
    ...lines.slice(0, line),
    "<<<<<<< HEAD",
    ...lines.slice(line, line + 1),
    "=======",
    ...lines.slice(line, line + 2),
    ">>>>>>> other",
    ...lines.slice(line + 1),
  ];
});

/** Edits without a meaning. */
export const FORMATTING: Readonly<Record<string, Edit>> = {
  "formats with single quotes": formats(withSingleQuotes),
  "formats services with single quotes": formatsServices(withSingleQuotes),
  "indents with tabs": formats(indents("\t")),
  "indents services with two spaces": formatsServices(indents("  ")),
  "joins wrapped lines": formats(withJoinedLines),
  "wraps what functions return": formats(withWrappedReturns),
  "leaves fewer blank lines": formats(withFewerBlankLines),
  "imports one name a line": formats(withSingleImports),
  "swaps two functions": swaps("function"),
  "swaps two methods": swaps("method"),
  "converts line ends": convertsLineEnds,
  "keeps both sides of a conflict in the records": keepsBothSides,
  "leaves conflict markers in the records": leavesMarkers,
};
