/** An index of the places in a project that refer to its modules and definitions. */

import type { ProjectPath } from "../../core/project_path.ts";
import type { ProjectModule } from "./project_modules.ts";

/** The way in which code refers to a definition. */
export type UseKind = "import" | "attribute" | "name" | "string";

/** Stands for objects that all modules share, such as `g`. */
export const SHARED_FILE = "";

/** A file, or {@linkcode SHARED_FILE}. */
export type KnowingFile = ProjectPath | typeof SHARED_FILE;

/** A place that refers to something. */
export interface Reference {
  readonly module: ProjectModule;
  readonly kind: UseKind;
  readonly offset: number;
}

/** Collects references while modules are read, and finds them by their targets. */
export class ReferenceIndex {
  readonly #modules = new Map<ProjectPath, Reference[]>();
  readonly #definitions = new Map<ProjectPath, Map<string, Reference[]>>();
  /** Places that read attributes of unknown objects, by attribute and file. */
  readonly #unknown = new Map<string, Map<KnowingFile, Reference[]>>();
  /** Strings that may name an endpoint, such as `products.get_sale`. */
  readonly #endpoints = new Map<string, Reference[]>();

  /**
   * The files that receive a class or its objects from other modules, by the class's file and name.
   */
  readonly #given = new Map<ProjectPath, Map<string, Set<KnowingFile>>>();

  addModule({ path }: ProjectModule, reference: Reference): void {
    add(this.#modules, path, reference);
  }

  /** @param name A definition's name, such as `Service.get`. */
  addDefinition({ path }: ProjectModule, name: string, reference: Reference): void {
    const names = this.#definitions.get(path) ?? new Map<string, Reference[]>();
    this.#definitions.set(path, names);
    add(names, name, reference);
  }

  /** @param from The source of the object: another module, or {@linkcode SHARED_FILE}. */
  addUnknown(
    name: string,
    from: ProjectModule | typeof SHARED_FILE | null,
    reference: Reference,
  ): void {
    const files = this.#unknown.get(name) ?? new Map<KnowingFile, Reference[]>();
    this.#unknown.set(name, files);
    add(files, reference.module.path, reference);
    if (from === SHARED_FILE) add(files, from, reference);
    else if (from !== null && from !== reference.module) add(files, from.path, reference);
  }

  /**
   * Records that code passes a class or its objects to a module, or stores them where all modules
   * can read them.
   */
  addGiven({ path }: ProjectModule, name: string, to: KnowingFile): void {
    const names = this.#given.get(path) ?? new Map<string, Set<KnowingFile>>();
    this.#given.set(path, names);
    const files = names.get(name) ?? new Set<KnowingFile>();
    names.set(name, files.add(to));
  }

  addEndpoint(name: string, reference: Reference): void {
    add(this.#endpoints, name, reference);
  }

  ofModule(path: ProjectPath): readonly Reference[] {
    return this.#modules.get(path) ?? [];
  }

  ofDefinition(path: ProjectPath, name: string): readonly Reference[] {
    return this.#definitions.get(path)?.get(name) ?? [];
  }

  /**
   * Returns the places in a file that read an attribute of an unknown object, and such places in
   * other files if the object comes from that file.
   */
  ofUnknown(name: string, path: KnowingFile): readonly Reference[] {
    return this.#unknown.get(name)?.get(path) ?? [];
  }

  /** Returns the files that receive a class or its objects from other modules. */
  givenTo(path: ProjectPath, name: string): Iterable<KnowingFile> {
    return this.#given.get(path)?.get(name) ?? [];
  }

  ofEndpoint(name: string): readonly Reference[] {
    return this.#endpoints.get(name) ?? [];
  }
}

function add<Key>(found: Map<Key, Reference[]>, key: Key, reference: Reference): void {
  const known = found.get(key);
  if (known === undefined) found.set(key, [reference]);
  else known.push(reference);
}
