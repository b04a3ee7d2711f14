/**
 * Facts about a project's files. Each fact is computed once, and some programs keep facts between
 * runs.
 */

/** A kind of facts. Each fact depends only on the text of a file. */
export interface FactKind<Fact> {
  readonly name: string;
  /** Converts a fact to a JSON value. */
  toJson(fact: Fact): unknown;
  /** Converts a JSON value back to the fact. */
  fromJson(json: unknown, text: string): Fact;
}

/**
 * Keeps facts by their kinds and the texts that they are about, so that no fact is ever out of
 * date.
 */
export interface FactStore {
  /** Returns the kept fact, or computes the fact and keeps it from then on. */
  fact<Fact>(kind: FactKind<Fact>, text: string, compute: () => Fact): Fact;
  /** Does the same for a fact about all files of a project. */
  projectFact<Fact>(source: ProjectFactSource<Fact>, compute: () => Fact): Fact;
}

/** The source of a fact about all files of a project. The fact is a JSON value. */
export interface ProjectFactSource<Fact> {
  /** The kind of the fact, a word. */
  readonly name: string;
  readonly files: Files;
  /** Returns all input besides the files, as text. */
  readonly input: () => string;
  /** Reports whether a fact is worth keeping. */
  readonly isKept: (fact: Fact) => boolean;
}

type Files = ReadonlyMap<string, string>;

/** The facts about some files. */
interface KnownFacts {
  readonly store: FactStore | null;
  readonly byKind: Map<FactKind<unknown>, Map<string, KnownFact>>;
}

interface KnownFact {
  readonly text: string;
  readonly fact: unknown;
}

/** The facts of files, and the stores of workspaces. */
const known = new WeakMap<object, KnownFacts>();

/**
 * Returns a fact about a file of a project. The fact is computed once for as long as the project's
 * files are in use.
 *
 * @param compute Computes the fact from the file's text.
 */
export function factAbout<Path extends string, Fact>(
  files: ReadonlyMap<Path, string>,
  path: Path,
  kind: FactKind<Fact>,
  compute: () => Fact,
): Fact {
  const text = files.get(path) ?? "";
  const { store, byKind } = factsAbout(files);
  const facts = byKind.get(kind as FactKind<unknown>) ?? new Map<string, KnownFact>();
  byKind.set(kind as FactKind<unknown>, facts);
  const found = facts.get(path);
  if (found?.text === text) return found.fact as Fact;
  const fact = store === null ? compute() : store.fact(kind, text, compute);
  facts.set(path, { text, fact });
  return fact;
}

/**
 * Returns a fact about all files of a project.
 *
 * @param compute Computes the fact from only the files and the input.
 */
export function factAboutProject<Fact>(
  source: ProjectFactSource<Fact>,
  compute: () => Fact,
): Fact {
  const { store } = factsAbout(source.files);
  return store === null ? compute() : store.projectFact(source, compute);
}

function factsAbout(files: object): KnownFacts {
  const facts = known.get(files) ?? { store: null, byKind: new Map() };
  known.set(files, facts);
  return facts;
}

/** Makes the facts of a store available to all readers of the files, or of a workspace. */
export function withStore<Source extends object>(source: Source, store: FactStore): Source {
  known.set(source, { store, byKind: new Map() });
  return source;
}

/**
 * Makes the facts about other, mostly equal files available to all readers of the files.
 *
 * @param others The other files, or a workspace, which only has a store.
 */
export function withFactsOf<Some extends Files>(files: Some, others: object): Some {
  const { store, byKind } = factsAbout(others);
  known.set(files, {
    store,
    byKind: new Map([...byKind].map(([kind, facts]) => [kind, new Map(facts)])),
  });
  return files;
}
