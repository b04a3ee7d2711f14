/** The computer that commands run on, as far as they see it. */

import type { Environment } from "../core/user_folders.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Where text goes. */
export interface Output {
  readonly isTerminal: boolean;
  /** Width of the terminal, or what takes its place. */
  readonly columns: number;
  write(text: string): void;
}

export interface Host {
  /** The working directory: an absolute path. */
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Whether there is a person who can be asked. */
  readonly canAsk: boolean;
  /** Whether its file system holds `A` and `a` for the same name. */
  readonly foldsCase: boolean;
  /** Resolves when the person interrupts. */
  readonly interrupted: Promise<void>;
  /** From here on, the command itself minds interruptions. */
  mindInterruptions(): void;
  /** Runs work to its end, and throws {@linkcode Interruption} then if the person interrupted meanwhile. */
  uninterrupted<T>(work: () => Promise<T>): Promise<T>;
  /** Milliseconds since a fixed time. */
  now(): number;
  readonly env: Environment;
  readFile(path: string): Promise<FileRead>;
  readStdin(): Promise<FileRead>;
  /** Whether there is a file or folder. */
  exists(path: string): boolean;
  /** Returns where a file or folder really is, with every link followed; `null` if it is absent. */
  realPath(path: string): string | null;
  /** Returns the top of the git repository around a real path; `null` without a repository. */
  repositoryTop(path: string): string | null;
  workspace(root: string): Workspace;
}

export type FileRead =
  | { readonly kind: "read"; readonly bytes: Uint8Array }
  /** `reason`: what the system said, in a few words. */
  | { readonly kind: "failed"; readonly reason: string };

/** The person interrupted the command before it changed anything. */
export class Interruption extends Error {
  override readonly name = "Interruption";
}
