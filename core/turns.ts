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

/** Makes a queue of its own in which so many work at once. */
export function createPlaces(count: number): Turns {
  const waiting: (() => void)[] = [];
  let free = count;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
