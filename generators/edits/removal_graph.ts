/** Decides which of several definitions can be removed, by their uses. */

import { partitionPoint } from "../../core/partition_point.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { DefinitionUse, ProjectUses } from "../../project/semantics/uses.ts";
import type { PythonSymbol } from "../../python/symbols.ts";

/** A definition to remove. */
export interface Removable {
  readonly path: ProjectPath;
  /** The full name, such as `ProductsService.get`. */
  readonly name: string;
  /** Whether it stays in any case, with everything that it uses. */
  readonly stays?: boolean;
  /**
   * Whether it can only be removed with its whole file, such as a blueprint that the app looks for
   * in the file.
   */
  readonly goesWithFile?: boolean;
}

/** A definition with its symbols and its uses. */
export interface RemovalNode<Definition extends Removable> {
  readonly definition: Definition;
  readonly symbols: readonly PythonSymbol[];
  /** Uses that are not imports, outside of the definition itself. */
  readonly uses: readonly DefinitionUse[];
  /** Imports of the definition. An import is removed together with the code that uses it. */
  readonly imports: readonly DefinitionUse[];
}

interface OwnedSpan<Definition extends Removable> {
  readonly start: number;
  readonly end: number;
  readonly owner: RemovalNode<Definition>;
}

/**
 * Splits definitions into those that can be removed and those that stay. A definition stays if code
 * that stays uses it. The work grows linearly with the number of uses.
 */
export class RemovalGraph<Definition extends Removable> {
  readonly #nodes: readonly RemovalNode<Definition>[];
  readonly #spans: ReadonlyMap<ProjectPath, readonly OwnedSpan<Definition>[]>;
  /** The definitions that each definition uses. */
  readonly #used = new Map<RemovalNode<Definition>, RemovalNode<Definition>[]>();
  readonly #kept = new Map<RemovalNode<Definition>, DefinitionUse[]>();

  /**
   * @param symbolsOf Finds the symbols of a definition. Definitions without symbols are left out.
   */
  constructor(
    definitions: readonly Definition[],
    uses: ProjectUses,
    symbolsOf: (definition: Definition) => readonly PythonSymbol[],
  ) {
    const found = definitions.map((definition) => ({ definition, symbols: symbolsOf(definition) }))
      .filter((each) => each.symbols.length > 0)
      .map((each) => ({ ...each, all: uses.of(each.definition) }));
    this.#nodes = found.map(({ definition, symbols, all }) => ({
      definition,
      symbols,
      uses: all.filter(({ kind }) => kind !== "import"),
      imports: all.filter(({ kind }) => kind === "import"),
    }));
    this.#spans = spansOf(this.#nodes);
    const classes = new Map(this.#nodes.map((node) => [keyOf(node.definition), node]));
    for (const node of this.#nodes) {
      const special = SPECIAL_METHOD.exec(keyOf(node.definition))?.[1];
      this.#addUse(special === undefined ? null : classes.get(special) ?? null, node);
      for (const use of [...node.uses, ...node.imports]) this.#addUse(this.#ownerOf(use), node);
    }
    for (const node of this.#nodes) {
      const outside = node.uses.filter((use) => this.#ownerOf(use) === null);
      if (outside.length > 0 || node.definition.stays === true) this.keep(node, outside);
    }
  }

  #addUse(user: RemovalNode<Definition> | null, used: RemovalNode<Definition>): void {
    if (user === null || user === used) return;
    const known = this.#used.get(user);
    if (known === undefined) this.#used.set(user, [used]);
    else known.push(used);
  }

  /** The definitions to remove. */
  get removed(): readonly RemovalNode<Definition>[] {
    return this.#nodes.filter((node) => !this.#kept.has(node));
  }

  /** The definitions that stay, with the uses that keep them. */
  get kept(): ReadonlyMap<RemovalNode<Definition>, readonly DefinitionUse[]> {
    return this.#kept;
  }

  /** Returns the imports of a definition that are not inside a definition to remove. */
  importsOf(node: RemovalNode<Definition>): readonly DefinitionUse[] {
    return node.imports.filter((use) => this.#ownerOf(use) === null);
  }

  /** Reports whether a use is removed together with the definition that contains it. */
  goes(use: Pick<DefinitionUse, "path" | "offset">): boolean {
    const owner = this.#ownerOf(use);
    return owner !== null && !this.#kept.has(owner);
  }

  /** Keeps a definition, with everything that it uses. */
  keep(first: RemovalNode<Definition>, uses: readonly DefinitionUse[] = []): void {
    if (this.#kept.has(first)) return;
    this.#kept.set(first, [...uses]);
    const waiting = [first];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const node of this.#used.get(next) ?? []) {
        if (this.#kept.has(node)) continue;
        const keeping = next;
        const by = [...node.uses, ...node.imports].filter((use) => this.#ownerOf(use) === keeping);
        this.#kept.set(node, by);
        waiting.push(node);
      }
    }
  }

  #ownerOf(
    { path, offset }: Pick<DefinitionUse, "path" | "offset">,
  ): RemovalNode<Definition> | null {
    const spans = this.#spans.get(path) ?? [];
    const span = spans[partitionPoint(spans, ({ start }) => start <= offset) - 1];
    return span !== undefined && offset < span.end ? span.owner : null;
  }
}

/** Matches the methods that Python calls itself, which stay if their class stays. */
const SPECIAL_METHOD = /^(.*)\.__\w+__$/;

function keyOf({ path, name }: Removable): string {
  return `${path} ${name}`;
}

/** Returns the definitions' places in each file, in order. */
function spansOf<Definition extends Removable>(
  nodes: readonly RemovalNode<Definition>[],
): ReadonlyMap<ProjectPath, readonly OwnedSpan<Definition>[]> {
  const spans = nodes.flatMap((owner) =>
    owner.symbols.map(({ start, end }) => ({ start, end, owner }))
  );
  const byFile = Map.groupBy(spans, ({ owner }) => owner.definition.path);
  for (const each of byFile.values()) each.sort((a, b) => a.start - b.start);
  return byFile;
}
