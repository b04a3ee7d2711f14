/** The blocks of a module's code, while its lines are read one after the other. */

/** Lines of one indentation, without a less indented line between them. */
interface CodeBlock {
  readonly indent: number;
  /** Counts blocks in the order of their first lines. */
  readonly id: number;
  /** Number of loops around it, within branches or not. */
  readonly loops: number;
  /** Whether its lines always run with its function or its module, apart from loops. */
  isPlain: boolean;
}

/** The first words of statements whose blocks run with the code around them, or as its functions do. */
const PLAIN: ReadonlySet<string> = new Set(["async", "class", "def", "for", "with"]);

/** Matches statements after which the rest of a function may not run. */
const EXIT = /\b(?:break|continue|raise|return)\b/;

/** Finds out which assignments certainly replace earlier ones, and which may not run. */
export class CodeBlocks {
  readonly #open: CodeBlock[] = [];
  readonly #assigned = new Map<string, number>();
  readonly #mixed = new Set<string>();
  #count = 0;
  /** The first word of the last line. */
  #word = "";

  /**
   * Goes on to the next line.
   *
   * @param word Its first word.
   * @param body The statements behind the colon of the line.
   */
  enter(indent: number, word: string, body = ""): void {
    while ((this.#open.at(-1)?.indent ?? 0) > indent) this.#open.pop();
    const last = this.#open.at(-1);
    if (last === undefined || last.indent < indent) {
      const { isPlain = true, loops = 0 } = last ?? {};
      this.#open.push({
        indent,
        id: this.#count++,
        loops: loops + (last !== undefined && this.#word === "for" ? 1 : 0),
        isPlain: isPlain && (last === undefined || PLAIN.has(this.#word)),
      });
    }
    this.#word = word;
    const mayExit = this.#open.at(-1)?.isPlain === false
      ? EXIT.test(word)
      : !PLAIN.has(word) && EXIT.test(body);
    if (!mayExit) return;
    for (const block of this.#open) block.isPlain &&= block.indent === 0;
  }

  /**
   * Reports whether the current line always runs with its function or its module.
   *
   * @param loops Number of the loops around it that are known to run.
   */
  isPlain(loops: number): boolean {
    const current = this.#open.at(-1);
    return current?.isPlain === true && current.loops === loops;
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
