/** Finds the places where a project uses its own definitions. */

import type { Snapshot } from "../../core/change_set.ts";
import { partitionPoint } from "../../core/partition_point.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { positionAt } from "../../python/position.ts";
import { Evaluator } from "./evaluator.ts";
import { readFlaskModule } from "../routing/flask_module.ts";
import { type ProjectModule, ProjectModules } from "./project_modules.ts";
import {
  type KnowingFile,
  type Reference,
  ReferenceIndex,
  type UseKind,
} from "./reference_index.ts";
import { readReferences } from "./references.ts";
import type { Scope } from "./scopes.ts";

/** A definition of a project, or a whole module. */
export interface ProjectDefinition {
  readonly path: ProjectPath;
  /** The full name, such as `ProductsService.get`; `null` for the whole module. */
  readonly name: string | null;
}

/** A place that uses a definition. */
export interface DefinitionUse {
  readonly path: ProjectPath;
  /** 1-based. */
  readonly line: number;
  /** The offset in the file's text. */
  readonly offset: number;
  readonly kind: UseKind;
  /**
   * Whether the code certainly uses this definition, and not another definition of the same name.
   */
  readonly isSure: boolean;
}

/** A part of a text. */
export interface IgnoredSpan {
  readonly start: number;
  readonly end: number;
}

/** The parts of a project's files where uses do not count. */
export type IgnoredCode = ReadonlyMap<ProjectPath, readonly IgnoredSpan[]>;

/**
 * Finds the places where a project uses its definitions. The project is read once for any number of
 * lookups. The time of a lookup depends only on the length of its result.
 *
 * Follows imports of all kinds, re-exports, and instances whose class the code shows. Also follows
 * strings that frameworks read: full names (`patch`), endpoints (`url_for`) and attributes
 * (`getattr`). Reading a method's name from an unknown object counts as a use if the file, or the
 * module that the object comes from, uses the class.
 */
export class ProjectUses {
  readonly #modules: ProjectModules;
  readonly #evaluator: Evaluator;
  readonly #index = new ReferenceIndex();
  readonly #ignored: ReadonlyMap<ProjectPath, readonly IgnoredSpan[]>;
  /** The files that use a class or its module, by module and class. */
  readonly #files = new Map<ProjectModule, Map<string, ReadonlySet<KnowingFile>>>();
  readonly #blueprints = new Map<ProjectModule, readonly string[]>();

  /**
   * @param files The project's Python files.
   * @param ignored Code in which uses do not count, such as code to be removed.
   *
   * @example
   * ```ts
   * import { projectPath } from "../../core/project_path.ts";
   * import { ProjectUses } from "./uses.ts";
   * import { deepEqual } from "node:assert/strict";
   *
   * const path = projectPath("shop.py");
   * const uses = new ProjectUses(
   *   new Map([
   *     [path, "class Shop:\n    def sell(self): ...\n"],
   *     [projectPath("main.py"), "from shop import Shop\n\nShop().sell()\n"],
   *   ]),
   * );
   * deepEqual(uses.of({ path, name: "Shop.sell" }).map(({ path, line }) => [path, line]), [
   *   ["main.py", 3],
   * ]);
   * ```
   */
  constructor(files: Snapshot, ignored: IgnoredCode = new Map()) {
    this.#modules = new ProjectModules(files);
    this.#evaluator = new Evaluator(this.#modules);
    this.#ignored = new Map(
      [...ignored].map(([path, spans]) => [path, joined(spans)]),
    );
    for (const module of this.#modules.all) readReferences(module, this.#evaluator, this.#index);
  }

