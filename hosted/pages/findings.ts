/** The findings about a project's code, for its pages. */

/** The analysis of a project, or the reason why there is none. */
export type Findings<Data> =
  | Analyzed<Data>
  | { readonly kind: "not-analyzed"; readonly reason: string };

/** The analysis of a project. */
export interface Analyzed<Data> {
  readonly kind: "analyzed";
  readonly message: string;
  readonly data: Data;
  /** Number of entries that were cut from the lists of the data. */
  readonly omitted: number;
}
