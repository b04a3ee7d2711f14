/** Removes the files of an earlier build. */

/** Removes a folder and its content, if it exists. */
export async function clear(folder: string): Promise<void> {
  try {
    await Deno.remove(folder, { recursive: true });
  } catch (problem) {
    if (!(problem instanceof Deno.errors.NotFound)) throw problem;
  }
}
