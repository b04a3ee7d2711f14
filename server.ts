/**
 * The tool server: `deno run -A server.ts`. `layerwright serve` is the same, without the hosted mode
 * that `LAYERWRIGHT_MODE=hosted` asks for.
 *
 * @module
 */

import type { Diagnostic } from "./core/diagnostic.ts";
import { isHosted } from "./http/mode.ts";

const env = (name: string) => Deno.env.get(name);

async function serve(): Promise<number | Diagnostic> {
  const output = {
    isTerminal: Deno.stderr.isTerminal(),
    usesColour: Deno.stderr.isTerminal() && !Deno.env.get("NO_COLOR"),
    write: (text: string) => void Deno.stderr.writeSync(new TextEncoder().encode(text)),
  };
  const hosted = isHosted(env);
  if (typeof hosted !== "boolean") return hosted;
  if (hosted) {
    const { serveHosted } = await import("./http/serve_hosted.ts");
    return await serveHosted(env, Deno.cwd(), output);
  }
  const { serveLocally } = await import("./http/serve.ts");
  return await serveLocally(env, Deno.cwd(), {}, output);
}

if (import.meta.main) {
  const ended = await serve();
  if (typeof ended === "number") Deno.exit(ended);
  console.error(`Error: ${ended.message}${ended.hint === null ? "" : `\nHint: ${ended.hint}`}`);
  Deno.exit(1);
}
