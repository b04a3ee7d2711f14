/** Gives a test a folder of its own, by its real path, and removes it in the end. */
export async function inTemporaryFolder<T>(test: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "workspace-test-" }));
  try {
    return await test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
