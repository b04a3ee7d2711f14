/** Reloads the spec of a mock after each change of its file. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { decodeJsonText } from "../core/json_text.ts";
import type { ApiSpec } from "../spec/api_spec.ts";
import type { SpecResult } from "../spec/read_spec.ts";
import { internalError } from "../presentation/internal_error.ts";
import type { FileRead } from "./host.ts";

/**
 * Milliseconds after which an invalid spec is read again, because the editor may still be saving
 * it.
 */
const GRACE_MS = 100;

/** A valid spec with its text. */
export interface ReadSpecFile {
  readonly spec: ApiSpec;
  readonly text: string;
}

/** The input and the effects of a reload. */
export interface Reload {
  /** The spec's path, for messages. */
  readonly name: string;
  read(): Promise<FileRead>;
  parse(text: string): Promise<SpecResult>;
  pause(ms: number): Promise<void>;
  /** Serves another spec instead of the current one. */
  serve(spec: ApiSpec, before: ApiSpec): void | Promise<void>;
  /** Reports a spec that cannot be served; the server keeps the current one. */
  keep(diagnostics: readonly Diagnostic[], text: string): void;
}

/**
 * Creates a function to call after each change of the file. If the file changes during a reload,
 * another reload follows.
 *
 * @param first The spec that is being served.
 */
export function reloading(first: ReadSpecFile, reload: Reload): () => void {
  let served = first;
  let seen = first.text;
  let isRunning = false;
  let isChanged = false;
  const reloadOnce = async () => {
    let found = await attempt(reload);
    if (found.text === seen) return;
    if (found.spec === null) {
      await reload.pause(GRACE_MS);
      found = await attempt(reload);
      if (found.text === seen) return;
    }
    const { spec, text, diagnostics } = found;
    seen = text;
    if (spec === null) return reload.keep(diagnostics, text);
    const before = served.spec;
    served = { spec, text };
    await reload.serve(spec, before);
  };
  const once = async () => {
    try {
      await reloadOnce();
    } catch (problem) {
      const { diagnostic } = internalError(problem, "the server keeps the last good spec");
      reload.keep([diagnostic], "");
    }
  };
  return () => {
    isChanged = true;
    if (isRunning) return;
    isRunning = true;
    void (async () => {
      while (isChanged) {
        isChanged = false;
        await once();
      }
      isRunning = false;
    })();
  };
}

interface Attempt {
  readonly spec: ApiSpec | null;
  /** The file's text; empty if the file cannot be read. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

async function attempt({ name, read, parse }: Reload): Promise<Attempt> {
  const found = await read();
  const text = found.kind === "read" ? decodeJsonText(found.bytes) : null;
  if (text !== null) return { ...await parse(text), text };
  const reason = found.kind === "read" ? "neither UTF-8 nor UTF-16" : found.reason;
  const diagnostics = [error("file-unreadable", `Cannot read '${name}' (${reason}).`)];
  return { spec: null, text: "", diagnostics };
}
