/** JSON Schemas. */

/** A JSON Schema (https://json-schema.org/draft/2020-12/schema). */
export type JsonSchema = Readonly<Record<string, unknown>>;
