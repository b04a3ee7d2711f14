/** Draws the README's picture from a real run: `deno task docs:terminal`. */

import { join } from "node:path";
import { DOCS } from "./docs/pages.ts";
import { growthPicture } from "./docs/growth_picture.ts";

await Deno.writeTextFile(join(DOCS, "images", "growth.svg"), await growthPicture());
