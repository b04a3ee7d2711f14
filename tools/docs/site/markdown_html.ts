/** Renders the pages' Markdown as HTML. */

// @ts-types="@types/markdown-it"
import MarkdownIt from "markdown-it";
import { fencedBlocks, shownCommands } from "../blocks.ts";
import { escaped, highlighted } from "./highlighted.ts";
import { headingIds } from "./heading_ids.ts";

/** Options of the renderer: the images by path, relative to the folder of pages. */
export interface HtmlOptions {
  readonly images: ReadonlyMap<string, ImageSize>;
}

/** A size in CSS pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Creates a renderer that converts links to `.md` into links to `.html`. */
export function markdownRenderer({ images }: HtmlOptions): MarkdownIt {
  const markdown = MarkdownIt({ html: true, linkify: false }).use(headingIds);
  const { rules } = markdown.renderer;
  rules.fence = (tokens, index) => {
    const { content = "", info = "" } = tokens[index] ?? {};
    return codeFigure(info, content);
  };
  rules["table_open"] = () => '<div class="table" tabindex="0"><table>\n';
  rules["table_close"] = () => "</table></div>\n";
  rules["link_open"] = (tokens, index, options, _, renderer) => {
    const token = tokens[index];
    const href = token?.attrGet("href") ?? "";
    if (!/^[a-z]+:/.test(href)) token?.attrSet("href", href.replace(/\.md(?=#|$)/, ".html"));
    return renderer.renderToken(tokens, index, options);
  };
  rules.image = (tokens, index) => {
    const { content = "", attrGet } = tokens[index] ?? {};
    const src = attrGet === undefined ? "" : tokens[index]?.attrGet("src") ?? "";
    return picture(src, content, images);
  };
  return markdown;
}

/** Returns a code block. It shows the name of a file, and separates commands from their output. */
function codeFigure(info: string, text: string): string {
  const [block] = fencedBlocks(`\`\`\`\`\`\`${info}\n${text}\`\`\`\`\`\`\n`);
  const file = block?.attributes.get("file");
  const caption = file === undefined ? "" : `<figcaption>${escaped(file)}</figcaption>`;
  const html = block?.language === "console"
    ? session(text)
    : highlighted(text, block?.language ?? "text");
  // Keyboard users can scroll a focusable block.
  return `<figure class="code">${caption}<pre tabindex="0"><code>${html}</code></pre></figure>\n`;
}

function session(text: string): string {
  return shownCommands(text).map(({ command, output }) => {
    const typed = command.split("\n").map((line, index) =>
      `<span class="prompt">${index === 0 ? "$" : "&gt;"} </span>` +
      `<span class="typed">${escaped(line)}</span>\n`
    );
    const printed = output === "" ? "" : `<span class="printed">${escaped(output)}</span>`;
    return typed.join("") + printed;
  }).join("");
}

/** Returns an image, with its dark variant if there is one. */
function picture(src: string, alt: string, images: HtmlOptions["images"]): string {
  const path = src.replace(/^(?:\.\.?\/)+/, "");
  const size = images.get(path);
  if (size === undefined) throw new Error(`Image not found: ${path}`);
  const dark = path.replace(/(\.\w+)$/, "_dark$1");
  const source = images.has(dark)
    ? `<source media="(prefers-color-scheme: dark)" srcset="${src.replace(/(\.\w+)$/, "_dark$1")}">`
    : "";
  return `<picture>${source}<img src="${src}" alt="${escaped(alt)}" ` +
    `width="${size.width}" height="${size.height}" loading="lazy"></picture>`;
}
