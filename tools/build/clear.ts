/** Removing what an earlier build left. */

/** Removes a folder with all that is in it, if it is there. */
export async function clear(folder: string): Promise<void> {
  try {
    await Deno.remove(folder, { recursive: true });
  } catch (problem) {
    if (!(problem instanceof Deno.errors.NotFound)) throw problem;
  }
}
