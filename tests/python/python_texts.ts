/** Python files for property tests: generated ones, those of hand-written projects, and CPython's own. */

import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { apiFiles } from "../../generators/code/api_code.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { checkedSpec } from "../generators/written_projects.ts";
import { fc } from "../tools/tier.ts";
import { oracleFiles, readSource } from "./corpus.ts";

const PROJECTS = fileURLToPath(new URL("../testdata/projects/", import.meta.url));

/** How many texts to read, by source. */
export interface TextCounts {
  /** Number of random specs whose files are generated. */
  readonly specs: number;
  /** The approximate number of CPython's files. */
  readonly library: number;
}

/** Returns the texts of Python files, without duplicates. */
export async function pythonTexts({ specs, library }: TextCounts): Promise<readonly string[]> {
  const generated = fc.sample(arbitrarySpec, specs).flatMap(({ text }) =>
    [...apiFiles({ name: "demo", spec: checkedSpec(text) })]
      .flatMap(([path, content]) => path.endsWith(".py") ? [content] : [])
  );
  const names = await readdir(PROJECTS, { recursive: true });
  const written = names.filter((name) => name.endsWith(".py")).map((name) => PROJECTS + name);
  const own = (await oracleFiles(library)).map(({ path }) => path);
  const read = await Promise.all([...written, ...own].map(readSource));
  return [...new Set([...generated, ...read])];
}
