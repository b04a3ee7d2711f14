/** An import in generated code. */

/** A name imported from a module. */
export interface Import {
  readonly module: string;
  readonly name: string;
  /** Name in the importing module, if it differs. */
  readonly alias?: string;
  /** Whether only type checkers evaluate the name. */
  readonly isForTypeCheckers?: boolean;
}
