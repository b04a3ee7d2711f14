/** The interface for tracing. */

/** Runs work within a span of a trace. */
export type Trace = <T>(
  name: string,
  attributes: Readonly<Record<string, string>>,
  work: () => Promise<T>,
) => Promise<T>;
