/** The addresses of a project's pages. */

/** Returns the address of a project's page. */
export function projectHref(name: string): string {
  return `/dashboard/projects/${encodeURIComponent(name)}`;
}

/** Returns the address of a file's page. @param line Counted from 1. */
export function fileHref(name: string, path: string, line?: number): string {
  const anchor = line === undefined ? "" : `#L${line}`;
  return `${projectHref(name)}/file?path=${encodeURIComponent(path)}${anchor}`;
}

/** Returns the address of a change's page. */
export function changeHref(name: string, id: string): string {
  return `${projectHref(name)}/changes/${encodeURIComponent(id)}`;
}
