/** Folders as plain objects, so that tests can compare whole projects. */

import { Buffer } from "node:buffer";
import { dirname, join } from "node:path";

/** The content of a folder: the mode of `folder/`, mode and bytes of files, `-> target` of links. */
export type Tree = Readonly<Record<string, string>>;

export function readTree(root: string, prefix = ""): Tree {
  const tree: Record<string, string> = {};
  const entries = [...Deno.readDirSync(join(root, prefix))];
  for (const { name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix + name;
    const real = join(root, path);
    const info = Deno.lstatSync(real);
    const mode = ((info.mode ?? 0) & 0o7777).toString(8);
    if (info.isSymlink) tree[path] = `-> ${Deno.readLinkSync(real)}`;
    else if (info.isFile) {
      tree[path] = `${mode} ${Buffer.from(Deno.readFileSync(real)).toString("latin1")}`;
    } else if (info.isDirectory) {
      Object.assign(tree, { [`${path}/`]: mode }, readTree(root, `${path}/`));
    } else tree[path] = "special";
  }
  return tree;
}

/** Reads a folder without the histories of the projects in it, which differ in every run. */
export function readProject(root: string): Tree {
  const tree = Object.entries(readTree(root));
  const own = tree.filter(([path]) => !path.includes(".layerwright/history/"));
  const isEmpty = (folder: string) =>
    !own.some(([path]) => path !== folder && path.startsWith(folder));
  return Object.fromEntries(
    own.filter(([path]) => !path.endsWith(".layerwright/") || !isEmpty(path)),
  );
}

/** Writes files and creates the folders above them. */
export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    Deno.mkdirSync(dirname(join(root, path)), { recursive: true });
    Deno.writeTextFileSync(join(root, path), text);
  }
}
