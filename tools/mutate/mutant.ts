/** A mutant: one small change to one module. */

/** A replacement of a part of a source text. Offsets are in UTF-16 code units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** The lines of a block in braces; 1-based. */
export interface Block {
  readonly first: number;
  readonly last: number;
}

/** A change that a test should detect. */
export interface Mutant extends Edit {
  /** The module, relative to the checkout's root. */
  readonly path: string;
  /** Line of the change; 1-based. */
  readonly line: number;
  /** The nearest named function, method or constant around the change; "" at the top level. */
  readonly within: string;
  /** The innermost block that begins above the change; `null` if there is none. */
  readonly block: Block | null;
  /** The lines before the change, without indentation. */
  readonly before: string;
  /** The same lines with the change. */
  readonly after: string;
}

/** Maximum length of a shown change. Longer changes lose their middle. */
const MAX_CHARACTERS = 160;

/**
 * Creates a mutant from an edit.
 *
 * @param within The name of the definition around the edit.
 * @param blocks The blocks around the edit, the outermost first.
 */
export function createMutant(
  path: string,
  source: string,
  edit: Edit,
  { within, blocks }: { readonly within: string; readonly blocks: readonly Block[] },
): Mutant {
  const { start, end, replacement } = edit;
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const nextLine = source.indexOf("\n", end);
  const lineEnd = nextLine === -1 ? source.length : nextLine;
  const line = source.slice(0, start).split("\n").length;
  return {
    path,
    ...edit,
    line,
    within,
    block: blocks.findLast(({ first }) => first < line) ?? null,
    before: onOneLine(source.slice(lineStart, lineEnd)),
    after: onOneLine(source.slice(lineStart, start) + replacement + source.slice(end, lineEnd)),
  };
}

/** Returns the source with the mutant's change. */
export function mutate(source: string, { start, end, replacement }: Edit): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

function onOneLine(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  if (line.length <= MAX_CHARACTERS) return line;
  const half = MAX_CHARACTERS / 2;
  return `${line.slice(0, half)} … ${line.slice(-half)}`;
}
