/** The computer that the wizard works on, as far as it sees it. */

import type { Environment } from "../core/user_folders.ts";
import type { Scope, System } from "./client.ts";
import type { Send } from "./server.ts";

/**
 * Maximum bytes of the files that are read. Agents keep their history in a person's own file; a
 * project's may be a stranger's, and parsing takes hundreds of times its size in memory.
 */
export const LONGEST_FILE: Readonly<Record<Scope, number>> = {
  user: 64 * 1024 * 1024,
  project: 1024 * 1024,
};

/** A file as it is found. */
export type FileState =
  | { readonly kind: "absent"; readonly real: string }
  | { readonly kind: "text"; readonly real: string; readonly text: string }
  /** `reason`: what keeps it from being read, in a few words. */
  | { readonly kind: "unreadable"; readonly real: string; readonly reason: string };

/** A file to be written, if it still is what it was. */
export interface FileWrite {
  /** Its real path. */
  readonly file: string;
  /** `null` if it does not exist. */
  readonly before: string | null;
  /** `null` to remove it. */
  readonly after: string | null;
  /** Where a copy of it goes; `null` for none. */
  readonly backup: string | null;
}

/**
 * How writing a file ended. `changed`: it no longer says what it did, or is a link now; anything but
 * `written` means: all is as it was.
 */
export type WriteOutcome =
  | { readonly kind: "written" }
  | { readonly kind: "changed" }
  | { readonly kind: "failed"; readonly reason: string };

/** What listens on this computer, for this computer alone. */
export interface LocalServer {
  readonly port: number;
  /** Ends it, after what is being answered. */
  close(): Promise<void>;
}

/** What git said. */
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
  /** Whether there is a file or folder. */
  exists(path: string): boolean;
  /** Whether a program is found in `PATH`. */
  has(program: string): boolean;
  /** Reports whether a path is one of a link, be it one that leads nowhere. */
  isLink(path: string): boolean;
  /** Finds where a path leads, whether a file is there or not; `null` if that cannot be known. */
  realPath(path: string): string | null;
  /**
   * Reads a file, following links.
   *
   * @param most Maximum bytes of the file; those of a person's own if nothing is said.
   */
  read(path: string, most?: number): FileState;
  /** Reports whether people other than its owner may be able to read a file. */
  isReadableByOthers(path: string): boolean;
  /** Makes a file one for its owner alone, if it is there and may be changed. */
  makePrivate(path: string): void;
  /** Writes a file at once or not at all. */
  write(write: FileWrite): WriteOutcome;
  /** Removes a file that the wizard made. */
  removeOwnFile(path: string): void;
  /** Removes a folder that the wizard made, if it is empty, and still a folder. */
  removeOwnFolder(path: string): void;
  /** Runs work while no other wizard writes; `null` if one does. */
  exclusively<T>(work: () => Promise<T>): Promise<T | null>;
  /** Runs work to its end, even if the person interrupts: that counts afterwards. */
  uninterrupted<T>(work: () => Promise<T>): Promise<T>;
  readonly send: Send;
  /** Answers requests to a port of 127.0.0.1 that is free; `null` if that is not allowed. */
  listen(answer: (request: Request) => Response): LocalServer | null;
  /** Opens an address in the person's browser, if there is one. */
  openBrowser(address: string): void;
  /** What people call this computer; `null` if nobody may know. */
  computerName(): string | null;
  /** Says something at once, where no person is at a terminal. */
  say(text: string): void;
  /** Asks git about the repository of a folder; `null` where there is no git. Nothing may change. */
  git(folder: string, words: readonly string[]): Promise<GitAnswer | null>;
  /** Runs a tool server over stdio, as a client would, and counts its tools; or says what went wrong. */
  countTools(command: string, args: readonly string[]): Promise<number | string>;
}
