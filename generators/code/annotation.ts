/** Types in generated code, and the models that they name. */

import type { Import } from "./code_part.ts";

/** A type annotation. */
export interface Annotation {
  readonly text: string;
  /** Model classes in the annotation. */
  readonly models: readonly string[];
}

/** The type of unknown values. */
export const ANY: Annotation = { text: "Any", models: [] };

/** The code of a model, with its imports. */
export interface ModelCode {
  readonly name: string;
  readonly code: string;
  readonly imports: readonly Import[];
}
