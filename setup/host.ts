/** The computer that `setup` works on. */

import type { Environment } from "../core/user_folders.ts";
import type { Scope, System } from "./client.ts";
import type { Send } from "./server.ts";

/**
 * Maximum bytes of a file, by scope. Agents keep their history in a person's own file. A project's
 * file can be a stranger's, and parsing takes hundreds of times its size in memory.
 */
export const LONGEST_FILE: Readonly<Record<Scope, number>> = {
  user: 64 * 1024 * 1024,
  project: 1024 * 1024,
};

/** A file's state. */
export type FileState =
  | { readonly kind: "absent"; readonly real: string }
  | { readonly kind: "text"; readonly real: string; readonly text: string }
  /** `reason`: why the file cannot be read, in a few words. */
  | { readonly kind: "unreadable"; readonly real: string; readonly reason: string };

/** A write that happens only if the file is still as it was. */
export interface FileWrite {
  /** The file's real path. */
  readonly file: string;
  /** The text before; `null` if the file does not exist. */
  readonly before: string | null;
  /** The text afterwards; `null` to remove the file. */
  readonly after: string | null;
  /** The backup's path; `null` for none. */
  readonly backup: string | null;
}

/**
 * The result of a write. `changed`: the file has another text, or is a link now. Unless it is
 * `written`, nothing changed.
 */
export type WriteOutcome =
  | { readonly kind: "written" }
  | { readonly kind: "changed" }
  | { readonly kind: "failed"; readonly reason: string };

/** A server for this computer only. */
export interface LocalServer {
  readonly port: number;
  /** Stops the server after it has answered open requests. */
  close(): Promise<void>;
}

/** The result of a git query. */
export interface GitAnswer {
  readonly code: number;
  readonly output: string;
}

export interface SetupHost {
  readonly system: System;
  /** The working directory: an absolute path. */
  readonly cwd: string;
  readonly env: Environment;
  /** The words that start this program. */
  readonly executable: readonly string[];
  /** Reports whether a file or folder exists. */
  exists(path: string): boolean;
  /** Reports whether a program is in `PATH`. */
  has(program: string): boolean;
  /** Reports whether a path is a link, even a broken one. */
  isLink(path: string): boolean;
  /** Follows all links of a path, which need not exist; `null` if that fails. */
  realPath(path: string): string | null;
  /**
   * Reads a file, following links.
   *
   * @param most Maximum bytes; by default those for a person's own file.
   */
  read(path: string, most?: number): FileState;
  /** Reports whether people other than its owner may be able to read a file. */
  isReadableByOthers(path: string): boolean;
  /** Makes a file readable only by its owner, if it exists and can be changed. */
  makePrivate(path: string): void;
  /** Writes a file atomically. */
  write(write: FileWrite): WriteOutcome;
  /** Removes a file that setup created. */
  removeOwnFile(path: string): void;
  /** Removes a folder that setup created, if it is empty and not a link. */
  removeOwnFolder(path: string): void;
  /** Runs work under the lock of setup; `null` if another setup holds it. */
  exclusively<T>(work: () => Promise<T>): Promise<T | null>;
  /** Runs work to its end. An interruption takes effect afterwards. */
  uninterrupted<T>(work: () => Promise<T>): Promise<T>;
  readonly send: Send;
  /** Starts a server at a free port of 127.0.0.1; `null` if that is not allowed. */
  listen(answer: (request: Request) => Response): LocalServer | null;
  /** Opens an address in the person's browser, if there is one. */
  openBrowser(address: string): void;
  /** Returns the computer's name; `null` if Deno may not read it. */
  computerName(): string | null;
  /** Prints a text at once, for runs without questions. */
  say(text: string): void;
  /** Runs a git query in a folder, which must not change anything; `null` without git. */
  git(folder: string, words: readonly string[]): Promise<GitAnswer | null>;
  /**
   * Starts a tool server over stdio, as an agent does.
   *
   * @returns The number of its tools, or the reason why it failed.
   */
  countTools(command: string, args: readonly string[]): Promise<number | string>;
}
