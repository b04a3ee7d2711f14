/** Splits a file into the pieces that a merge takes or leaves. */

import type { ProjectPath } from "../../core/project_path.ts";
import { RECORDS_FOLDER } from "../../project/records/route_record.ts";
import { MANIFEST_PATH } from "../../project/records/manifest.ts";
import type { ImportStatement } from "../../python/import_statement.ts";
import { readImports } from "../../python/imports.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";

/** A piece of a file. The texts of all pieces, joined, are the text of the file. */
export interface Piece {
  /** Equal for equal pieces, regardless of line ends, of blank lines before, and of the formatting of code. */
  readonly key: string;
  readonly text: string;
  /** The name of the definition, such as `Service.get`; `null` for other pieces. */
  readonly name: string | null;
  /** The import statement; `null` for other pieces. */
  readonly imported: ImportStatement | null;
}

/** A file in pieces. */
export interface PiecedFile {
  readonly kind: "python" | "record" | "text";
  readonly pieces: readonly Piece[];
}

/** Splits a file: Python into definitions, import statements and other lines, other files into lines. */
export function inPieces(path: ProjectPath, text: string): PiecedFile {
  if (path.endsWith(".py")) {
    const module = readPython(text);
    if (module.problems.length === 0) return { kind: "python", pieces: pythonPieces(module) };
  }
  const isRecord = path === MANIFEST_PATH || path.startsWith(`${RECORDS_FOLDER}/`);
  return { kind: isRecord ? "record" : "text", pieces: linePieces(text) };
}

/** Splits text into lines. */
export function linePieces(text: string): readonly Piece[] {
  return linesOf(text).map(linePiece);
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

function linePiece(text: string): Piece {
  return { key: text.trimEnd(), text, name: null, imported: null };
}

/** A definition or an import statement, with its whole lines. */
interface Unit extends Omit<Piece, "text"> {
  readonly start: number;
  readonly end: number;
}

function pythonPieces(module: PythonModule): readonly Piece[] {
  const { source } = module;
  const units = [...definitions(module), ...imports(module)].sort((a, b) => a.start - b.start);
  const pieces: Piece[] = [];
  let next = 0;
  let blank = "";
  const addLines = (text: string) => {
    for (const line of linesOf(text)) {
      if (line.trim() === "") blank += line;
      else {
        pieces.push({ ...linePiece(line), text: blank + line });
        blank = "";
      }
    }
  };
  for (const { start, end, ...unit } of units) {
    // A second statement on a line is part of the first one's piece.
    if (start < next) continue;
    addLines(source.slice(next, start));
    pieces.push({ ...unit, text: blank + source.slice(start, end) });
    blank = "";
    next = end;
  }
  addLines(source.slice(next));
  if (blank !== "") pieces.push({ key: "", text: blank, name: null, imported: null });
  return pieces;
}

function definitions(module: PythonModule): readonly Unit[] {
  const { source } = module;
  return symbols(module).map((symbol) => ({
    key: `${symbol.kind} ${symbol.name}\n${symbol.normalForm}`,
    name: symbol.name,
    imported: null,
    start: source.lastIndexOf("\n", symbol.start - 1) + 1,
    end: lineEnd(source, symbol.end),
  }));
}

function imports(module: PythonModule): readonly Unit[] {
  return readImports(module).flatMap((statement) => {
    const line = module.lines[statement.line];
    if (line === undefined || line.indent > 0 || !statement.isAlone) return [];
    const names = statement.names.map(({ name, alias }) => `${name} ${alias ?? ""}`);
    return [{
      key: `${statement.kind} ${statement.module}\n${names.join("\n")}`,
      name: null,
      imported: statement,
      start: line.lineStart,
      end: lineEnd(module.source, line.end),
    }];
  });
}

function lineEnd(source: string, offset: number): number {
  const lineBreak = source.indexOf("\n", offset);
  return lineBreak < 0 ? source.length : lineBreak + 1;
}
