/** Writers who expect the results of their dry runs. */

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
 * Lets all writers plan, and then write their plans concurrently. Tests that exactly one writer of
 * each route succeeded: the first writer of a route changes the files of all others.
 *
 * @param write Writes if the change set is the expected one; `null` for a dry run.
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
