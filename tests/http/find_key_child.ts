/** A process of its own that finds the key of its home, as a server does at its start. */

import { findLocalKey } from "../../http/local_key.ts";

const key = findLocalKey({ kind: "own file" }, (name) => Deno.env.get(name));
console.log(JSON.stringify(key));
