/** A database that does not answer, as those hear of it who need not know where it is. */

/** What people are told. */
export const DATABASE_OUTAGE = "The server's database does not answer; try again";
