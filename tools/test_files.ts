/** Finds test files. */

/**
 * Returns the test files at a path, which is a file or a folder. For a folder with members of the
 * workspace, Deno itself would run only the tests of those members.
 *
 * @param path Relative to the current folder, or absolute.
 */
export function testFiles(path: string): string[] {
  if (!Deno.statSync(path).isDirectory) return /_test\.tsx?$/.test(path) ? [path] : [];
  return [...Deno.readDirSync(path)].filter(({ name }) => name !== "testdata")
    .flatMap(({ name }) => testFiles(`${path}/${name}`)).sort();
}
