/** A folder with specs and a project. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMemoryWorkspace, generateApi } from "../../mod.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";

const TESTDATA = fileURLToPath(new URL("../testdata/specs/", import.meta.url));

const SPECS = ["broken.json", "minimal.json", "shop.json", "typo.json"] as const;

/** The text of a spec. */
export function specText(name: typeof SPECS[number]): string {
  return Deno.readTextFileSync(join(TESTDATA, name));
}

/** Writes every spec to a folder. */
export function writeSpecs(folder: string): void {
  writeFiles(folder, Object.fromEntries(SPECS.map((name) => [name, specText(name)])));
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
    writeSpecs(folder);
    writeFiles(folder, SHOP);
    return test(folder);
  });
}
