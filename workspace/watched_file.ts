/** Watches one file for changes. */

import { dirname } from "node:path";
import { orNullIfAbsent } from "./system_calls.ts";

/** Milliseconds without an event after which a save counts as finished. */
const QUIET_MS = 10;

/** Interval of checks without events: some disks, such as those of containers, send none. */
const CHECK_MS = 1_000;

/** A watch over a file. */
export interface WatchedFile {
  stop(): void;
}

/**
 * Watches a file, which may be replaced, deleted and created again.
 *
 * @param path An absolute path.
 * @param onChange Called after each change. It may also be called without one.
 */
export function watchFile(path: string, onChange: () => void): WatchedFile {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, QUIET_MS);
  };
  const watchers = foldersOf(path).flatMap((folder) => watchFolder(folder, soon));
  let seen = stamp(path);
  const checks = setInterval(() => {
    const now = stamp(path);
    if (now !== seen) soon();
    seen = now;
  }, CHECK_MS);
  return {
    stop() {
      clearTimeout(timer);
      clearInterval(checks);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/**
 * Returns the folders in which the file can change: its own, and the folder of the file that it
 * links to.
 */
function foldersOf(path: string): readonly string[] {
  const real = orNullIfAbsent(() => Deno.realPathSync(path)) ?? path;
  return [...new Set([dirname(path), dirname(real)])];
}

/** Watches a folder, because editors replace files instead of writing them. */
function watchFolder(folder: string, onEvent: () => void): readonly Deno.FsWatcher[] {
  try {
    const watcher = Deno.watchFs(folder, { recursive: false });
    void (async () => {
      for await (const { kind } of watcher) if (kind !== "access") onEvent();
    })();
    return [watcher];
  } catch {
    // The system has no more watches. The checks remain.
    return [];
  }
}

function stamp(path: string): string {
  const info = orNullIfAbsent(() => Deno.statSync(path));
  return info === null ? "" : `${info.mtime?.getTime()} ${info.size} ${info.ino}`;
}
