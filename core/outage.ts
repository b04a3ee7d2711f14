/** Outages of services that the program depends on, such as its database. */

/** Thrown when a service does not answer. The message is for the log, not for clients. */
export class Outage extends Error {}

/** Client-safe message for a database outage. */
export const OUTAGE_MESSAGE = "The server's database does not answer; try again";
