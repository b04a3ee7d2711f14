/** Concurrent writers, each of whom writes only if the change set is the one of the dry run. */

import { deepEqual, equal } from "node:assert/strict";

/** A writer who adds to a route. */
interface Writer {
  readonly route: string;
}

/** The result of a write. */
interface Written {
  readonly status: string;
  readonly changeSet: string;
}

/**
 * Lets all writers plan, and then lets them write concurrently. Checks that exactly one writer of
 * each route succeeds: the first one changes files that the plans of all others are based on.
 *
 * @param write Writes if the change set is the one in `expect`. If `expect` is `null`, only plans.
 * @returns The writers who succeeded.
 */
export async function writeAsPlanned<Each extends Writer>(
  writers: readonly Each[],
  write: (writer: Each, expect: string | null) => Promise<Written>,
): Promise<readonly Each[]> {
  const plans = await Promise.all(writers.map(async (writer) => ({
    writer,
    expect: (await write(writer, null)).changeSet,
  })));
  const ends = await Promise.all(plans.map(async ({ writer, expect }) => ({
    writer,
    status: (await write(writer, expect)).status,
  })));
  const applied = ends.filter(({ status }) => status === "applied").map(({ writer }) => writer);
  const routes = [...new Set(writers.map(({ route }) => route))];
  deepEqual(applied.map(({ route }) => route).sort(), routes.sort());
  const refused = ends.filter(({ status }) => status === "refused");
  equal(refused.length, writers.length - routes.length);
  return applied;
}
