/** Runs a test with the real path of a new folder, and removes the folder afterwards. */
export async function inTemporaryFolder<T>(test: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "workspace-test-" }));
  try {
    return await test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
