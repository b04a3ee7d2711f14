/** The files of a project as a tree of folders. */

import { type Folder, folderTree } from "../../presentation/folder_tree.ts";
import type { ListedFile } from "../projects/listing.ts";
import { fileHref } from "./project_links.ts";
import { sizeWords } from "../../presentation/size_words.ts";

/** Maximum number of files in a tree. */
const MAX_FILES = 2_000;

/** Up to this number of files, all folders are open. */
const FEW_FILES = 60;

interface FileTreeProps {
  readonly project: string;
  readonly files: readonly ListedFile[];
  /** The path of the file that the page shows. */
  readonly current?: string;
}

export function FileTree({ project, files, current = "" }: FileTreeProps) {
  if (files.length === 0) return <p>No files.</p>;
  const shown = files.slice(0, MAX_FILES);
  const isOpen = ({ path }: Folder<ListedFile>) =>
    files.length <= FEW_FILES || current.startsWith(path);
  return (
    <>
      <FolderList {...{ project, current, isOpen, folder: folderTree(shown) }} />
      {shown.length < files.length && (
        <p class="hint">
          Only the first {MAX_FILES} of {files.length}{" "}
          files are listed. Download the project to see the rest.
        </p>
      )}
    </>
  );
}

interface FolderProps {
  readonly project: string;
  readonly current: string;
  readonly folder: Folder<ListedFile>;
  readonly isOpen: (folder: Folder<ListedFile>) => boolean;
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
