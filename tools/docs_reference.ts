/** Writes the pages of `docs/reference` from the code: `deno task docs:reference`. */

import { join } from "node:path";
import { DOCS } from "./docs/pages.ts";
import { referencePages } from "./docs/reference/reference_pages.ts";

if (import.meta.main) {
  for (const { path, text } of await referencePages()) {
    Deno.writeTextFileSync(join(DOCS, path), text);
  }
}
