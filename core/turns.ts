/** Lets asynchronous work inside one process take turns. */

/** Runs work when everything that came before has ended. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a queue of its own. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
