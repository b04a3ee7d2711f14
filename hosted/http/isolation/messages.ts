/** The messages between the server's thread and its worker threads. */

import type { MessagePort } from "node:worker_threads";
import type { ProjectPath } from "../../../core/project_path.ts";
import type { Change, Entry } from "../../../core/change_set.ts";
import type { HistoryStep, RecordName } from "../../../core/history.ts";
import type { Fetchable } from "../../../mcp/links.ts";

/** A call of a tool. */
export interface Job {
  readonly tool: string;
  /** JSON text that contains the arguments: the whole message, or only the arguments. */
  readonly source: { readonly kind: "message" | "arguments"; readonly text: string };
  readonly readOnly: boolean;
  readonly foldsCase: boolean;
}

/** The questions that a thread asks during a call. */
export type Question =
  | { readonly kind: "list"; readonly limit: number; readonly prefix: string }
  | { readonly kind: "open"; readonly path: string }
  | { readonly kind: "links"; readonly what: Fetchable }
  | { readonly kind: "read"; readonly project: number; readonly paths: readonly ProjectPath[] }
  /** The entries of a folder. The answer is a {@linkcode Listing}, which ends after about `most` entries. */
  | {
    readonly kind: "entries";
    readonly project: number;
    readonly folder: ProjectPath | null;
    readonly most: number;
  }
  | {
    readonly kind: "begin";
    readonly project: number;
    readonly access: "reading" | "exclusively";
  }
  /** Some of the changes that the next `apply` applies. */
  | { readonly kind: "changes"; readonly project: number; readonly changes: readonly Change[] }
  | {
    readonly kind: "apply";
    readonly project: number;
    readonly patch: string;
    readonly step: HistoryStep | undefined;
    /** The formatted record of the changes. */
    readonly record: Uint8Array | null;
  }
  /** The list of entries in the project's history. */
  | { readonly kind: "history"; readonly project: number }
  /** A formatted record of the project's history. */
  | { readonly kind: "record"; readonly project: number; readonly name: RecordName };

/**
 * The entries of a folder, and then those of folders below and beside it, because a call that visits many
 * folders visits those soon.
 */
export type Listing = readonly (readonly [folder: ProjectPath | null, readonly Entry[]])[];

/** The error that answers a question. */
export interface SentProblem {
  /**
   * The number under which the server's thread has stored the error; `null` for an error of the worker
   * thread's own work.
   */
  readonly number: number | null;
  /** Whether the error means that the call was aborted. */
  readonly isAbort: boolean;
  /** The fields of a `WorkspaceError`. */
  readonly workspace: {
    readonly kind: "outside" | "unreadable";
    readonly path: string;
    readonly reason: string;
  } | null;
}

/** Messages to a thread. */
export type ToThread =
  /** Read the text of a protocol message, and return the message without its arguments. */
  | { readonly kind: "read"; readonly text: string }
  | { readonly kind: "call"; readonly job: Job }
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "problem"; readonly id: number; readonly problem: SentProblem }
  /** Run the work of a `begin` question. */
  | { readonly kind: "work"; readonly id: number };

/** Messages from a thread. */
export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "result"; readonly value: unknown }
  /** The call ended with an error that it received from the server's thread. */
  | { readonly kind: "threw"; readonly number: number }
  /** The call ended with any other error. */
  | { readonly kind: "bug"; readonly message: string; readonly stack: string }
  | { readonly kind: "ask"; readonly id: number; readonly question: Question }
  /** The work of a `begin` question ended. */
  | { readonly kind: "worked"; readonly id: number; readonly threw: boolean }
  | { readonly kind: "progress"; readonly message: string };

/** The data that a new worker thread gets at its start. */
export interface ThreadData {
  readonly role: "thread";
  readonly port: MessagePort;
  /** A counter of the messages sent to the thread, on which the thread waits. */
  readonly sent: SharedArrayBuffer;
}

/** The data that the starter thread gets at its start. */
export interface StarterData {
  readonly role: "starter";
  /** The module that every thread runs. */
  readonly module: string;
}

/** Messages to the starter. */
export type ToStarter =
  | {
    readonly kind: "start";
    readonly id: number;
    readonly port: MessagePort;
    readonly sent: SharedArrayBuffer;
    /** Limit of the thread's memory, in MiB. */
    readonly megabytes: number;
  }
  | { readonly kind: "end"; readonly id: number };

/** The end of a thread: it was ended, reached its memory limit, or failed. */
export type ThreadEnd = "ended" | "memory" | "crash";

/** The starter's message that a thread has ended. */
export interface FromStarter {
  readonly id: number;
  readonly end: ThreadEnd;
}
