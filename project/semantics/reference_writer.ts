/** Adds the references in a module to an index. */

import type { ChainVisitor } from "./chain.ts";
import type { Evaluator } from "./evaluator.ts";
import type { ProjectModule } from "./project_modules.ts";
import { type ReferenceIndex, SHARED_FILE, type UseKind } from "./reference_index.ts";
import { symbolName, type Values } from "./values.ts";

/** Adds the references in one module to an index. */
export class ReferenceWriter {
  constructor(
    readonly module: ProjectModule,
    readonly evaluator: Evaluator,
    readonly index: ReferenceIndex,
  ) {}

  at(kind: UseKind, offset: number) {
    return { module: this.module, kind, offset };
  }

  /** Adds a reference to values. */
  add(values: Values, kind: UseKind, offset: number): void {
    for (const value of values) {
      if (value.kind === "module") this.index.addModule(value.module, this.at(kind, offset));
      const name = symbolName(value);
      if (name === null || value.kind === "other" || value.module === null) continue;
      this.index.addDefinition(value.module, name, this.at(kind, offset));
    }
  }

  /** Adds a reference to a name of a module if the module itself imports it. */
  addReExport(module: ProjectModule, name: string, kind: UseKind, offset: number): void {
    const bound = module.scope.names.get(name) ?? [];
    if (!bound.some((binding) => binding.kind === "import")) return;
    this.index.addDefinition(module, name, this.at(kind, offset));
  }

  /** Adds a place that reads an attribute. */
  addAttribute(owners: Values, name: string, kind: UseKind, offset: number): void {
    for (const owner of owners) {
      const { values, found, isUnsure } = this.evaluator.attribute(owner, name);
      if (owner.kind === "module") {
        this.add(values, kind, offset);
        this.addReExport(owner.module, name, kind, offset);
      }
      if (found !== null) {
        this.index.addDefinition(found.module, found.name, this.at(kind, offset));
      }
      if (!isUnsure || owner.kind === "other") continue;
      const isShared = owner.kind === "unknown" && owner.isShared === true;
      this.index.addUnknown(name, isShared ? SHARED_FILE : owner.module, this.at(kind, offset));
    }
  }

  /**
   * Records that code passes values on.
   *
   * @param to The values that receive them: the called functions and classes. Any other value
   * counts as a place that all modules share.
   */
  give(values: Values, to: Values): void {
    for (const value of values) {
      if (value.kind !== "class" && value.kind !== "instance") continue;
      const name = value.scope.definition?.name ?? "";
      for (const callee of to) {
        const isOurs = callee.kind === "class" || callee.kind === "function";
        this.index.addGiven(value.module, name, isOurs ? callee.module.path : SHARED_FILE);
      }
    }
  }

  /**
   * Returns a visitor that adds the references in chains.
   *
   * @param offset The offset of the string that the chains are in.
   */
  visitor(kind: "name" | "string", offset?: number): ChainVisitor {
    return {
      name: (values, { start }) => this.add(values, kind, offset ?? start),
      attribute: (owners, { text, start }) =>
        this.addAttribute(owners, text, kind === "name" ? "attribute" : kind, offset ?? start),
    };
  }
}
