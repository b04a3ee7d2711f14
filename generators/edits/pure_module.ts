/** Modules that hold nothing but generated code. */

import { readImports } from "../../python/imports.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import type { Import } from "../code/code_part.ts";
import { importBlock } from "../code/import_block.ts";
import { namesIn } from "../code/names_in.ts";
import { withEolOf } from "../plans/plan.ts";

/**
 * Reports whether a route's module has only generated code: exactly the recorded definitions, in
 * their order and unedited, with a docstring, the imports that they need, and blank lines.
 *
 * @param recorded Hashes of the recorded definitions by name, in the order of the code.
 * @param wanted The text that would replace the module.
 */
export function isPure(
  module: PythonModule,
  recorded: ReadonlyMap<string, string>,
  wanted: PythonModule,
): boolean {
  const present = symbols(module);
  const generated = new Map(symbols(wanted).map((each) => [each.name, each]));
  const isRecorded = present.length === recorded.size &&
    [...recorded].every(([name, hash], index) => {
      const symbol = present[index];
      if (symbol?.name !== name || symbol.hash !== hash) return false;
      const { surroundings } = symbol;
      return surroundings === "" || surroundings === generated.get(name)?.surroundings;
    });
  if (!isRecorded) return false;
  const text = module.source.replaceAll("\r\n", "\n");
  // The generated text would replace mixed line ends.
  if (module.source !== withEolOf(module.source, text)) return false;
  return text === assembled(text, module, present);
}

/** Assembles a module from its docstring, its imports and its definitions. */
function assembled(text: string, module: PythonModule, present: readonly PythonSymbol[]): string {
  const docstring = /^"""[^"\n]*"""\n/.exec(text)?.[0] ?? "";
  const imports = importLines(text, module, present);
  const head = [docstring, imports].filter((each) => each !== "").join("\n");
  const body = present.map((symbol, index) => `${gap(symbol, present[index - 1])}${symbol.text}\n`);
  return head + body.join("");
}

function gap({ kind }: PythonSymbol, previous: PythonSymbol | undefined): string {
  if (kind !== "method") return previous === undefined && kind === "assignment" ? "\n" : "\n\n";
  return previous?.kind === "class" && previous.text.endsWith(":") ? "" : "\n";
}

/** Formats a module's imports, without those that its definitions do not use. */
function importLines(
  text: string,
  module: PythonModule,
  present: readonly PythonSymbol[],
): string {
  const statements = readImports(module);
  const [first] = statements;
  const last = statements.at(-1);
  if (first === undefined || last === undefined) return "";
  // Tests also import whole modules, and the imports of tests never change.
  if (statements.some(({ kind }) => kind === "import")) {
    const lines = module.source.slice(first.start, last.end).replaceAll("\r\n", "\n");
    return text.includes(lines) ? `${lines}\n` : "";
  }
  const used = namesIn(present.map((symbol) => symbol.text).join("\n"));
  const imports: Import[] = statements.flatMap(({ module: from, names }) =>
    names.filter(({ name }) => used.has(name)).map(({ name }) => ({ module: from, name }))
  );
  return `${importBlock(imports)}\n`;
}
