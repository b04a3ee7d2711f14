/** The files of a project, in their folders. */

import type { ListedFile } from "../../workspace/hosted_listing.ts";
import { fileHref } from "./project_links.ts";
import { sizeWords } from "./size_words.ts";

/** Files in a tree; whoever has more fetches them. */
const MOST_FILES = 2_000;

/** Up to so many, all folders are open. */
const FEW_FILES = 60;

interface FileTreeProps {
  readonly project: string;
  readonly files: readonly ListedFile[];
  /** The path of the file that is shown beside it. */
  readonly current?: string;
}

interface Folder {
  /** The path, with a slash at its end; empty for the root. */
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly files: { readonly name: string; readonly file: ListedFile }[];
}

export function FileTree({ project, files, current = "" }: FileTreeProps) {
  if (files.length === 0) return <p>There are none.</p>;
  const shown = files.slice(0, MOST_FILES);
  const isOpen = ({ path }: Folder) => files.length <= FEW_FILES || current.startsWith(path);
  return (
    <>
      <FolderList {...{ project, current, isOpen, folder: folderOf(shown) }} />
      {shown.length < files.length && (
        <p class="hint">
          These are the first {MOST_FILES} of {files.length}; the archive has all.
        </p>
      )}
    </>
  );
}

function folderOf(files: readonly ListedFile[]): Folder {
  const root = emptyFolder("");
  for (const file of files) {
    const names = file.path.split("/");
    const name = names.pop() ?? "";
    let folder = root;
    for (const each of names) {
      const inner = folder.folders.get(each) ?? emptyFolder(`${folder.path}${each}/`);
      folder.folders.set(each, inner);
      folder = inner;
    }
    folder.files.push({ name, file });
  }
  return root;
}

function emptyFolder(path: string): Folder {
  return { path, folders: new Map(), files: [] };
}

interface FolderProps {
  readonly project: string;
  readonly current: string;
  readonly folder: Folder;
  readonly isOpen: (folder: Folder) => boolean;
}

function FolderList({ project, current, folder, isOpen }: FolderProps) {
  return (
    <ul class="tree">
      {[...folder.folders].map(([name, inner]) => (
        <li key={inner.path}>
          <details open={isOpen(inner)}>
            <summary>
              <bdi>{name}</bdi>/
            </summary>
            <FolderList {...{ project, current, isOpen, folder: inner }} />
          </details>
        </li>
      ))}
      {folder.files.map(({ name, file: { path, bytes } }) => (
        <li key={path}>
          <a href={fileHref(project, path)} aria-current={path === current ? "page" : undefined}>
            <bdi>{name}</bdi>
          </a>{" "}
          <span class="hint">{sizeWords(bytes)}</span>
        </li>
      ))}
    </ul>
  );
}
