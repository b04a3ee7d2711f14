/** Files of lines, such as `.gitignore`: an entry is a line, which is its own name. */

import type { ConfigFormat } from "./config_format.ts";

/** The editor of files of lines. */
export const LINES_FORMAT: ConfigFormat = {
  read(text, { name }) {
    return { kind: "read", entry: linesOf(text).includes(name) ? name : undefined };
  },
  set(text, { name }) {
    if (linesOf(text).includes(name)) return text;
    const end = text.includes("\r\n") ? "\r\n" : "\n";
    // A last line without an end is followed by another of its kind.
    return text === "" || text.endsWith("\n") ? `${text}${name}${end}` : `${text}${end}${name}`;
  },
  remove(text, { name }) {
    const found = `(?<![^\\n])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
    const withEnd = text.replace(new RegExp(`${found}\\r?\\n`), "");
    return withEnd === text ? text.replace(new RegExp(`\\r?\\n${found}$`), "") : withEnd;
  },
  missing: () => ({ keys: 0 }),
};

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}
