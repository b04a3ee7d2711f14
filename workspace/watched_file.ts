/** Watches one file for changes. */

import { dirname } from "node:path";
import { orNullIfAbsent } from "./system_calls.ts";

/** Milliseconds without an event after which a save counts as finished. */
const QUIET_MS = 10;

/** Interval of checks that do not rely on events: some disks, such as those of containers, send no events. */
const CHECK_MS = 1_000;

/** A watch over a file. */
export interface WatchedFile {
  stop(): void;
}

/**
 * Watches a file, which may be replaced, deleted and created again.
 *
 * @param path An absolute path.
 * @param onChange Called after each change, and sometimes without a change.
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
 * Returns the folders in which the file can change: its own folder and, for a link, the folder of the link's
 * target.
 */
function foldersOf(path: string): readonly string[] {
  const real = orNullIfAbsent(() => Deno.realPathSync(path)) ?? path;
  return [...new Set([dirname(path), dirname(real)])];
}

/** Watches a whole folder, because editors replace files instead of writing to them. */
function watchFolder(folder: string, onEvent: () => void): readonly Deno.FsWatcher[] {
  try {
    const watcher = Deno.watchFs(folder, { recursive: false });
    void (async () => {
      for await (const { kind } of watcher) if (kind !== "access") onEvent();
    })();
    return [watcher];
  } catch {
    // Without a watcher, for example because the system allows no more, only the checks at intervals detect
    // changes.
    return [];
  }
}

function stamp(path: string): string {
  const info = orNullIfAbsent(() => Deno.statSync(path));
  return info === null ? "" : `${info.mtime?.getTime()} ${info.size} ${info.ino}`;
}
