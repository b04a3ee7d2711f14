/** Collects the times at which keys were last used, and writes them to the database at intervals. */

import type { Database } from "../storage/database.ts";

/** The times of last use that are not in the database yet. */
export interface LastUse {
  /**
   * Records a use of a key.
   *
   * @param now Milliseconds since 1970.
   */
  note(keyId: string, now: number): void;

  /**
   * Writes the recorded uses to the database. If the write fails, the next flush tries again.
   *
   * @throws The error of the database.
   */
  flush(database: Database): Promise<void>;
}

/** Creates an empty record for one process. */
export function createLastUse(): LastUse {
  let noted = new Map<string, number>();

  function note(keyId: string, now: number): void {
    noted.set(keyId, Math.max(now, noted.get(keyId) ?? now));
  }

  async function flush(database: Database): Promise<void> {
    if (noted.size === 0) return;
    const writing = noted;
    noted = new Map();
    try {
      await write(database, writing);
    } catch (problem) {
      for (const [keyId, at] of writing) note(keyId, at);
      throw problem;
    }
  }

  return { note, flush };
}

async function write(database: Database, uses: ReadonlyMap<string, number>): Promise<void> {
  // All servers write in the same order, so that they cannot deadlock.
  const ordered = [...uses].sort(([a], [b]) => a < b ? -1 : 1);
  await database.transaction(async (queries) => {
    for (const [keyId, at] of ordered) {
      await queries.all(
        `UPDATE api_keys SET last_used_at = $1
         WHERE id = $2 AND (last_used_at IS NULL OR last_used_at < $1)`,
        at,
        keyId,
      );
    }
  });
}
