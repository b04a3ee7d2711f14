/** A folder as people have it: some specs, and a project beside them. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMemoryWorkspace, generateApi } from "../../mod.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";

const SPECS = fileURLToPath(new URL("../testdata/specs/", import.meta.url));

/** The text of a spec. */
export function specText(name: string): string {
  return Deno.readTextFileSync(join(SPECS, name));
}

const SHOP = await generateShop();

async function generateShop(): Promise<Record<string, string>> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", specText("shop.json"));
  return Object.fromEntries(
    [...workspace.files()].map(([path, text]) => [`shop/${path}`, text]),
  );
}

/** Gives a test a folder with every spec, and `shop`, generated from `shop.json`. */
export function inCodeFolder<T>(test: (folder: string) => T | Promise<T>): Promise<T> {
  return inTemporaryFolder((folder) => {
    for (const { name } of Deno.readDirSync(SPECS)) writeFiles(folder, { [name]: specText(name) });
    writeFiles(folder, SHOP);
    return test(folder);
  });
}
