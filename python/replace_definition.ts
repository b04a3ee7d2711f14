/** Replaces what a generator writes of a definition, and keeps what people put around it. */

import { indentationOf, skipBlanks } from "./characters.ts";
import {
  definitionIn,
  type DefinitionParts,
  definitionParts,
  ERRORS,
  type Part,
} from "./definition_parts.ts";
import { ClassBody } from "./class_body.ts";
import { BODY, HEAD } from "./definition_hash.ts";
import type { PythonModule } from "./python_module.ts";
import { reindent } from "./reindent.ts";
import type { PythonSymbol } from "./symbols.ts";
import type { TextEdit } from "./text_edit.ts";

/**
 * Replaces the parts of a definition that differ from its new code. Other decorators, docstrings and
 * comments outside the parts stay. Any other symbol is replaced as a whole.
 *
 * @param code The new code, with four spaces per level.
 * @param isReplaced Reports whether to replace a part: {@linkcode HEAD}, {@linkcode BODY},
 * {@linkcode ERRORS} or, in a class, a member by its name; all by default.
 *
 * @example
 * ```ts
 * import { replaceDefinition } from "./replace_definition.ts";
 * import { readPython } from "./python_module.ts";
 * import { symbols } from "./symbols.ts";
 * import { applyEdits } from "./text_edit.ts";
 * import { equal } from "node:assert/strict";
 *
 * const module = readPython('@login_required\ndef get():\n    """Docs."""\n    return 1\n');
 * const edits = replaceDefinition(module, symbols(module)[0]!, "def get():\n    return 2\n");
 * equal(
 *   applyEdits(module.source, edits),
 *   '@login_required\ndef get():\n    """Docs."""\n    return 2\n',
 * );
 * ```
 */
export function replaceDefinition(
  module: PythonModule,
  symbol: PythonSymbol,
  code: string,
  isReplaced: (part: string) => boolean = () => true,
): readonly TextEdit[] {
  const wanted = definitionIn(code);
  const parts = wanted && definitionParts(wanted.scan, wanted.range);
  const now = symbol.parts;
  if (parts === null || now === null) return [wholeEdit(module, symbol, code)];
  return new Replacement(module, now, code, parts, isReplaced).edits();
}

function wholeEdit(
  { source, eol, indentUnit }: PythonModule,
  { start, end }: PythonSymbol,
  code: string,
): TextEdit {
  const margin = indentationOf(source, start);
  const offset = skipBlanks(source, start) - margin.length;
  return {
    offset,
    remove: end - offset,
    insert: reindent(code, { eol, unit: indentUnit, margin }),
  };
}

class Replacement {
  constructor(
    private readonly module: PythonModule,
    private readonly now: DefinitionParts,
    private readonly code: string,
    private readonly wanted: DefinitionParts,
    private readonly isReplaced: (part: string) => boolean,
  ) {}

  edits(): readonly TextEdit[] {
    return [...this.#routeEdits(), ...this.#errorsEdits(), ...this.#codeEdits()];
  }

  #routeEdits(): readonly TextEdit[] {
    const { now, wanted, module: { eol } } = this;
    if (!this.isReplaced(HEAD)) return [];
    const present = new Set(now.routes.map(({ form }) => form()));
    const missing = wanted.routes.filter(({ form }) => !present.has(form()));
    const last = now.routes.at(-1);
    if (last !== undefined) {
      return missing.map((part) => this.#edit(last, this.#text(part)));
    }
    const isBare = now.decorators === null && wanted.decorators !== null;
    const added = isBare ? [wanted.decorators] : missing;
    return added.map((part) => ({
      offset: now.header.start,
      remove: 0,
      insert: this.#text(part) + eol + this.#margin,
    }));
  }

  #errorsEdits(): readonly TextEdit[] {
    const { now, wanted, module: { eol } } = this;
    const isWhole = now.decorators === null && wanted.decorators !== null;
    if (isWhole || !this.isReplaced(ERRORS) || now.errors?.form() === wanted.errors?.form()) {
      return [];
    }
    if (now.errors !== null && wanted.errors !== null) {
      return [this.#edit(now.errors, this.#text(wanted.errors))];
    }
    if (now.errors !== null) {
      const { lineStart } = now.errors;
      return [{ offset: lineStart, remove: this.#below(now.errors) - lineStart, insert: "" }];
    }
    if (wanted.errors === null) return [];
    const route = now.routes.at(-1);
    const offset = route === undefined ? now.header.lineStart : this.#below(route);
    return [{ offset, remove: 0, insert: this.#margin + this.#text(wanted.errors) + eol }];
  }

  /** Returns the start of the physical line below a decorator. */
  #below({ lineStart, end }: Part): number {
    return this.module.lines.find((each) => each.lineStart === lineStart)?.next ?? end;
  }

  #codeEdits(): readonly TextEdit[] {
    const { now, wanted, module: { source, eol, indentUnit: unit } } = this;
    const { header, body } = now;
    if (now.indentation === null || wanted.indentation === null) {
      const whole = { ...wanted.header, end: Math.max(wanted.header.end, wanted.body.end) };
      return [this.#edit({ ...header, end: Math.max(header.end, body.end) }, this.#text(whole))];
    }
    const edits = header.form() === wanted.header.form() || !this.isReplaced(HEAD)
      ? []
      : [this.#edit(header, this.#text(wanted.header))];
    if (now.statements !== null && wanted.statements !== null) {
      const statements = { now: now.statements, wanted: wanted.statements };
      const style = { eol, unit, margin: now.indentation };
      const changes = new ClassBody(source, body.end, this.code, statements, style);
      return [...edits, ...changes.edits(this.isReplaced)];
    }
    if (body.form() === wanted.body.form() || !this.isReplaced(BODY)) return edits;
    const code = this.code.slice(wanted.body.start, wanted.body.end);
    const text = reindent(code, { eol, unit, margin: now.indentation });
    const isEmpty = source.slice(body.start, body.end).trim() === "";
    return [...edits, this.#edit(body, isEmpty && text !== "" ? eol + text : text)];
  }

  #edit({ start, end }: Part, insert: string): TextEdit {
    return { offset: start, remove: end - start, insert };
  }

  get #margin(): string {
    return indentationOf(this.module.source, this.now.header.lineStart);
  }

  /** Returns the new text of a part, without the indentation of its first line. */
  #text({ lineStart, end }: Pick<Part, "lineStart" | "end">): string {
    const { module: { eol, indentUnit: unit } } = this;
    const code = this.code.slice(lineStart, end);
    const margin = this.#margin;
    return reindent(code, { eol, unit, margin }).slice(margin.length);
  }
}
