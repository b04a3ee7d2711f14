/** When keys were used last: noted in memory, written now and then. */

import type { Database } from "../storage/database.ts";

/** The last uses that were not written yet. */
export interface LastUse {
  /** Notes that a key is used. */
  note(keyId: string, now: number): void;

  /**
   * Writes what was noted. Should that fail, it is kept for the next time; calls go on without it.
   *
   * @throws What the database throws.
   */
  flush(database: Database): Promise<void>;
}

/** Makes a process's notes. */
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
  // All servers in one order, so that they do not wait for each other in a circle.
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
