/** The built worker of the playground, in a Deno worker. */

import type { Answer, Question } from "../../playground/messages.ts";
import { buildPlayground } from "../../tools/build_playground.ts";

export interface BuiltWorker extends Disposable {
  ask(question: Question): Promise<Answer>;
}

/** Builds and starts the worker. */
export async function startBuiltWorker(): Promise<BuiltWorker> {
  await buildPlayground();
  const script = new URL("../../dist/playground/worker.js", import.meta.url);
  const worker = new Worker(script, { type: "module" });
  return {
    ask(question) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(question);
      return promise;
    },
    [Symbol.dispose]: () => worker.terminate(),
  };
}
