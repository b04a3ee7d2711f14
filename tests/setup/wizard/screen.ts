/** Computes the final screen of a terminal. */

// deno-lint-ignore no-control-regex
const PIECE = /\u001b\[([?\d;]*)([A-Za-z])|([^\u001b])/gsu;

/** Returns the rows of the screen after this output. Long lines continue in the next row. */
export function screenOf(sent: string, columns: number): string[] {
  const rows: string[][] = [[]];
  let [row, column] = [0, 0];
  const cells = (index: number): string[] => rows[index] ??= [];
  const put = (character: string) => {
    if (column === columns) [row, column] = [row + 1, 0];
    const line = cells(row);
    while (line.length < column) line.push(" ");
    line[column++] = character;
  };
  const move: Readonly<Record<string, (count: number, given: string) => void>> = {
    A: (count) => row = Math.max(0, row - count),
    B: (count) => row += count,
    C: (count) => column = Math.min(columns - 1, column + count),
    D: (count) => column = Math.max(0, column - count),
    G: (count) => column = count - 1,
    J: () => {
      rows.length = row + 1;
      cells(row).length = Math.min(cells(row).length, column);
    },
    K: (_, given) => cells(row).length = given === "2" ? 0 : Math.min(cells(row).length, column),
  };
  for (const [, given = "", letter, other] of sent.matchAll(PIECE)) {
    if (letter !== undefined) move[letter]?.(Number(given) || 1, given);
    else if (other === "\r") column = 0;
    else if (other === "\n") row++;
    else if (other === "\b") column = Math.max(0, column - 1);
    else if (other !== undefined) put(other);
  }
  return Array.from({ length: rows.length }, (_, index) => cells(index).join("").trimEnd());
}
