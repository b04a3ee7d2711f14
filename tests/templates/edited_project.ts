/** A small generated project on disk, with edits. */

import { type Edit, generate } from "../generators/edited_project.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";

const SPEC = {
  routes: { users: { type: "GET", mock: { id: 1 }, subroutes: { add: { type: "POST" } } } },
};

/** Generates and edits a project with `GET /users` and `POST /users/add`, and removes it afterwards. */
export async function inEditedProject<T>(
  edit: Edit,
  test: (folder: string) => Promise<T>,
): Promise<T> {
  const files = edit(await generate(SPEC));
  return await inTemporaryFolder(async (folder) => {
    writeFiles(folder, files);
    return await test(folder);
  });
}
