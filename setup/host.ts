/** The computer that `setup` works on. */

import type { Environment } from "../core/user_folders.ts";
import type { Scope, System } from "./client.ts";
import type { Send } from "./server.ts";

/**
 * Maximum size of a file in bytes, by scope. A person's own file can be large, because agents keep
 * their history in it. A project's file can come from a stranger, and parsing a file takes hundreds
 * of times its size in memory.
 */
export const MAX_FILE_BYTES: Readonly<Record<Scope, number>> = {
  user: 64 * 1024 * 1024,
  project: 1024 * 1024,
};

/** A file's state. */
export type FileState =
  | { readonly kind: "absent"; readonly real: string }
  | { readonly kind: "text"; readonly real: string; readonly text: string }
  /** `reason`: why the file cannot be read, in a few words. */
  | { readonly kind: "unreadable"; readonly real: string; readonly reason: string };

/** A write that happens only if the file still has the expected text. */
export interface FileWrite {
  /** The file's real path. */
  readonly file: string;
  /** The expected text; `null` if the file must not exist. */
  readonly before: string | null;
  /** The new text; `null` to remove the file. */
  readonly after: string | null;
  /** The backup's path; `null` for none. */
  readonly backup: string | null;
}

/**
 * The result of a write. `changed`: the file no longer has the expected contents, or is a link now.
 * Only a write with the result `written` has an effect.
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
  /** Resolves all links in a path, which need not exist; `null` if that fails. */
  realPath(path: string): string | null;
  /**
   * Reads a file, following links.
   *
   * @param most Maximum size in bytes. The default is the limit for a person's own file.
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
  /** Runs work under setup's lock. Returns `null` if another run of setup holds the lock. */
  exclusively<T>(work: () => Promise<T>): Promise<T | null>;
  /** Runs work to its end. An interruption takes effect after it. */
  uninterrupted<T>(work: () => Promise<T>): Promise<T>;
  readonly send: Send;
  /** Starts a server on a free port of 127.0.0.1; `null` if the system or Deno refuses. */
  listen(answer: (request: Request) => Response): LocalServer | null;
  /** Opens an address in the person's browser, if there is one. */
  openBrowser(address: string): void;
  /** Returns the computer's name; `null` if Deno may not read it. */
  computerName(): string | null;
  /** Prints a message immediately, in runs that cannot ask questions. */
  say(text: string): void;
  /** Runs a git command in a folder; `null` without git. The command must not change anything. */
  git(folder: string, words: readonly string[]): Promise<GitAnswer | null>;
  /**
   * Starts a tool server over stdio, as an agent does.
   *
   * @returns The number of its tools, or the reason why it failed.
   */
  countTools(command: string, args: readonly string[]): Promise<number | string>;
}
