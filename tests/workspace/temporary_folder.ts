/** Gives a test a folder of its own, by its real path, and removes it in the end. */
export async function inTemporaryFolder(test: (folder: string) => unknown): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "workspace-test-" }));
  try {
    await test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
