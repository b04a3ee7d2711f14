/**
 * Compiles templates at build time. Compiling the templates of one endpoint takes most of a
 * millisecond, and the playground's content security policy forbids code that is created from
 * strings.
 */

import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import config from "../../deno.json" with { type: "json" };
import hosted from "../../hosted/deno.json" with { type: "json" };
import { eta } from "../../templates/engine.ts";
import { ROOT } from "../run.ts";

/** The folder with symbolic links resolved, as in the bundler, so that URLs in the import map match. */
const REAL_ROOT = Deno.realPathSync(ROOT);
const TEMPLATES = join(REAL_ROOT, "templates");

/**
 * Bundles a program with compiled templates.
 *
 * @param bundle Bundles the program with the import map at the given path. The map replaces the
 *   template engine by one with all compiled templates, and the text of each template by its name.
 *   Afterwards, the map is removed.
 * @returns The result of `bundle`.
 */
export async function withCompiledTemplates<Made>(
  bundle: (importMap: string) => Promise<Made>,
): Promise<Made> {
  const dist = join(REAL_ROOT, "dist");
  await Deno.mkdir(dist, { recursive: true });
  // The folder is inside the checkout, because the list of bundled packages ignores files there.
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
    const imports = { ...config.imports, ...hosted.imports, ...Object.fromEntries(replaced) };
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

/** Returns the templates of a folder. Files without placeholders need no compilation. */
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

/** Returns the source of a module that replaces `templates/engine.ts`. */
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
