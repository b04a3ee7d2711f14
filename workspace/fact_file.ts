/** A cache file with facts: their JSON, by key. */

import { hash } from "node:crypto";
import { dirname, join } from "node:path";
import { orNullIfRefused } from "./system_calls.ts";

/** Version of the file's format. */
const FORMAT = 1;

/** Maximum length of a cache file in UTF-16 code units. Longer files are not written. */
const MAX_LENGTH = 64 * 2 ** 20;

/** Maximum number of files in a folder of facts: up to five for each project. */
const MAX_FILES = 75;

/** A fact as it was read from the file. */
interface KeptFact {
  /** Number of saves since a run last used the fact. */
  readonly age: number;
  readonly json: string;
}

/** A cache file, and the facts of this run, which {@linkcode FactFile.save} adds to the file. */
export class FactFile {
  readonly #path: string;
  readonly #program: string;
  readonly #maxAge: number;
  /** The facts that this run has used, as functions that return their JSON. */
  readonly #used = new Map<string, () => string>();
  #kept: ReadonlyMap<string, KeptFact> | undefined;
  #hasNews = false;

  /**
   * @param path The path of the file, which need not exist.
   * @param program Identifies the program that computes the facts, because another program may compute other
   * facts.
   * @param maxAge Number of saves after which an unused fact is dropped.
   */
  constructor(path: string, program: string, maxAge: number) {
    this.#path = path;
    this.#program = program;
    this.#maxAge = maxAge;
  }

  /**
   * Returns the JSON of a fact, and keeps the fact in the file; `undefined` if the file does not have the
   * fact.
   *
   * @param key Two words: the kind of the fact, and a hash of its input.
   */
  get(key: string): string | undefined {
    const kept = (this.#kept ??= this.#read()).get(key);
    if (kept !== undefined) this.#used.set(key, () => kept.json);
    return kept?.json;
  }

  /** Adds a fact. `json` is called only by {@linkcode FactFile.save}. */
  add(key: string, json: () => string): void {
    this.#used.set(key, json);
    this.#hasNews = true;
  }

  /** Reads the file. Returns no facts if the file is missing, damaged or of another program. */
  #read(): ReadonlyMap<string, KeptFact> {
    const facts = new Map<string, KeptFact>();
    const text = orNullIfRefused(() => Deno.readTextFileSync(this.#path)) ?? "";
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

  /** Writes the file if there are new facts. Ignores errors of the system. */
  save(): void {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    const used = [...this.#used].map(([key, json]) => `${key} 0 ${json()}`);
    const others = [...this.#kept ?? []].filter(([key, { age }]) =>
      !this.#used.has(key) && age < this.#maxAge
    );
    const lines = [...used, ...others.map(([key, { age, json }]) => `${key} ${age + 1} ${json}`)];
    const body = lines.join("\n");
    if (body.length > MAX_LENGTH) return;
    orNullIfRefused(() => replaceFile(this.#path, `${this.#header(body)}\n${body}`));
  }
}

/** Writes a file atomically: other runs see either the old file or the whole new file. */
function replaceFile(file: string, text: string): void {
  const folder = dirname(file);
  Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  dropOldest(folder);
  const draft = `${file}.${crypto.randomUUID()}`;
  Deno.writeTextFileSync(draft, text, { createNew: true, mode: 0o600 });
  Deno.renameSync(draft, file);
}

/**
 * Makes room for one more file in a folder: deletes the oldest files, including drafts that killed runs have
 * left.
 */
function dropOldest(folder: string): void {
  const files = [...Deno.readDirSync(folder)].map(({ name }) => join(folder, name));
  if (files.length < MAX_FILES) return;
  const times = files.map((path) => ({ path, time: Deno.lstatSync(path).mtime?.getTime() ?? 0 }));
  const oldest = times.sort((a, b) => a.time - b.time).slice(0, files.length - MAX_FILES + 1);
  for (const { path } of oldest) Deno.removeSync(path);
}
