/** Builds the site from the pages, with Eleventy. */

import Eleventy from "@11ty/eleventy";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { DOCS, readPages } from "../pages.ts";
import { webpSize } from "./image_size.ts";
import { type ImageSize, markdownRenderer } from "./markdown_html.ts";
import { navigationOf, sectionsOf } from "./navigation.ts";
import { searchIndex } from "./search_index.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** The part of Eleventy's configuration that this uses. Eleventy has no types. */
interface EleventyConfig {
  setIncludesDirectory(path: string): void;
  setTemplateFormats(names: readonly string[]): void;
  setLibrary(name: string, library: unknown): void;
  addPassthroughCopy(paths: Readonly<Record<string, string>>): void;
  addGlobalData(name: string, value: unknown): void;
}

/** Eleventy's data of a page. */
interface PageData {
  readonly page: {
    /** The path in the folder of pages, without the extension, such as `/how-to/ci`. */
    readonly filePathStem: string;
  };
}

/** Builds all pages to a folder. */
export async function buildSite(output: string): Promise<void> {
  const eleventy = new Eleventy(relative(Deno.cwd(), DOCS), output, {
    // `null` disables the configuration file.
    configPath: null,
    config: configure,
  });
  // Eleventy also throws the errors that it would log.
  eleventy.disableLogger();
  await eleventy.write();
  Deno.writeTextFileSync(join(output, "search.json"), JSON.stringify(searchIndex(readPages())));
}

function configure(config: EleventyConfig): void {
  const pages = readPages();
  const sections = sectionsOf(pages);
  config.setLibrary("md", markdownRenderer({ images: imageSizes() }));
  config.addPassthroughCopy({
    [relative(Deno.cwd(), join(HERE, "assets"))]: ".",
    [relative(Deno.cwd(), join(DOCS, "images"))]: "images",
  });
  config.setIncludesDirectory(relative(DOCS, HERE));
  config.setTemplateFormats(["md"]);
  config.addGlobalData("layout", "layout.njk");
  // Pages contain no templates, only examples that look like templates.
  config.addGlobalData("templateEngineOverride", "md");
  config.addGlobalData("eleventyComputed", {
    permalink: ({ page }: PageData) => `${page.filePathStem}.html`,
    nav: ({ page }: PageData) => {
      const found = pages.find(({ path }) => `/${path}` === `${page.filePathStem}.md`);
      return found === undefined ? null : navigationOf(found, sections);
    },
  });
}

function imageSizes(): ReadonlyMap<string, ImageSize> {
  const names = [...Deno.readDirSync(join(DOCS, "images"))].map(({ name }) => name);
  return new Map(
    names.filter((name) => name.endsWith(".webp")).map((name) => [
      `images/${name}`,
      webpSize(Deno.readFileSync(join(DOCS, "images", name))),
    ]),
  );
}
