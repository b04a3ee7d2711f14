/** The tracing that parts of a server take part in. */

/** Does work within a span of a trace. */
export type Trace = <T>(
  name: string,
  attributes: Readonly<Record<string, string>>,
  work: () => Promise<T>,
) => Promise<T>;
