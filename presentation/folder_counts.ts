/** Formats folders as a tree with the number of files in each. */

import { counted, type ReportChange } from "../core/report.ts";

interface Folder {
  files: number;
  readonly folders: Map<string, Folder>;
}

/** Formats the folders of changed files as a tree, each with the number of files directly in it. */
export function folderTree(changes: readonly ReportChange[]): string[] {
  const root: Folder = { files: 0, folders: new Map() };
  for (const { path } of changes) {
    let folder = root;
    for (const name of path.split("/").slice(0, -1)) {
      const inner = folder.folders.get(name) ?? { files: 0, folders: new Map() };
      folder.folders.set(name, inner);
      folder = inner;
    }
    folder.files++;
  }
  // If a file is in no folder, the tree starts at the current folder.
  const shown = root.files === 0 ? root : { files: 0, folders: new Map([[".", root]]) };
  const rows = folderRows(shown, 1);
  const width = rows.reduce((widest, [name]) => Math.max(widest, name.length), 0) + 3;
  return rows.map(([name, files], index) =>
    `${name.padEnd(width)}${index === 0 ? counted(files, "file") : files}`
  );
}

function folderRows({ folders }: Folder, depth: number): [string, number][] {
  return [...folders].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, folder]) => [
    [`${"  ".repeat(depth)}${name}/`, folder.files],
    ...folderRows(folder, depth + 1),
  ]);
}
