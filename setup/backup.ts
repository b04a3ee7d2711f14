/** What the wizard puts beside the files that it writes. */

import { basename, dirname, join } from "node:path";
import type { SetupHost } from "./host.ts";

const END = ".before-layerwright";

/** The copy that lies beside a file. */
export function backupOf(file: string): string {
  return join(dirname(file), `${basename(file)}${END}`);
}

/** Whether a path is one of such a copy. */
export function isBackup(path: string): boolean {
  return /\.before-layerwright(?:-\d+)?$/.test(path);
}

/** Where there is room for a copy: those that lie there are not written over. */
export function freeBackup(host: Pick<SetupHost, "exists">, file: string): string {
  const first = backupOf(file);
  if (!host.exists(first)) return first;
  let number = 2;
  while (host.exists(`${first}-${number}`)) number++;
  return `${first}-${number}`;
}

/** What a file's new text is written to, before it takes the file's name. */
export function draftOf(file: string): string {
  return join(dirname(file), `${basename(file)}.layerwright-draft`);
}
