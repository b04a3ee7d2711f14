/** Links in a project. The project may be a stranger's repository, whose links lead anywhere. */

import { dirname } from "node:path";
import { shown } from "./files.ts";
import type { SetupHost } from "./host.ts";
import { isWithin } from "./paths.ts";

/**
 * Finds out that a file of a project is not in the project, by its real location, or that a link on the
 * way to it leads to nothing.
 *
 * @param path The file's path, which need not exist.
 * @returns What its path does, as people read it after the path; `null` if the file is in the project.
 */
export function leadsAway(host: SetupHost, project: string, path: string): string | null {
  const [root, real] = [host.realPath(project), host.realPath(path)];
  // Reading the file tells why nobody knows where it is.
  if (root === null || real === null) return null;
  if (!isWithin(root, real)) return `leads out of the project, to ${shown(host, real)}`;
  return hasBrokenLink(host, path) ? `leads to ${shown(host, real)}, which does not exist` : null;
}

function hasBrokenLink(host: SetupHost, path: string): boolean {
  if (host.exists(path)) return false;
  const folder = dirname(path);
  return host.isLink(path) || folder !== path && hasBrokenLink(host, folder);
}
