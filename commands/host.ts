/** The interface between commands and the computer. */

import type { Environment } from "../core/user_folders.ts";
import type { OutputOutcome } from "../workspace/output_file.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** An output stream. */
export interface Output {
  readonly isTerminal: boolean;
  /** Width to wrap text to. */
  readonly columns: number;
  write(text: string): void;
}

/** The effects that commands may use. */
export interface Host {
  /** The working directory, an absolute path. */
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Whether a person can answer questions. */
  readonly canAsk: boolean;
  /** Whether the file system ignores case in names. */
  readonly foldsCase: boolean;
  /** Resolves at the first Ctrl-C. */
  readonly interrupted: Promise<void>;
  /** Stops interruptions from resolving `interrupted`. From then on, the command handles them. */
  mindInterruptions(): void;
  /**
   * Runs work to its end, even after Ctrl-C.
   *
   * @throws {Interruption} After the work, if Ctrl-C was pressed.
   */
  uninterrupted<T>(work: () => Promise<T>): Promise<T>;
  /** Returns milliseconds since a fixed time. */
  now(): number;
  readonly env: Environment;
  /**
   * Reads a file. Fails if it has more than `maxBytes`: a link of a stranger's repository can lead to
   * a device that never ends.
   */
  readFile(path: string, maxBytes: number): Promise<FileRead>;
  /**
   * Reads a file like {@linkcode readFile}, but fails for a pipe or a device, which may never end.
   */
  readRegularFile(path: string, maxBytes: number): FileRead;
  /** Reads stdin to its end. Fails if there are more than `maxBytes`. */
  readStdin(maxBytes: number): Promise<FileRead>;
  /**
   * Writes a file for a command's output. Replaces a file that has another text only if
   * `mayReplace` is set.
   */
  writeOutput(path: string, text: string, mayReplace: boolean): Promise<OutputOutcome>;
  /** Reports whether a file or folder exists. */
  exists(path: string): boolean;
  /** Returns names in a folder, at most `max` of them; none if the folder cannot be read. */
  names(folder: string, max: number): readonly string[];
  /** Returns the path of a file or folder with every link resolved; `null` if it does not exist. */
  realPath(path: string): string | null;
  /** Returns the root of the git repository that contains a real path, or `null`. */
  repositoryTop(path: string): string | null;
  workspace(root: string): Workspace;
}

/** The result of reading a file. */
export type FileRead =
  | { readonly kind: "read"; readonly bytes: Uint8Array }
  /** `reason`: the cause in a few words, such as the system's message. */
  | { readonly kind: "failed"; readonly reason: string };
