/**
 * Facts about a project's files that the command line keeps between runs. They save a third of the processor
 * time of `status`, and a tenth of that of `generate api` without changes, with 10 routes and with 1,000.
 *
 * They are in the user's own cache folder, never in the project, so that nobody else's repository brings facts
 * along. A fact is found by the SHA-256 of the text that it is about, so it is never out of date. Without the
 * folder, and in the library and the servers, everything is computed.
 */

import { hash } from "node:crypto";
import { dirname, join } from "node:path";
import { cacheFolder, type Environment } from "../core/user_folders.ts";
import { VERSION } from "../core/version.ts";
import { type FactKind, type FactStore, withStore } from "../project/fact_store.ts";
import { orNullIfAbsent, systemReason } from "./system_calls.ts";
import type { Workspace } from "./workspace.ts";

/** Version of the file's format. */
const FORMAT = 1;

/** Number of saves after which a fact is dropped that no run has used since. */
const MAX_AGE = 20;

/** Maximum length of a file in UTF-16 code units. Larger projects keep no facts. */
const MAX_LENGTH = 64 * 2 ** 20;

/** Maximum number of projects with kept facts. */
const MAX_PROJECTS = 20;

/** A fact as it was read from the file. */
interface KeptFact {
  readonly age: number;
  readonly json: string;
}

/** The facts about the files of one project. */
export class FactCache implements FactStore {
  readonly #file: string;
  readonly #program: string;
  readonly #digests = new Map<string, string>();
  /** The facts that this run has used, as functions that return their JSON. */
  readonly #used = new Map<string, () => string>();
  #kept: ReadonlyMap<string, KeptFact> | undefined;
  #hasNews = false;

  /**
   * @param file The path of the file, which need not exist.
   * @param program Identifies the program that computes the facts. Others may compute them differently.
   */
  constructor(file: string, program: string) {
    this.#file = file;
    this.#program = program;
  }

  fact<Fact>(kind: FactKind<Fact>, text: string, compute: () => Fact): Fact {
    const key = `${kind.name} ${this.#digest(text)}`;
    const kept = (this.#kept ??= this.#read()).get(key);
    const fact = kept === undefined ? compute() : kind.fromJson(JSON.parse(kept.json), text);
    const json = kept === undefined ? () => JSON.stringify(kind.toJson(fact)) : () => kept.json;
    this.#used.set(key, json);
    this.#hasNews ||= kept === undefined;
    return fact;
  }

  #digest(text: string): string {
    const digest = this.#digests.get(text) ?? hash("sha256", text, "base64url");
    this.#digests.set(text, digest);
    return digest;
  }

  /** Reads the file. One that is missing, damaged or of another program has no facts. */
  #read(): ReadonlyMap<string, KeptFact> {
    const facts = new Map<string, KeptFact>();
    const text = ignoringSystem(() => Deno.readTextFileSync(this.#file)) ?? "";
    const end = text.indexOf("\n");
    const body = text.slice(end + 1);
    if (end === -1 || text.slice(0, end) !== this.#header(body)) return facts;
    for (const line of body.split("\n")) {
      const [kind = "", digest = "", age = ""] = line.split(" ", 3);
      const json = line.slice(kind.length + digest.length + age.length + 3);
      facts.set(`${kind} ${digest}`, { age: Number(age), json });
    }
    return facts;
  }

  #header(body: string): string {
    return `facts ${FORMAT} ${this.#program} ${hash("sha256", body, "base64url")}`;
  }

  /** Writes the file if there are new facts. Nothing happens if that is impossible. */
  save(): void {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    const used = [...this.#used].map(([key, json]) => `${key} 0 ${json()}`);
    const others = [...this.#kept ?? []].filter(([key, { age }]) =>
      !this.#used.has(key) && age < MAX_AGE
    );
    const lines = [...used, ...others.map(([key, { age, json }]) => `${key} ${age + 1} ${json}`)];
    const body = lines.join("\n");
    if (body.length > MAX_LENGTH) return;
    ignoringSystem(() => replaceFile(this.#file, `${this.#header(body)}\n${body}`));
  }
}

/** Writes a file that others see either as it was or complete. */
function replaceFile(file: string, text: string): void {
  const folder = dirname(file);
  Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  dropOldest(folder);
  const draft = `${file}.${crypto.randomUUID()}`;
  Deno.writeTextFileSync(draft, text, { createNew: true, mode: 0o600 });
  Deno.renameSync(draft, file);
}

/** Makes room for one more file in a folder, and removes what ended runs left. */
function dropOldest(folder: string): void {
  const files = [...Deno.readDirSync(folder)].map(({ name }) => join(folder, name));
  if (files.length < MAX_PROJECTS) return;
  const times = files.map((path) => ({ path, time: Deno.lstatSync(path).mtime?.getTime() ?? 0 }));
  const oldest = times.sort((a, b) => a.time - b.time).slice(0, files.length - MAX_PROJECTS + 1);
  for (const { path } of oldest) Deno.removeSync(path);
}

/** Returns the result of a step; `null` if the system refuses it. */
function ignoringSystem<T>(step: () => T): T | null {
  try {
    return step();
  } catch (problem) {
    if (systemReason(problem) === null) throw problem;
    return null;
  }
}

/**
 * Opens the facts of a project.
 *
 * @param root The project's folder.
 * @returns `null` if there is no cache folder, or if the program is no executable: the code of a checkout
 * changes, and Deno would ask for the permission to write elsewhere than in projects.
 */
export function openFactCache(root: string, env: Environment): FactCache | null {
  const program = programId();
  if (program === null) return null;
  const folder = cacheFolder(env, Deno.build.os === "windows");
  if (folder === null) return null;
  return new FactCache(join(folder, "facts", hash("sha256", root, "hex").slice(0, 32)), program);
}

/** Identifies the running program; `null` if it is no executable. */
function programId(): string | null {
  if (!Deno.build.standalone) return null;
  const info = orNullIfAbsent(() => Deno.statSync(Deno.execPath()));
  return info && `${VERSION}-${info.size}-${info.mtime?.getTime()}`;
}

/** Makes cached facts about a project's files available to all readers of the files, and caches new facts. */
export function keepingFacts(workspace: Workspace, facts: FactCache | null): Workspace {
  if (facts === null) return workspace;
  const saved = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    facts.save();
    return result;
  };
  return {
    read: async (paths) => withStore(await workspace.read(paths), facts),
    entries: (folder) => workspace.entries(folder),
    reading: (work) => saved(workspace.reading(work)),
    exclusively: (work) => saved(workspace.exclusively(work)),
    history: workspace.history,
    apply: (changes, details) => workspace.apply(changes, details),
  };
}
