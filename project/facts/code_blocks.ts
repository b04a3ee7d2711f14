/** The blocks of a module's code, while its lines are read one after the other. */

/** Lines of one indentation, without a less indented line between them. */
interface CodeBlock {
  readonly indent: number;
  /** Counts blocks in the order of their first lines. */
  readonly id: number;
}

/** Finds out which assignments certainly replace earlier ones, and which may not run. */
export class CodeBlocks {
  readonly #open: CodeBlock[] = [];
  readonly #assigned = new Map<string, number>();
  readonly #mixed = new Set<string>();
  #count = 0;

  /** Goes on to the next line. */
  enter(indent: number): void {
    while ((this.#open.at(-1)?.indent ?? 0) > indent) this.#open.pop();
    const last = this.#open.at(-1);
    if (last === undefined || last.indent < indent) this.#open.push({ indent, id: this.#count++ });
  }

  /**
   * Notes that the current line assigns to a name.
   *
   * @returns `certain` if lines below see only the new value, because the earlier assignments are
   * in the same block or in blocks inside it; `mixed` if one earlier value may still apply;
   * `unknown` if several earlier values may.
   */
  assign(name: string): "certain" | "mixed" | "unknown" {
    const current = this.#open.at(-1)?.id ?? 0;
    const earlier = this.#assigned.get(name);
    this.#assigned.set(name, current);
    if (earlier === undefined || earlier >= current) {
      this.#mixed.delete(name);
      return "certain";
    }
    if (this.#mixed.has(name)) return "unknown";
    this.#mixed.add(name);
    return "mixed";
  }
}
