/**
 * The tool server: `deno run -A server.ts`. `layerwright serve` is the same.
 *
 * @module
 */

import { serveLocally } from "./http/serve.ts";

if (import.meta.main) {
  const ended = await serveLocally((name) => Deno.env.get(name), Deno.cwd(), {}, {
    isTerminal: Deno.stderr.isTerminal(),
    usesColour: Deno.stderr.isTerminal() && !Deno.env.get("NO_COLOR"),
    write: (text) => void Deno.stderr.writeSync(new TextEncoder().encode(text)),
  });
  if (typeof ended === "number") Deno.exit(ended);
  console.error(`Error: ${ended.message}${ended.hint === null ? "" : `\nHint: ${ended.hint}`}`);
  Deno.exit(1);
}
