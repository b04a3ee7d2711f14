/** The page's end of the line to its worker. */

import type { Answer, Question } from "./messages.ts";

/** Asks, and is told, in order. */
export interface Backstage {
  /** Asks what becomes of a spec: of what was asked while it was at work, only the last counts. */
  askForSpec(name: string, text: string): void;
  ask(question: Question): Promise<Answer>;
}

/**
 * Starts a worker.
 *
 * @param address Its script's.
 * @param tell Is told what became of a spec.
 * @param fail Is called if the worker never came, or fell.
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
