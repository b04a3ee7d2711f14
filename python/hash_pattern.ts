/** The form of hashes of definitions, for readers of records that compute none. */

/** The pattern of a hash: of a whole text, or of a definition's head, body and members. */
export const DEFINITION_HASH =
  /^(?:[0-9a-f]{12}|[0-9a-f]{16}(?:,[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*=[0-9a-f]{8})*)$/;
