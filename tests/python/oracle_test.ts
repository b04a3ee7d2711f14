import { Buffer } from "node:buffer";
import { deepEqual, equal, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import { tokenize } from "../../python/expression.ts";
import { readImports } from "../../python/imports.ts";
import type { Definition } from "../../python/outline.ts";
import { positionAt } from "../../python/position.ts";
import { allDefinitions, type PythonModule, readPython } from "../../python/python_module.ts";
import { type OracleFile, oracleFiles, type OracleImport, readSource } from "./corpus.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

const SAMPLE = 300;

Deno.test("readPython finds the same definitions, imports and strings as CPython", async () => {
  const files = await oracleFiles(IS_FULL_TIER ? undefined : SAMPLE);
  ok(files.length >= SAMPLE / 2, `Found only ${files.length} files`);
  for (const file of files) {
    const module = readPython(await readSource(file.path));
    if (isEncodedOtherwise(module)) continue;
    deepEqual({ path: file.path, ...seen(module) }, expected(file, module));
    equal(stringsHash(module), file.strings, file.path);
  }
});

function isEncodedOtherwise({ problems }: PythonModule): boolean {
  return problems.some(({ message }) => message.startsWith("unsupported encoding"));
}

function expected(
  { path, definitions, imports }: OracleFile,
  { source, physical: { starts } }: PythonModule,
) {
  // Layerwright does not read imports that follow a colon or another statement on the same line.
  const startsLine = ({ line }: OracleImport) =>
    /^[ \t\f\ufeff]*(?:import|from)\b/.test(source.slice(starts[line - 1], starts[line]));
  return { path, problems: [], definitions, imports: imports.filter(startsLine) };
}

function seen(module: PythonModule) {
  const row = (index: number) => module.lines[index]?.row;
  const names = qualifiedNames(module);
  return {
    problems: module.problems,
    definitions: allDefinitions(module).map((each) => ({
      name: names.get(each),
      kind: each.kind,
      async: each.async,
      decorators: each.decorators.map(row),
      line: row(each.header),
      endLine: module.lines[each.last]?.endRow,
    })),
    imports: readImports(module).map(({ kind, module: from, names, start }) => ({
      line: positionAt(module.physical.starts, start).line,
      module: kind === "from" ? from : null,
      names: names.map(({ name, alias }) => [name, alias]),
    })),
  };
}

function qualifiedNames(module: PythonModule): ReadonlyMap<Definition, string> {
  const names = new Map(module.definitions.map((each) => [each, each.name]));
  for (const [outer, name] of names) {
    for (const inner of outer.children) names.set(inner, `${name}.${inner.name}`);
  }
  return names;
}

function stringsHash({ source, lines, physical }: PythonModule): string {
  const hash = createHash("sha256");
  for (const line of lines) {
    for (const token of tokenize(source, line.start, line.end)) {
      if (token.kind !== "string") continue;
      hash.update(`${positionAt(physical.starts, token.start).line}:`);
      hash.update(Buffer.from(token.value ?? "", "utf16le"));
    }
  }
  return hash.digest("hex");
}
