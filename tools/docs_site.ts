/**
 * Builds the documentation's site: `deno task docs` writes it to `dist/docs`, and `deno task docs:serve`
 * also serves it at `http://127.0.0.1:8080`, or at another port: `deno task docs:serve 8081`.
 */

import { join } from "node:path";
import { CHECKOUT } from "./docs/pages.ts";
import { buildSite } from "./docs/site/build_site.ts";
import { serveSite } from "./docs/site/serve_site.ts";

const OUTPUT = join(CHECKOUT, "dist/docs");

if (import.meta.main) {
  const [word, port = "8080"] = Deno.args;
  await buildSite(OUTPUT);
  console.log(`Built ${OUTPUT}`);
  if (word === "serve") await serveSite(OUTPUT, Number(port), console.log).finished;
}
