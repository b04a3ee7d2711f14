/** Concurrent clients that write to a hosted server and record its acknowledgements. */

import type { ApiSpecInput } from "../../../mod.ts";
import { equal, ok } from "node:assert/strict";
import { type Caller, callTool, LostAnswer, type MadeKey, makeKey } from "./hosted_client.ts";

/** The initial spec of each project of the load. */
export const SPEC: ApiSpecInput = {
  routes: { products: { type: "GET", mock: [{ id: 1 }] } },
};

/** Acknowledged writes, which must never be lost. */
export class Ledger {
  /** The routes and subroutes of each project. */
  readonly projects = new Map<string, Set<string>>();
  readonly keys = new Map<string, MadeKey>();
  readonly revoked = new Map<string, MadeKey>();
  #names = 0;

  /** Returns a unique name. */
  name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }
}

/** Clients at work. */
export interface Load {
  /**
   * Settles when all clients have ended. Rejects if a request was refused, or if a server that
   * should run was lost.
   */
  readonly ended: Promise<void>;
  /** Resolves after a number of further acknowledgements, or when the clients have ended. */
  acknowledged(more: number): Promise<void>;
  /** Announces that the server will be killed, so that lost answers are no failure. */
  expectDeath(): void;
  /** Lets the clients finish their current requests and end. */
  end(): void;
}

/** Starts clients: two write to each of two projects, others create projects and keys. */
export async function startLoad(caller: Caller, ledger: Ledger): Promise<Load> {
  const grown = [ledger.name("grown_"), ledger.name("grown_")];
  for (const name of grown) await makeProject(caller, ledger, name);
  return load([
    ...grown.flatMap((name) => [
      () => addSubroute(caller, ledger, name),
      () => addRoute(caller, ledger, name),
    ]),
    () => startProject(caller, ledger),
    () => changeKeys(caller, ledger),
  ]);
}

/** Starts clients of another server that write to the same projects. */
export function joinLoad(caller: Caller, ledger: Ledger): Load {
  return load(
    [...ledger.projects.keys()].slice(-2).flatMap((name) => [
      () => addSubroute(caller, ledger, name),
      () => addRoute(caller, ledger, name),
    ]),
  );
}

type Step = () => Promise<void>;

function load(clients: readonly Step[]): Load {
  const waiting: { readonly count: number; resolve(): void }[] = [];
  let count = 0;
  let isOver = false;
  let isDying = false;
  const client = async (step: Step) => {
    try {
      while (!isOver) {
        await step();
        count += 1;
        waiting.filter((each) => each.count === count).forEach(({ resolve }) => resolve());
      }
    } catch (problem) {
      // The error of `fetch` for a broken connection.
      const isLost = problem instanceof TypeError || problem instanceof LostAnswer;
      if (!isDying || !isLost) throw problem;
    }
  };
  const ended = Promise.all(clients.map(client)).then(() => {});
  // A test that awaits `ended` gets the error. A test that failed earlier does not await it.
  ended.catch(() => {});
  return {
    ended,
    acknowledged(more) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count: count + more, resolve });
      return Promise.race([ended, promise]);
    },
    expectDeath: () => void (isDying = true),
    end: () => void (isOver = true),
  };
}

async function startProject(caller: Caller, ledger: Ledger): Promise<void> {
  const name = ledger.name("made_");
  await makeProject(caller, ledger, name);
  await addSubroute(caller, ledger, name);
}

export async function makeProject(caller: Caller, ledger: Ledger, project: string): Promise<void> {
  await applied(caller, "generate_api", { project, spec: SPEC });
  ledger.projects.set(project, new Set());
}

export async function addSubroute(caller: Caller, ledger: Ledger, project: string): Promise<void> {
  const subroute = ledger.name("s");
  const mock = mockOf(subroute);
  await applied(caller, "generate_subroute", { project, route: "products", subroute, mock });
  ledger.projects.get(project)?.add(subroute);
}

export async function addRoute(caller: Caller, ledger: Ledger, project: string): Promise<void> {
  const route = ledger.name("r");
  await applied(caller, "generate_route", { project, route, mock: mockOf(route) });
  ledger.projects.get(project)?.add(route);
}

/** The mock of the load's endpoints. */
export function mockOf(name: string): { readonly name: string } {
  return { name };
}

/** Creates a key, and revokes an earlier one. */
export async function changeKeys({ browser }: Caller, ledger: Ledger): Promise<void> {
  const made = await makeKey(browser, ledger.name("Key "));
  ledger.keys.set(made.id, made);
  const [old] = ledger.keys.values();
  if (old === undefined || ledger.keys.size < 3) return;
  // Until the revocation is acknowledged, the key may still work.
  ledger.keys.delete(old.id);
  const response = await browser.request(`/api/keys/${old.id}`, { method: "DELETE" });
  await response.body?.cancel();
  // A proxy may have sent the request a second time, after its first server was killed.
  ok([204, 404].includes(response.status), `The deletion of a key answers ${response.status}`);
  ledger.revoked.set(old.id, old);
}

async function applied(caller: Caller, tool: string, args: unknown): Promise<void> {
  const { text, report } = await callTool(caller, tool, args);
  equal(report.status, "applied", text);
}
