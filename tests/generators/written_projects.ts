/** Generated projects on disk. */

import { writeFiles } from "../workspace/tree.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { apiFiles } from "../../generators/code/api_code.ts";
import type { ApiSpec } from "../../spec/api_spec.ts";
import { readSpec } from "../../spec/read_spec.ts";

/** Reads a spec that has no errors. */
export function checkedSpec(text: string): ApiSpec {
  const { spec, diagnostics } = readSpec(text, { path: "spec.json" });
  if (spec === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return spec;
}

/** Generates a project per spec, passes on the folders, and removes them afterwards. */
export async function withProjects<T>(
  texts: readonly string[],
  use: (folders: readonly string[]) => Promise<T>,
): Promise<T> {
  return await inTemporaryFolder((home) => {
    const folders = texts.map((text, index) => {
      const folder = `${home}/p${index}`;
      writeFiles(folder, Object.fromEntries(apiFiles({ name: "demo", spec: checkedSpec(text) })));
      return folder;
    });
    return use(folders);
  });
}
