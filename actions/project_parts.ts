/** The parts of a project besides its endpoints. */

import { APP_LAYERS } from "../project/layout/layers.ts";
import type { Snapshot } from "../core/change_set.ts";
import { projectPath } from "../core/project_path.ts";
import { layoutOf } from "../project/layout/layout_of.ts";

/** A layer: a folder of modules. */
export interface Layer {
  /** `routes`, `services`, `repositories` or `models`. */
  readonly name: string;
  /** The folder's path in the project. */
  readonly folder: string;
  /** Number of modules. */
  readonly modules: number;
}

/** A file for building a container. */
export interface ContainerFile {
  /** The path relative to the project's root. */
  readonly file: string;
  /** Whether the file exists. */
  readonly present: boolean;
}

/** Returns the layers of a project, outermost first. */
export function layersIn(files: Snapshot): readonly Layer[] {
  const layout = layoutOf(files);
  return APP_LAYERS.map((layer) => layout.folder(layer)).flatMap((folder) => {
    const name = folder.slice(folder.lastIndexOf("/") + 1);
    const modules = [...files.keys()].filter((path) =>
      path.startsWith(`${folder}/`) && !path.endsWith("/__init__.py")
    ).length;
    return modules === 0 ? [] : [{ name, folder, modules }];
  });
}

/** The paths of the files for building a container. */
export const CONTAINER_FILES = ["Dockerfile", "compose.yaml", ".dockerignore"].map(projectPath);

/**
 * Reports which files for building a container exist.
 *
 * @param files Files of the project, including those of {@linkcode CONTAINER_FILES} that exist.
 */
export function containerFilesIn(files: Snapshot): readonly ContainerFile[] {
  return CONTAINER_FILES.map((file) => ({ file, present: files.has(file) }));
}
