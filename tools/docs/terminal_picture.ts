/** Draws a terminal session as an animated SVG. */

import { COLUMNS, type TerminalStep } from "./terminal_session.ts";

/** Sizes in pixels. A character is 0.6 em wide in common monospaced fonts. `textLength` enforces this width. */
const [FONT_SIZE, ROW, MARGIN] = [14, 20, 20];
const CHARACTER = FONT_SIZE * 0.6;

/** Durations in milliseconds. */
const [PER_CHARACTER, BEFORE_OUTPUT, AFTER_OUTPUT] = [35, 400, 1800];

/** CSS classes by SGR code of the terminal. */
const CLASSES: Readonly<Record<string, string>> = {
  1: "bold",
  31: "red",
  32: "green",
  33: "yellow",
  36: "cyan",
};

const ENDS = new Set(["", "0", "22", "39"]);

const STYLE = `
  rect { fill: #16181d }
  text { font: ${FONT_SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; fill: #d5d8de }
  .bold { font-weight: 700; fill: #fff }
  .red { fill: #ff8078 }
  .green { fill: #7ddb8a }
  .yellow { fill: #e9c46a }
  .cyan { fill: #6ccbe0 }
  .prompt { fill: #8b93a1 }
  .shown { animation: show 1ms both }
  .typed { animation-name: type; animation-fill-mode: both }
  @keyframes show { from { opacity: 0 } }
  @keyframes type { from { clip-path: inset(0 100% 0 0) } to { clip-path: inset(0 0 0 0) } }
  @media (prefers-reduced-motion: reduce) { .shown, .typed { animation: none } }
`;

/**
 * Draws a session. The animation plays once and ends with all lines visible. With reduced motion, all lines
 * are visible immediately.
 *
 * @param title A description of the picture, for screen readers.
 * @returns The text of an SVG file.
 * @throws {Error} If a line is wider than the terminal, or contains an unknown escape code.
 */
export function terminalPicture(steps: readonly TerminalStep[], title: string): string {
  const rows: string[] = [];
  let time = 500;
  for (const { command, lines } of steps) {
    const duration = command.length * PER_CHARACTER;
    rows.push(commandRow(command, rows.length, { time, duration }));
    time += duration + BEFORE_OUTPUT;
    rows.push(...lines.map((line, index) => outputRow(line, rows.length + index, time)));
    rows.push("");
    time += AFTER_OUTPUT;
  }
  rows.pop();
  const [width, height] = [COLUMNS * CHARACTER, rows.length * ROW].map((size) =>
    Math.ceil(size + 2 * MARGIN)
  );
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect width="100%" height="100%" rx="8"/>`,
    ...rows.filter((row) => row !== ""),
    "</svg>\n",
  ].join("\n");
}

interface Typing {
  /** Start in milliseconds, from the start of the animation. */
  readonly time: number;
  readonly duration: number;
}

function commandRow(command: string, row: number, { time, duration }: Typing): string {
  const typing = `animation-duration: ${duration}ms; animation-delay: ${time}ms; ` +
    `animation-timing-function: steps(${command.length})`;
  const prompt = `<tspan class="prompt">$ </tspan>`;
  const shown = textRow(prompt, 2, { row, attributes: appearing(time - 300) });
  const attributes = ` class="typed" style="${typing}"`;
  return `${shown}\n${textRow(escaped(command), command.length, { row, column: 2, attributes })}`;
}

function outputRow(line: string, row: number, time: number): string {
  const { html, length } = styled(line);
  return length === 0 ? "" : textRow(html, length, { row, attributes: appearing(time) });
}

function appearing(time: number): string {
  return ` class="shown" style="animation-delay: ${time}ms"`;
}

interface Row {
  readonly row: number;
  readonly column?: number;
  readonly attributes: string;
}

function textRow(html: string, length: number, { row, column = 0, attributes }: Row): string {
  if (column + length > COLUMNS) throw new Error(`Wider than ${COLUMNS} columns: ${html}`);
  const [x, y] = [MARGIN + column * CHARACTER, MARGIN + row * ROW + FONT_SIZE];
  const place = `x="${x.toFixed(1)}" y="${y}" textLength="${(length * CHARACTER).toFixed(1)}"`;
  return `<text ${place}${attributes}>${html}</text>`;
}

/** Converts escape codes to `tspan` elements. */
function styled(line: string): { readonly html: string; readonly length: number } {
  let [html, length, name] = ["", 0, ""];
  // deno-lint-ignore no-control-regex
  for (const [, code, text = ""] of line.matchAll(/(?:\x1b\[(\d*)m)|([^\x1b]+|\x1b)/g)) {
    if (code !== undefined) {
      name = ENDS.has(code) ? "" : CLASSES[code] ?? unknown(line);
    } else if (text === "\x1b") {
      unknown(line);
    } else {
      length += text.length;
      html += name === "" ? escaped(text) : `<tspan class="${name}">${escaped(text)}</tspan>`;
    }
  }
  return { html, length };
}

function unknown(line: string): never {
  throw new Error(`Unknown escape code in ${JSON.stringify(line)}`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
