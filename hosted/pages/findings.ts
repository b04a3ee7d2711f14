/** What the pages of a project show about its code. */

/** The analysis of a project, or why there is none. */
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
