/** Reformats Python like common formatters, for machines without a formatter. */

/** A piece of Python. The pieces of a text, joined, give the text. */
interface Piece {
  readonly kind: "string" | "comment" | "code";
  readonly text: string;
}

const PIECES = [
  { kind: "string", pattern: /[rbfRBF]{0,2}("""|''')[^]*?\1/y },
  { kind: "string", pattern: /[rbfRBF]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/y },
  { kind: "comment", pattern: /#[^\n]*/y },
  { kind: "code", pattern: /\w+|[^]/y },
] as const;

function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let offset = 0;
  while (offset < text.length) {
    for (const { kind, pattern } of PIECES) {
      pattern.lastIndex = offset;
      const [piece = ""] = pattern.exec(text) ?? [];
      if (piece === "") continue;
      found.push({ kind, text: piece });
      offset += piece.length;
      break;
    }
  }
  return found;
}

/** Writes strings in single quotes, unless they contain quotes or backslashes. */
export function withSingleQuotes(text: string): string {
  return pieces(text).map((piece) =>
    piece.kind === "string"
      ? piece.text.replace(/^([rbfRBF]{0,2})"([^"'\\\n]*)"$/, "$1'$2'")
      : piece.text
  ).join("");
}

/** Indents with tabs, two spaces or the like instead of four spaces. */
export function withIndentation(text: string, unit: string): string {
  return text.replace(/^(?: {4})+/gm, (spaces) => unit.repeat(spaces.length / 4));
}

/** Joins code in brackets into one line, without the comma before the closing bracket. */
export function withJoinedLines(text: string): string {
  const open: string[] = [];
  let joined = "";
  for (const { kind, text: piece } of pieces(text)) {
    if (kind === "comment" && open.length > 0) return text;
    if (kind === "code" && /[([{]/.test(piece)) open.push(piece);
    if (kind === "code" && /[)\]}]/.test(piece)) {
      const start = open.pop();
      joined = joined.replace(/\s+$/, "");
      if (start !== "(") joined = joined.replace(/,$/, "");
    }
    const isInside = open.length > 0 && kind === "code" && /^\s$/.test(piece);
    if (isInside && /[([{\s]$/.test(joined)) continue;
    joined += isInside ? " " : piece;
  }
  return joined;
}

/** Wraps each returned value on one line in parentheses, and puts it on a line of its own. */
export function withWrappedReturns(text: string): string {
  return text.replace(/^([ \t]+)return ([^\n#()[\]{}]*\([^\n#]*\))$/gm, (line, indent, value) => {
    const brackets = pieces(value).filter(({ kind }) => kind === "code").map((each) => each.text);
    const count = (all: string) => brackets.filter((each) => all.includes(each)).length;
    if (count("([{") !== count(")]}")) return line;
    const level = indent.includes("\t") ? "\t" : "    ";
    return `${indent}return (\n${indent}${level}${value}\n${indent})`;
  });
}

/** Leaves at most one blank line between definitions. */
export function withFewerBlankLines(text: string): string {
  return text.replaceAll(/\n{3,}/g, "\n\n");
}

/** Writes an import statement for each imported name. */
export function withSingleImports(text: string): string {
  return text.replace(
    /^(from \S+ import )(\w+(?:, \w+)+)$/gm,
    (_, start, names) => names.split(", ").map((name: string) => start + name).join("\n"),
  );
}
