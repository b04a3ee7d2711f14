/** Where the pages of a project are. */

/** The page of a project. */
export function projectHref(name: string): string {
  return `/dashboard/projects/${encodeURIComponent(name)}`;
}

/** The page of a file, at a line. */
export function fileHref(name: string, path: string, line?: number): string {
  const place = line === undefined ? "" : `#L${line}`;
  return `${projectHref(name)}/file?path=${encodeURIComponent(path)}${place}`;
}

/** The page of a change. */
export function changeHref(name: string, id: string): string {
  return `${projectHref(name)}/changes/${encodeURIComponent(id)}`;
}
