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

/**
 * Creates a template. The text is compiled at the first use, because a command needs few templates.
 */
export function template<Values extends object>(text: string): Template<Values> {
  let compiled: ReturnType<typeof eta.compile> | undefined;
  return (values) => (compiled ??= eta.compile(text)).call(eta, values);
}
