/** The files of a project as a tree of folders. */

import { type Folder, folderTree } from "../../presentation/folder_tree.ts";
import { grouped } from "../../core/report.ts";
import type { ListedFile } from "../projects/listing.ts";
import { fileHref } from "./project_links.ts";
import { shownFiles } from "./shown_files.ts";
import { sizeWords } from "../../presentation/size_words.ts";

/** Up to this number of files, all folders are open. */
const FEW_FILES = 60;

interface FileTreeProps {
  readonly project: string;
  /** The first files, ordered by path. */
  readonly files: readonly ListedFile[];
  /** The number of all files. */
  readonly count: number;
  /** The path of the file that the page shows. */
  readonly current?: string;
}

export function FileTree({ project, files, count, current = "" }: FileTreeProps) {
  if (files.length === 0) return <p>No files.</p>;
  const shown = shownFiles(files);
  const isOpen = ({ path }: Folder<ListedFile>) => count <= FEW_FILES || current.startsWith(path);
  return (
    <>
      <FolderList {...{ project, current, isOpen, folder: folderTree(shown) }} />
      {shown.length < count && (
        <p class="hint">
          Only {grouped(shown.length)} of {grouped(count)}{" "}
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
