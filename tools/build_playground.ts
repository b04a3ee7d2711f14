/**
 * Builds the playground's scripts: what runs in the page, and the library that works behind it. Pages
 * allow no script to make code from text, so templates are compiled here.
 *
 * `deno task build:playground` puts them where servers, and bundles of them, take them from.
 */

import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import config from "../deno.json" with { type: "json" };
import { eta } from "../templates/engine.ts";
import { runCommand } from "./run_command.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TEMPLATES = join(ROOT, "templates");

/** Where `http/playground_assets.ts` looks. */
const BUILT = join(ROOT, "dist", "playground");

const SCRIPTS = ["page.js", "worker.js"];

/** Builds the scripts. Whoever reads one meanwhile has the whole of it, be it old or new. */
export async function buildPlayground(): Promise<void> {
  await Deno.mkdir(BUILT, { recursive: true });
  // Beside their place, so that they can be renamed into it.
  const draft = await Deno.makeTempDir({ dir: join(ROOT, "dist"), prefix: "playground-" });
  try {
    const map = await writeImportMap(draft);
    await bundle(draft, map);
    for (const name of SCRIPTS) await Deno.rename(join(draft, name), join(BUILT, name));
  } finally {
    await Deno.remove(draft, { recursive: true });
  }
}

/** An import map in which the engine of templates is one that knows them all. */
async function writeImportMap(folder: string): Promise<string> {
  const engine = join(folder, "engine.ts");
  await Deno.writeTextFile(engine, compiledEngine(templateTexts(TEMPLATES)));
  const own = { [fileUrl(join(TEMPLATES, "engine.ts"))]: fileUrl(engine) };
  const map = join(folder, "import_map.json");
  await Deno.writeTextFile(map, JSON.stringify({ imports: { ...config.imports, ...own } }));
  return map;
}

function fileUrl(path: string): string {
  return pathToFileURL(path).href;
}

function templateTexts(folder: string): string[] {
  const entries = [...Deno.readDirSync(folder)].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap(({ name, isDirectory }) => {
    const path = join(folder, name);
    if (isDirectory) return templateTexts(path);
    return name.endsWith(".eta") ? [Deno.readTextFileSync(path)] : [];
  });
}

/** The source of a module that is to templates what `templates/engine.ts` is. */
function compiledEngine(texts: readonly string[]): string {
  const functions = texts.map((text) =>
    `[${JSON.stringify(text)}, function (it, options) {${eta.compileToString(text)}}],`
  );
  return `import { filled } from ${JSON.stringify(fileUrl(join(TEMPLATES, "filled.ts")))};
const engine = { config: { filterFunction: filled } };
const compiled = new Map([
${functions.join("\n")}
]);
export function template(text) {
  return (values) => compiled.get(text).call(engine, values);
}
`;
}

async function bundle(folder: string, map: string): Promise<void> {
  const { code, stderr } = await runCommand(Deno.execPath(), [
    ...["bundle", "--quiet", "--frozen", "--platform", "browser", "--format", "iife", "--minify"],
    ...["--import-map", map, "--outdir", folder],
    ...["playground/page.ts", "playground/worker.ts"],
  ], { cwd: ROOT });
  if (code !== 0) throw new Error(`deno bundle failed\n${stderr}`);
}

if (import.meta.main) await buildPlayground();
