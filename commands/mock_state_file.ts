/** Keeps the state of a mock in a file. */

import { dirname, isAbsolute, join } from "node:path";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { decodeJsonText } from "../core/json_text.ts";
import { quotable } from "../core/printable.ts";
import { MockState } from "../mock/mock_state.ts";
import { MAX_STATE_BYTES, readState, stateText } from "../mock/state_text.ts";
import type { Host } from "./host.ts";

/** The part of the host that reads and writes state files. */
type Files = Pick<Host, "exists" | "readRegularFile" | "writeOutput">;

/**
 * Reads the state in a file, and saves it there after each change. A file that does not exist is created by the first
 * change.
 *
 * @param typed The file's path, as typed.
 * @param onFailure Called with a message whenever the state could not be saved.
 * @returns The state, or the problem with the file. A file with a problem stays unchanged.
 */
export function openStateFile(
  host: Files,
  { cwd, typed }: { readonly cwd: string; readonly typed: string },
  onFailure: (sentence: string) => void,
): MockState | Diagnostic {
  const path = isAbsolute(typed) ? typed : join(cwd, typed);
  const name = quotable(typed);
  /** The text that the file should have; `null` if there should be no file. */
  let known: string | null = null;
  let state = new MockState();
  if (host.exists(path)) {
    // Reading a pipe would wait for a writer.
    const read = host.readRegularFile(path, MAX_STATE_BYTES);
    if (read.kind === "failed") return unreadable(name, read.reason);
    const found = readState(read.bytes);
    if (found.kind === "wrong") return wrong(name, found.reason);
    known = decodeJsonText(read.bytes);
    state = new MockState(found.changed);
  } else if (typed === "" || !host.exists(dirname(path))) {
    return unreadable(name, "its folder does not exist");
  }
  const write = async (): Promise<string | null> => {
    if (host.exists(path) && (known === null || textOf(host, path) !== known)) {
      return `another program changed ${name}`;
    }
    const text = stateText(state.changed);
    const outcome = await host.writeOutput(path, text, true);
    if (outcome.kind === "failed") return `cannot write ${name} (${outcome.reason})`;
    known = text;
    return null;
  };
  const save = oneAtATime(write);
  state.saveWith(async () => {
    const problem = await save();
    if (problem !== null) onFailure(`The state was not saved: ${problem}.`);
    return problem;
  });
  return state;
}

/** Returns the text of a file; `null` if the file is unreadable or not a text. */
function textOf(host: Files, path: string): string | null {
  const read = host.readRegularFile(path, MAX_STATE_BYTES);
  return read.kind === "read" ? decodeJsonText(read.bytes) : null;
}

/**
 * Returns a function that never runs the work twice at the same time. Calls during a run share the
 * next run.
 */
function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    if (next !== null) return next;
    const started = running.then(() => {
      next = null;
      return work();
    });
    running = started.catch(() => {});
    return next = started;
  };
}

function unreadable(name: string, reason: string): Diagnostic {
  return error("file-unreadable", `Cannot use '${name}' as a state file (${reason}).`);
}

function wrong(name: string, reason: string): Diagnostic {
  const message = `'${name}' is not a state file: ${reason}. It was not changed.`;
  return error("state-invalid", message, { hint: "Choose another file, or delete this one" });
}
