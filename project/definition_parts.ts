/** The bodies, methods and headers of definitions, each read once. */

import { callArguments, isOperator, type Token, tokenize } from "../python/expression.ts";
import type { Definition } from "../python/outline.ts";
import { type FunctionBody, readFunctionBody } from "./function_body.ts";
import type { SourceFile } from "./source_file.ts";

/** The header of a function or class. */
interface Header {
  /** The tokens of what a function returns; none without an annotation. */
  readonly annotation: readonly Token[];
  /** The expressions of a class's first bases. */
  readonly bases: readonly (readonly Token[])[];
}

// Methods of further base classes count as unknown.
const MAX_BASES = 5;

/** Reads the parts of definitions. Many endpoints share services, so results are cached. */
export class DefinitionParts {
  readonly #bodies = new Map<Definition, FunctionBody>();
  readonly #methods = new Map<Definition, ReadonlyMap<string, Definition>>();
  readonly #headers = new Map<Definition, Header>();

  /** Returns the body of a function. */
  body(file: SourceFile, definition: Definition): FunctionBody {
    return cached(this.#bodies, definition, () => readBody(file, definition));
  }

  /** Returns the methods of a class by name. If several have the same name, the last one counts. */
  methods(definition: Definition): ReadonlyMap<string, Definition> {
    return cached(this.#methods, definition, () => {
      const functions = definition.children.filter(({ kind }) => kind === "function");
      return new Map(functions.map((each) => [each.name, each]));
    });
  }

  /** Returns the header of a function or class. */
  header(file: SourceFile, definition: Definition): Header {
    return cached(this.#headers, definition, () => readHeader(file, definition));
  }
}

function cached<Part>(
  parts: Map<Definition, Part>,
  definition: Definition,
  read: () => Part,
): Part {
  const known = parts.get(definition);
  if (known !== undefined) return known;
  const part = read();
  parts.set(definition, part);
  return part;
}

/** Reads a body. What a file with a syntax error returns is unknown. */
function readBody({ module }: SourceFile, definition: Definition): FunctionBody {
  const body = readFunctionBody(module, definition);
  if (module.problems.length === 0) return body;
  const row = module.lines[definition.header]?.row ?? 1;
  return { ...body, returned: { kind: "none", reason: "its file has a syntax error", row } };
}

function readHeader({ module: { source, lines } }: SourceFile, definition: Definition): Header {
  const line = lines[definition.header];
  const hasColon = line !== undefined && line.body !== -1;
  const tokens = hasColon ? tokenize(source, line.start, line.body) : [];
  return definition.kind === "function"
    ? { annotation: returnAnnotation(tokens), bases: [] }
    : { annotation: [], bases: baseClasses(tokens) };
}

function returnAnnotation(tokens: readonly Token[]): readonly Token[] {
  const arrow = tokens.findLastIndex((token) => isOperator(token, "->"));
  const end = isOperator(tokens.at(-1), ":") ? -1 : undefined;
  return arrow === -1 ? [] : tokens.slice(arrow + 1, end);
}

function baseClasses(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const open = tokens.findIndex((token) => isOperator(token, "("));
  if (open === -1) return [];
  return callArguments(tokens, open).filter(({ kind }) => kind === "positional")
    .slice(0, MAX_BASES).map(({ value }) => value);
}
