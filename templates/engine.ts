/** The template engine. */

import { Eta } from "eta";
import { filled } from "./filled.ts";

/** Eta, configured for Python and configuration files. */
export const eta: Eta = new Eta({
  autoEscape: false,
  autoTrim: false,
  autoFilter: true,
  filterFunction: filled,
});

/** A function that fills a template. */
export type Template<Values> = (values: Values) => string;

/** Texts that are rendered in place of templates, by the templates' texts. */
let replaced: ReadonlyMap<string, string> = new Map();

/**
 * Runs work with other templates, as a version with these templates does. Tests compare versions with
 * it.
 *
 * @param texts The texts of the other templates, by the texts that they replace.
 */
export async function withTemplates<Result>(
  texts: ReadonlyMap<string, string>,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = replaced;
  replaced = texts;
  try {
    return await work();
  } finally {
    replaced = before;
  }
}

/**
 * Creates a template. The text is compiled at the first use, because a command needs few templates.
 */
export function template<Values extends object>(text: string): Template<Values> {
  const compiled = new Map<string, ReturnType<typeof eta.compile>>();
  return (values) => {
    const used = replaced.get(text) ?? text;
    const render = compiled.get(used) ?? eta.compile(used);
    compiled.set(used, render);
    return render.call(eta, values);
  };
}
