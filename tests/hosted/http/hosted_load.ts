/** Clients that all write to a hosted server at once, and note what it acknowledged. */

import type { ApiSpecInput } from "../../../mod.ts";
import { equal, ok } from "node:assert/strict";
import { type Caller, callTool, LostAnswer, type MadeKey, makeKey } from "./hosted_client.ts";

/** What every project of the load is made of, before it grows. */
export const SPEC: ApiSpecInput = {
  routes: { products: { type: "GET", mock: [{ id: 1 }] } },
};

/** What servers acknowledged: it has to be there ever after. */
export class Ledger {
  /** The routes and subroutes of each project. */
  readonly projects = new Map<string, Set<string>>();
  readonly keys = new Map<string, MadeKey>();
  readonly revoked = new Map<string, MadeKey>();
  #names = 0;

  /** A name that no other thing has. */
  name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }
}

/** Clients at work. */
export interface Load {
  /** Settled when all of them have ended; rejected if one was refused, or lost a server that was to live. */
  readonly ended: Promise<void>;
  /** Resolved when so many more changes were acknowledged, or the clients have ended. */
  acknowledged(more: number): Promise<void>;
  /** Tells the clients that the server is going to die: the answers that they lose are no mistake. */
  expectDeath(): void;
  /** Lets the clients end with what they are at. */
  end(): void;
}

/** Lets clients write to a server: two to each of two projects, others make projects and keys. */
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

/** Lets clients of another server write to the same projects. */
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
      // So `fetch` calls a connection that broke.
      const isLost = problem instanceof TypeError || problem instanceof LostAnswer;
      if (!isDying || !isLost) throw problem;
    }
  };
  const ended = Promise.all(clients.map(client)).then(() => {});
  // Whoever waits for it hears of it; a test that failed before does not.
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

/** What an endpoint of the load answers. */
export function mockOf(name: string): { readonly name: string } {
  return { name };
}

/** Makes a key, and revokes one that was made before. */
export async function changeKeys({ browser }: Caller, ledger: Ledger): Promise<void> {
  const made = await makeKey(browser, ledger.name("Key "));
  ledger.keys.set(made.id, made);
  const [old] = ledger.keys.values();
  if (old === undefined || ledger.keys.size < 3) return;
  // Until that is acknowledged, it may be in or out.
  ledger.keys.delete(old.id);
  const response = await browser.request(`/api/keys/${old.id}`, { method: "DELETE" });
  await response.body?.cancel();
  // A proxy whose server was killed may have asked twice.
  ok([204, 404].includes(response.status), `The deletion of a key answers ${response.status}`);
  ledger.revoked.set(old.id, old);
}

async function applied(caller: Caller, tool: string, args: unknown): Promise<void> {
  const { text, report } = await callTool(caller, tool, args);
  equal(report.status, "applied", text);
}
