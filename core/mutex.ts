/** A queue that runs asynchronous work of one process one at a time. */

/** Runs work after all earlier work has ended, failed or not. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a queue. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
