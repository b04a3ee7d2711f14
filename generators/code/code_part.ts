/** Definitions in generated code, and their imports. */

/** A name imported from a module, or a module. */
export interface Import {
  readonly module: string;
  /** The name of the member, or of the module. */
  readonly name: string;
  /** Whether it is the module itself, as in `import re`. */
  readonly isModule?: boolean;
  /** Name in the importing module, if it differs. */
  readonly alias?: string;
  /** Whether only type checkers evaluate the name. */
  readonly isForTypeCheckers?: boolean;
}

/** A definition and its imports. */
export interface CodePart {
  /** Name of the function or method. */
  readonly name: string;
  /** Lines that end with LF. The lines of methods are indented by 4 spaces. */
  readonly code: string;
  readonly imports: readonly Import[];
  /** Decorators copied from other handlers, used as they are. */
  readonly copied?: CopiedCode;
}

/** Decorators that are copied to a function. Each decorator ends with LF. */
export interface CopiedCode {
  /** The decorators above the generated ones. */
  readonly above: string;
  /** The decorators below the generated ones. */
  readonly below: string;
}
