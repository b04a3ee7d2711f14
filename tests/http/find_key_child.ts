/** A process that finds the key of its home, like a starting server. */

import { findLocalKey } from "../../http/local_key.ts";

const key = findLocalKey({ kind: "own file" }, (name) => Deno.env.get(name));
console.log(JSON.stringify(key));
