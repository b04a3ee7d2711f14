/** The outage of a service that the program depends on, such as its database. */

/** Thrown when such a service does not answer. The message is for the log, not for callers. */
export class Outage extends Error {}

/** The message for callers. It does not say where the database is. */
export const OUTAGE_MESSAGE = "The server's database does not answer; try again";
