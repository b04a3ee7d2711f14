/** The page's connection to its worker. */

import type { Answer, Question } from "./messages.ts";

/** A worker that answers questions in order. */
export interface Backstage {
  /** Submits a spec. While the worker is busy, a newer spec replaces a waiting one. */
  askForSpec(name: string, text: string): void;
  /** Sends a question, and returns its answer. */
  ask(question: Question): Promise<Answer>;
}

/**
 * Starts a worker.
 *
 * @param address The address of its script.
 * @param tell Called with the result of a spec.
 * @param fail Called if the worker fails to load, or crashes.
 */
export function startBackstage(
  address: string,
  tell: (answer: Answer) => void,
  fail: () => void,
): Backstage {
  const worker = new Worker(address, { type: "module" });
  const waiting: ((answer: Answer) => void)[] = [];
  worker.addEventListener("message", ({ data }) => waiting.shift()?.(data));
  worker.addEventListener("error", fail);
  const ask = (question: Question) =>
    new Promise<Answer>((resolve) => {
      waiting.push(resolve);
      worker.postMessage(question);
    });
  let next: Question | null = null;
  let isBusy = false;
  const work = async () => {
    if (isBusy) return;
    isBusy = true;
    while (next !== null) {
      const question: Question = next;
      next = null;
      tell(await ask(question));
    }
    isBusy = false;
  };
  return {
    ask,
    askForSpec(name, text) {
      next = { kind: "spec", name, text };
      void work();
    },
  };
}
