/** Rows: named cases, in which a command runs on a project that people edited. */

import {
  generateApi,
  generateRoute,
  generateSubroute,
  type Report,
  type Workspace,
} from "../../mod.ts";
import { type Command, type CommandKind, COMMANDS, type Life } from "./commands.ts";
import { EDITS } from "./edits/mod.ts";
import type { Edit } from "./edits/edit.ts";
import { brokenGuarantees, type Step } from "./guarantees.ts";
import type { Judge } from "./judge.ts";
import { begin, edited, ran } from "./life.ts";
import { Random } from "./random.ts";
import { type Spec, type SpecRoute, textOf } from "./specs.ts";

export interface Row {
  /** The edits of people, and the command that they ran. */
  readonly people: string;
  /** The required result. */
  readonly must: string;
  /** Runs the case, and returns the problems of the result. */
  readonly problems: (judge: Judge) => Promise<readonly string[]>;
}

/** The spec of a small shop. */
export const SHOP: Spec = {
  routes: {
    products: {
      type: "GET",
      mock: [{ id: 1, name: "Lamp" }],
      subroutes: { sale: { type: "GET", mock: { id: 1, price: 2.5 } } },
    },
    users: { type: "GET", mock: [{ id: 7 }] },
  },
};

/** Returns the spec of the shop with another route, or without it. */
export function shopWith(routes: Readonly<Record<string, SpecRoute | null>>): Spec {
  const all = Object.entries({ ...SHOP.routes, ...routes });
  return {
    routes: Object.fromEntries(all.flatMap(([name, route]) => route ? [[name, route]] : [])),
  };
}

/** Generates the shop, and applies edits: functions, or names of kinds of edits. */
export async function shop(...edits: readonly (string | Edit)[]): Promise<Life> {
  return livedOn(await begin(SHOP), ...edits);
}

/** Edits a project. */
export function livedOn(life: Life, ...edits: readonly (string | Edit)[]): Life {
  return edits.reduce<Life>((now, edit) => {
    const apply = typeof edit === "string" ? EDITS.get(edit) : edit;
    const after = apply === undefined ? null : edited(now, apply, new Random(1));
    if (after === null) throw new Error(`Cannot apply '${edit}'`);
    return after;
  }, life);
}

/** Runs `generate api` with a spec; by default, with the spec of the last run. */
export function reconciled(judge: Judge, life: Life, spec: Spec = life.spec): Promise<Step> {
  const same = commandOf("generate api")(life, new Random(1));
  if (same === null) throw new Error("No command");
  return ran(judge, life, {
    ...same,
    run: (workspace) => generateApi(workspace, life.project.folder, textOf(spec)),
    spec,
    asksFor: () => spec !== life.spec,
    asksNothing: spec === life.spec,
  });
}

/** Runs a given command that adds endpoints. */
export function grown(
  judge: Judge,
  life: Life,
  run: (
    workspace: Workspace,
  ) => Promise<Report<{ endpoints: readonly { method: string; path: string }[] }>>,
): Promise<Step> {
  const command: Command = {
    words: "",
    run,
    asksFor: () => true,
    spec: life.spec,
    asksNothing: false,
    isForced: false,
    mayRefuse: false,
  };
  return ran(judge, life, command);
}

/** Runs a command that reports no endpoints. */
export async function after(
  judge: Judge,
  life: Life,
  run: (workspace: Workspace) => Promise<Report>,
): Promise<Life> {
  const step = await grown(judge, life, async (workspace) => ({
    ...await run(workspace),
    data: null,
  }));
  return step.after;
}

/** Runs `generate route`. */
export function withRoute(judge: Judge, life: Life, name: string, type: "GET" | "POST" = "GET") {
  return grown(judge, life, (workspace) => generateRoute(workspace, name, { type }));
}

/** Runs `generate subroute`. */
export function withSubroute(judge: Judge, life: Life, route: string, name: string) {
  return grown(judge, life, (workspace) => generateSubroute(workspace, route, name));
}

function commandOf(name: string): CommandKind {
  const kind = COMMANDS.get(name);
  if (kind === undefined) throw new Error(`No command '${name}'`);
  return kind;
}

/** Returns the guarantees that a step breaks. */
export function broken(step: Step): string[] {
  return [...brokenGuarantees(step)].map(([name, problem]) => `${name}: ${problem}`);
}

/** Returns the messages of a report. */
export function saidIn({ message, diagnostics, data }: Report): string {
  const states: readonly object[] = Object(data).states ?? [];
  return [
    message,
    ...diagnostics.flatMap((each) => [each.message, each.hint ?? ""]),
    ...states.map((each) => Object.values(each).join(" ")),
  ].join("\n");
}

/** Returns a problem if a condition does not hold. */
export function unless(condition: boolean, problem: string): string[] {
  return condition ? [] : [problem];
}

/** Returns the answer of an endpoint, such as `GET /products`; `undefined` if it is not served. */
export function answerOf({ judgedAfter }: Step, key: string): string | undefined {
  return judgedAfter.endpoints.find(({ method, rule }) => `${method} ${rule}` === key)?.body.trim();
}
