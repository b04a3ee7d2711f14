/**
 * Templates that are functions before a program starts: to compile those of one endpoint takes most of
 * a millisecond, and in a page no script may make code from text.
 */

import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import config from "../../deno.json" with { type: "json" };
import { eta } from "../../templates/engine.ts";
import { ROOT } from "../run.ts";

/** Links followed, as the bundler does: else nothing in the map would be what it looks for. */
const REAL_ROOT = Deno.realPathSync(ROOT);
const TEMPLATES = join(REAL_ROOT, "templates");

/**
 * Bundles with compiled templates.
 *
 * @param bundle Gets the path of an import map, with which the engine of templates knows them all, and
 * their texts are no more than what it knows them by. It is gone afterwards.
 */
export async function withCompiledTemplates<Made>(
  bundle: (importMap: string) => Promise<Made>,
): Promise<Made> {
  const dist = join(REAL_ROOT, "dist");
  await Deno.mkdir(dist, { recursive: true });
  // In the checkout, for it is our own code.
  const folder = await Deno.makeTempDir({ dir: dist, prefix: "templates-" });
  try {
    const templates = templateFiles(TEMPLATES);
    const engine = join(folder, "engine.ts");
    await Deno.writeTextFile(engine, compiledEngine(templates));
    const replaced = [[fileUrl(join(TEMPLATES, "engine.ts")), fileUrl(engine)]];
    for (const [index, { path }] of templates.entries()) {
      const name = join(folder, `${index}.eta`);
      await Deno.writeTextFile(name, nameOf(path));
      replaced.push([fileUrl(path), fileUrl(name)]);
    }
    const imports = { ...config.imports, ...Object.fromEntries(replaced) };
    const map = join(folder, "import_map.json");
    await Deno.writeTextFile(map, JSON.stringify({ imports }));
    return await bundle(map);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface TemplateFile {
  readonly path: string;
  readonly text: string;
}

/** The templates of a folder, apart from files that have no gaps: those are taken as they are. */
function templateFiles(folder: string): TemplateFile[] {
  const entries = [...Deno.readDirSync(folder)].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap(({ name, isDirectory }) => {
    const path = join(folder, name);
    if (isDirectory) return templateFiles(path);
    if (!name.endsWith(".eta")) return [];
    const text = Deno.readTextFileSync(path);
    return text.includes("<%") ? [{ path, text }] : [];
  });
}

function nameOf(path: string): string {
  return relative(TEMPLATES, path).replaceAll("\\", "/");
}

function fileUrl(path: string): string {
  return pathToFileURL(path).href;
}

/** The source of a module that is to templates what `templates/engine.ts` is. */
function compiledEngine(templates: readonly TemplateFile[]): string {
  const functions = templates.map(({ path, text }) =>
    `[${JSON.stringify(nameOf(path))}, (it) => {
const __eta = { res: "", f: filled };
${eta.compileBody(eta.parse(text))}
return __eta.res;
}],`
  );
  return `import { filled } from ${JSON.stringify(fileUrl(join(TEMPLATES, "filled.ts")))};
const compiled = new Map([
${functions.join("\n")}
]);
export function template(text) {
  const fill = compiled.get(text);
  if (fill !== undefined) return fill;
  if (text.includes("<%")) throw new Error("A template was not compiled: " + text);
  return () => text;
}
`;
}
