/** Pieces of Markdown. */

/** A table; its cells are Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |\n`;
  return line(head) + line(head.map(() => "---")) + rows.map(line).join("");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** Text as code, whatever it holds. */
export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Plain text, so that nothing in it is taken for Markdown. */
export function plain(text: string): string {
  return text.replaceAll(/[\\`*_<>[\]]/g, "\\$&");
}

/** A fenced block. */
export function fenced(info: string, text: string): string {
  return `\`\`\`${info}\n${text.trimEnd()}\n\`\`\`\n`;
}

/** What stands at the top of every page that a program writes. */
export function heading(title: string): string {
  return `# ${title}\n\n<!-- Written by \`deno task docs:reference\`: change the code instead. -->\n\n`;
}
