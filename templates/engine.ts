/** From the text of a template to a function. */

import { Eta } from "eta";
import { filled } from "./filled.ts";

/** What compiles templates. */
export const eta: Eta = new Eta({
  autoEscape: false,
  autoTrim: false,
  autoFilter: true,
  filterFunction: filled,
});

/** Fills a template. */
export type Template<Values> = (values: Values) => string;

/** Compiled at its first use: a command needs few templates. */
export function template<Values extends object>(text: string): Template<Values> {
  let compiled: ReturnType<typeof eta.compile> | undefined;
  return (values) => (compiled ??= eta.compile(text)).call(eta, values);
}