  /**
   * Lists the uses of a definition, sorted by file and line. The definition itself does not count.
   */
  of({ path, name }: ProjectDefinition): readonly DefinitionUse[] {
    const module = this.#modules.at(path);
    if (module === undefined) return [];
    if (name === null) {
      return this.#uses(this.#index.ofModule(path).filter((each) => each.module !== module), []);
    }
    return this.#uses(this.#index.ofDefinition(path, name), [
      ...this.#methodReferences(module, name),
      ...this.#endpointReferences(module, name),
    ]);
  }

  /**
   * Returns the places that read a method's name, but may refer to another object or a base class.
   */
  #methodReferences(module: ProjectModule, name: string): Reference[] {
    const [className, method] = name.split(".");
    if (className === undefined || method === undefined) return [];
    const scope = classScope(module, className);
    const inherited = scope === null
      ? []
      : this.#evaluator.bases({ module, scope }).classes.slice(1);
    const ofBases = inherited.flatMap((base) => {
      const baseName = base.scope.definition?.name ?? "";
      return this.#index.ofDefinition(base.module.path, `${baseName}.${method}`);
    });
    const files = [...this.#filesOf(module, className)];
    return [...ofBases, ...files.flatMap((file) => this.#index.ofUnknown(method, file))];
  }

  #filesOf(module: ProjectModule, className: string): ReadonlySet<KnowingFile> {
    const classes = this.#files.get(module) ?? new Map<string, ReadonlySet<KnowingFile>>();
    this.#files.set(module, classes);
    const known = classes.get(className);
    if (known !== undefined) return known;
    const { path } = module;
    const references = [
      ...this.#index.ofDefinition(path, className),
      ...this.#index.ofModule(path),
    ];
    const files = new Set<KnowingFile>([
      path,
      ...references.map((each) => each.module.path),
      ...this.#index.givenTo(path, className),
    ]);
    classes.set(className, files);
    return files;
  }

  #endpointReferences(module: ProjectModule, name: string): readonly Reference[] {
    if (name.includes(".")) return [];
    const blueprints = this.#blueprintsOf(module);
    const relative = this.#index.ofEndpoint(`.${name}`).filter((each) => each.module === module);
    const ofApplication = blueprints.length === 0 ? this.#index.ofEndpoint(name) : [];
    return [
      ...relative,
      ...ofApplication,
      ...blueprints.flatMap((blueprint) => this.#index.ofEndpoint(`${blueprint}.${name}`)),
    ];
  }

  /** Returns the names of the blueprints that a module's handlers may belong to. */
  #blueprintsOf(module: ProjectModule): readonly string[] {
    const known = this.#blueprints.get(module);
    if (known !== undefined) return known;
    const names = new Set<string>();
    for (const each of [module, ...this.#importedBy(module)]) {
      const { python } = each;
      for (const { name } of readFlaskModule(python.source, () => python).blueprints) {
        if (name !== null) names.add(name);
      }
      // A module's own blueprints are more likely than blueprints that it only mounts.
      if (each === module && names.size > 0) break;
    }
    this.#blueprints.set(module, [...names]);
    return [...names];
  }

  /** Returns the modules that a module imports, each once. */
  #importedBy(module: ProjectModule): ReadonlySet<ProjectModule> {
    const bound = [...module.scope.names.values()].flat();
    const names = new Set(
      bound.flatMap((each) => each.kind === "import" ? [each.imported.module] : []),
    );
    return new Set([...names].flatMap((name) => this.#modules.find(module, name) ?? []));
  }

  #uses(sure: readonly Reference[], unsure: readonly Reference[]): DefinitionUse[] {
    const found = new Map<string, Reference>();
    const known = new Set(sure);
    for (const each of [...unsure, ...sure]) {
      const { module: { path }, offset } = each;
      if (!this.#isIgnored(path, offset)) found.set(`${path}\n${offset}`, each);
    }
    return [...found.values()].sort(inOrder).map((reference) => {
      const { module: { path, python }, kind, offset } = reference;
      const { line } = positionAt(python.physical.starts, offset);
      return { path, line, offset, kind, isSure: known.has(reference) };
    });
  }

  #isIgnored(path: ProjectPath, offset: number): boolean {
    const spans = this.#ignored.get(path) ?? [];
    const next = partitionPoint(spans, ({ start }) => start <= offset);
    return (spans[next - 1]?.end ?? -1) > offset;
  }
}

function classScope(module: ProjectModule, name: string): Scope | null {
  for (const binding of module.scope.names.get(name) ?? []) {
    if (binding.kind !== "definition" || binding.definition.kind !== "class") continue;
    return module.scope.children.get(binding.definition.header) ?? null;
  }
  return null;
}

/** Sorts spans, and joins overlapping spans. */
function joined(spans: readonly IgnoredSpan[]): IgnoredSpan[] {
  const found: IgnoredSpan[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last === undefined || last.end < start) found.push({ start, end });
    else found[found.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return found;
}

function inOrder(a: Reference, b: Reference): number {
  const [left, right] = [a.module.path, b.module.path];
  return left === right ? a.offset - b.offset : left < right ? -1 : 1;
}
