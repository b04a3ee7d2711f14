/** The guarantees that do not hold yet, by the step after which a command breaks them. */

/** Whether to check these guarantees, too. The variable `LIFE_ALL=1` turns these checks on. */
export const IS_STRICT: boolean = Deno.env.get("LIFE_ALL") === "1";

export interface NotYet {
  readonly reason: string;
  /** The row that shows the fault. Without a row, the first command after the step shows it. */
  readonly row?: string;
  /** The broken guarantees, by the edit or the command after which a command breaks them. */
  readonly steps: Readonly<Record<string, readonly string[]>>;
}

export const NOT_YET: readonly NotYet[] = [];

/** The guarantees that cannot be checked yet, and the reasons. */
export const NOT_BUILT: Readonly<Record<string, string>> = {};

/** Returns the guarantees that a later command still breaks after an edit or a command. */
export function brokenSoFar(name: string): readonly string[] {
  return NOT_YET.flatMap(({ steps }) => steps[name] ?? []);
}

/** Returns the guarantees that the next command after an edit still breaks. */
export function brokenAtOnce(name: string): readonly string[] {
  return NOT_YET.filter(({ row }) => row === undefined).flatMap(({ steps }) => steps[name] ?? []);
}
