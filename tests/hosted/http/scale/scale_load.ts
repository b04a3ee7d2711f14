/** A mixed load of several accounts, which goes on whatever happens to it, and notes what did. */

import { sleep } from "../../../../core/sleep.ts";
import { type Caller, LostAnswer } from "../hosted_client.ts";
import { addRoute, addSubroute, changeKeys, type Ledger, makeProject } from "../hosted_load.ts";
import { READS } from "./reads.ts";

/** So many things are added to a project until the next one is begun: it is looked at in full later. */
const MOST_ADDED = 30;

/** How long a client rests between two rounds, in milliseconds: else there is more than can be judged. */
const REST_MS = 50;

/** Somebody with an account, and what servers acknowledged to them. */
export interface Worker {
  readonly caller: Caller;
  readonly ledger: Ledger;
}

/** What became of a load. */
export interface LoadOutcome {
  readonly reads: number;
  readonly writes: number;
  /** Calls whose answers were lost. */
  readonly lost: readonly LostAnswer[];
  /** What else went wrong: nothing may. */
  readonly wrong: readonly string[];
}

/** Lets clients of each worker work until a time has come. */
export async function applyMixedLoad(
  workers: readonly Worker[],
  isOver: () => boolean,
): Promise<LoadOutcome> {
  const outcome = { reads: 0, writes: 0, lost: [] as LostAnswer[], wrong: [] as string[] };
  const attempt = async (kind: "reads" | "writes", step: () => Promise<void>) => {
    try {
      await step();
      outcome[kind] += 1;
    } catch (problem) {
      if (problem instanceof LostAnswer) outcome.lost.push(problem);
      else outcome.wrong.push(problem instanceof Error ? `${problem.stack}` : String(problem));
    }
  };
  const client = async (worker: Worker, write: Write) => {
    while (!isOver()) {
      await attempt("writes", () => write(worker));
      for (const read of READS) await attempt("reads", () => read(worker.caller, worker.ledger));
      await sleep(REST_MS);
    }
  };
  const clients = workers.flatMap((worker) => {
    const grow = growing();
    // Two clients write to one project at the same time.
    return [grow, grow, changeSomeKey].map((write) => client(worker, write));
  });
  await Promise.all(clients);
  return outcome;
}

type Write = (worker: Worker) => Promise<void>;

const changeSomeKey: Write = ({ caller, ledger }) => changeKeys(caller, ledger);

/** Adds routes and subroutes to a project, and then to another. */
function growing(): Write {
  let project = "";
  let added = MOST_ADDED;
  return async ({ caller, ledger }) => {
    if (added >= MOST_ADDED || !ledger.projects.has(project)) {
      const next = ledger.name("scaled_");
      await makeProject(caller, ledger, next);
      [project, added] = [next, 0];
      return;
    }
    added += 1;
    await (added % 4 === 0 ? addRoute : addSubroute)(caller, ledger, project);
  };
}
