/**
 * A cache of facts about projects. The command line keeps these facts between runs, so that it need not
 * compute them again.
 *
 * The cache is in the user's own cache folder, never in the project, so other people's repositories cannot
 * contain facts. The key of a fact is the SHA-256 of its input, so a fact is never out of date. Everything is
 * computed if there is no such folder, and always in the library and the servers.
 */

import { createHash, hash } from "node:crypto";
import { join } from "node:path";
import { cacheFolder, type Environment } from "../core/user_folders.ts";
import { VERSION } from "../core/version.ts";
import {
  type FactKind,
  type FactStore,
  type ProjectFactSource,
  withStore,
} from "../project/facts/fact_store.ts";
import { FactFile } from "./fact_file.ts";
import { orNullIfAbsent } from "./system_calls.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Number of saves after which an unused fact about a file is dropped. Unused facts stay for a while because
 * people switch between branches, which share most of their files.
 */
const SAVES_PER_FILE_FACT = 20;

/**
 * The facts about one project. Facts about single files are all in one cache file, and save a third of the
 * processor time of `status`. If no file changed, a fact about the whole project saves half of the remaining
 * time. Such a fact is large, so each kind has a cache file of its own, which has only the latest fact.
 */
export class FactCache implements FactStore {
  readonly #path: string;
  readonly #program: string;
  readonly #aboutFiles: FactFile;
  readonly #aboutProject = new Map<string, FactFile>();
  readonly #digests = new Map<string, string>();

  /**
   * @param path The path of the cache file for facts about single files. The paths of the other cache files
   * start with this path. No cache file need exist.
   * @param program Identifies the program that computes the facts, because another program may compute other
   * facts.
   */
  constructor(path: string, program: string) {
    this.#path = path;
    this.#program = program;
    this.#aboutFiles = new FactFile(path, program, SAVES_PER_FILE_FACT);
  }

  fact<Fact>(kind: FactKind<Fact>, text: string, compute: () => Fact): Fact {
    const key = `${kind.name} ${this.#digest(text)}`;
    const kept = this.#aboutFiles.get(key);
    if (kept !== undefined) return kind.fromJson(JSON.parse(kept), text);
    const fact = compute();
    this.#aboutFiles.add(key, () => JSON.stringify(kind.toJson(fact)));
    return fact;
  }

  projectFact<Fact>(
    { name, input, files, isKept }: ProjectFactSource<Fact>,
    compute: () => Fact,
  ): Fact {
    const key = `${name} ${digestOfAll(files, input())}`;
    const file = this.#aboutProject.get(name) ??
      new FactFile(`${this.#path}-${name}`, this.#program, 0);
    this.#aboutProject.set(name, file);
    const kept = file.get(key);
    if (kept !== undefined) return JSON.parse(kept) as Fact;
    const fact = compute();
    if (isKept(fact)) file.add(key, () => JSON.stringify(fact));
    return fact;
  }

  #digest(text: string): string {
    const digest = this.#digests.get(text) ?? digestOf(text);
    this.#digests.set(text, digest);
    return digest;
  }

  /** Writes the cache files if there are new facts. Ignores errors of the system. */
  save(): void {
    for (const file of [this.#aboutFiles, ...this.#aboutProject.values()]) file.save();
  }
}

function digestOf(text: string): string {
  return hash("sha256", text, "hex");
}

/** Hashes all files as one stream, which takes half of the time of one hash for each file. */
function digestOfAll(files: ReadonlyMap<string, string>, input: string): string {
  const digest = createHash("sha256").update(`${input.length}\n${input}`);
  for (const [path, text] of files) digest.update(`${path} ${text.length}\n`).update(text);
  return digest.digest("hex");
}

/**
 * Opens the facts of a project.
 *
 * @param root The project's folder.
 * @returns `null` if there is no cache folder, or if the program is not an executable. The code of a checkout
 * changes, and Deno would ask for permission to write to the cache folder.
 */
export function openFactCache(root: string, env: Environment): FactCache | null {
  const program = programId();
  if (program === null) return null;
  const folder = cacheFolder(env, Deno.build.os === "windows");
  if (folder === null) return null;
  return new FactCache(join(folder, "facts", hash("sha256", root, "hex").slice(0, 32)), program);
}

/** Identifies the running program; `null` if it is not an executable. */
function programId(): string | null {
  if (!Deno.build.standalone) return null;
  const info = orNullIfAbsent(() => Deno.statSync(Deno.execPath()));
  return info && `${VERSION}-${info.size}-${info.mtime?.getTime()}`;
}

/**
 * Wraps a workspace so that its readers use cached facts about the files, and new facts are cached. A wrapper
 * around the result would hide the facts that depend on no file.
 */
export function keepingFacts(workspace: Workspace, facts: FactCache | null): Workspace {
  if (facts === null) return workspace;
  const saved = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    facts.save();
    return result;
  };
  return withStore({
    read: async (paths) => withStore(await workspace.read(paths), facts),
    entries: (folder) => workspace.entries(folder),
    reading: (work) => saved(workspace.reading(work)),
    exclusively: (work) => saved(workspace.exclusively(work)),
    history: workspace.history,
    apply: (changes, details) => workspace.apply(changes, details),
  }, facts);
}
