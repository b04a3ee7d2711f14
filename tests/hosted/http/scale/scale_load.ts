/** A mixed load of several accounts that continues after failures and records them. */

import { sleep } from "../../../../core/sleep.ts";
import { type Caller, LostAnswer } from "../hosted_client.ts";
import { addRoute, addSubroute, changeKeys, type Ledger, makeProject } from "../hosted_load.ts";
import { READS } from "./reads.ts";

/**
 * Number of additions to a project before the next project begins. The number is limited because each
 * project is checked completely afterwards.
 */
const MAX_ADDED = 30;

/**
 * Pause between two rounds of a client, in milliseconds. Without the pause, there would be too many
 * results to check at the end.
 */
const REST_MS = 50;

/** A person with an account, and the results that servers acknowledged. */
export interface Worker {
  readonly caller: Caller;
  readonly ledger: Ledger;
}

/** The results of a load. */
export interface LoadOutcome {
  readonly reads: number;
  readonly writes: number;
  /** Calls whose answers were lost. */
  readonly lost: readonly LostAnswer[];
  /** Other failures, of which there must be none. */
  readonly wrong: readonly string[];
}

/** Runs clients of each worker until `isOver` returns true. */
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
    // Two clients write to one project concurrently.
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
  let added = MAX_ADDED;
  return async ({ caller, ledger }) => {
    if (added >= MAX_ADDED || !ledger.projects.has(project)) {
      const next = ledger.name("scaled_");
      await makeProject(caller, ledger, next);
      [project, added] = [next, 0];
      return;
    }
    added += 1;
    await (added % 4 === 0 ? addRoute : addSubroute)(caller, ledger, project);
  };
}
