/** Changes to text files. All changes of a change set are applied, or none. */

import type { ProjectPath } from "./project_path.ts";

/** The contents of the requested files. Files that do not exist are left out. */
export type Snapshot = ReadonlyMap<ProjectPath, string>;

/** An encoding of a file. */
export type TextEncoding = "utf-8" | "latin-1";

/** The stored form of a file's text. */
export interface FileForm {
  /** The encoding of the bytes. */
  readonly encoding: TextEncoding;
  /** The permission bits; `null` if the system has no permission bits. */
  readonly mode: number | null;
}

/** A name directly inside a folder. */
export interface Entry {
  /** The name, without the folder's path. */
  readonly name: string;
  /** `other`: neither a file nor a folder, or a link to a folder. */
  readonly kind: "file" | "folder" | "other";
  /** Whether the entry is a link to a file. */
  readonly isLink?: true;
}

/** A change to one file. `before` is the text that the plan is based on. */
export type Change =
  & {
    readonly path: ProjectPath;
    /** The function, method or class that the change adds. */
    readonly symbol?: string;
  }
  & (
    | {
      readonly kind: "create";
      readonly before: null;
      readonly after: string;
      /** A file whose encoding the new file takes over. Default: UTF-8. */
      readonly like?: ProjectPath;
      /**
       * The stored form of the new file. By default, `like` decides the encoding, and the system decides the
       * mode.
       */
      readonly form?: FileForm;
    }
    | {
      readonly kind: "update";
      readonly before: string;
      readonly after: string;
      /** Sets the file's encoding; `mode` is ignored, because an updated file keeps its permission bits. */
      readonly form?: FileForm;
    }
    | { readonly kind: "delete"; readonly before: string; readonly after: null }
  );

/** Changes sorted by path, one per file. Layerwright's own records come last, because people read code first. */
export interface ChangeSet {
  /**
   * `sha256:` and the hexadecimal hash of the changes. Equal changes have equal ids. The hash is computed
   * while the changes are applied.
   */
  readonly id: Promise<string>;
  readonly changes: readonly Change[];
}

/** Returns the files after some changes. */
export function filesAfter(files: Snapshot, changes: readonly Change[]): Snapshot {
  if (changes.length === 0) return files;
  const after = new Map(files);
  for (const { path, after: text } of changes) {
    if (text === null) after.delete(path);
    else after.set(path, text);
  }
  return after;
}

/**
 * Creates a change set: sorts the changes and starts to compute the id.
 *
 * @param changes At most one change per path.
 * @throws {RangeError} If two changes have the same path.
 */
export function changeSet(changes: readonly Change[]): ChangeSet {
  const ordered = [...changes].sort(inOrder);
  for (const [index, { path }] of ordered.entries()) {
    if (path === ordered[index - 1]?.path) throw new RangeError(`Two changes to '${path}'`);
  }
  const id = idOf(ordered);
  // Without this handler, a failure to hash would end the process if no caller awaits the id.
  id.catch(() => {});
  return { id, changes: ordered };
}

function inOrder({ path: a }: Change, { path: b }: Change): number {
  if (isRecord(a) !== isRecord(b)) return isRecord(a) ? 1 : -1;
  return a < b ? -1 : 1;
}

function isRecord(path: ProjectPath): boolean {
  return path.startsWith(".layerwright/");
}

/**
 * Hashes changes. Encodes their text synchronously, so that a failure to do so occurs before any change is
 * applied.
 */
function idOf(changes: readonly Change[]): Promise<string> {
  const facts = changes.flatMap(({ kind, path, before, after }) => [
    `${kind} ${path} ${before?.length} ${after?.length}\n`,
    before ?? "",
    after ?? "",
  ]);
  const bytes = new TextEncoder().encode(facts.join(""));
  return crypto.subtle.digest("SHA-256", bytes).then((hash) =>
    `sha256:${new Uint8Array(hash).toHex()}`
  );
}
