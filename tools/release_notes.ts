/** Checks that a tag can be released, and prints its notes: `deno task release:notes v1.2.0`. */

import { releaseOf } from "./release/release.ts";

console.log(releaseOf(Deno.args[0] ?? "").notes);
