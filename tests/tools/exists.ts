/** Looks for files. */

/** Reports whether a path exists, even if it is a broken link. */
export function exists(path: string | URL): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (problem) {
    if (problem instanceof Deno.errors.NotFound) return false;
    throw problem;
  }
}
