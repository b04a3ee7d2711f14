/** Checks that guards stay, and that new endpoints are not open by mistake. */

import { isDocs } from "./documentation.ts";
import type { Guarantee } from "./guarantees.ts";
import type { ServedEndpoint } from "./judge.ts";

/** No endpoint that only let in people who have signed in lets others in, at its path or a new one. */
export const keepsGuards: Guarantee = ({ command, judgedBefore, judgedAfter }) => {
  if (judgedBefore.error !== null || judgedAfter.error !== null || command.isForced) return null;
  const guarded = new Set(judgedBefore.endpoints.filter((each) => each.guarded).map(handlerOf));
  const open = new Set(judgedBefore.endpoints.filter(isOpen).map(handlerOf));
  const lost = judgedAfter.endpoints.filter((each) =>
    isOpen(each) && guarded.has(handlerOf(each)) && !open.has(handlerOf(each))
  );
  return lost.length === 0
    ? null
    : lost.map((each) => `${keyOf(each)} has lost its guard`).join("\n");
};

/** A new endpoint beside guarded ones has a guard, or the report says that it has none. */
export const guardsNewEndpoints: Guarantee = ({ report, judgedBefore, judgedAfter }) => {
  if (report.status !== "applied" || judgedBefore.error !== null) return null;
  const known = judgedBefore.endpoints.filter(isOfTeam);
  // A guard of the documentation says nothing about the API.
  const before = known.filter((each) => !isDocs(each));
  if (before.length === 0) return null;
  const handlers = new Set(known.map(handlerOf));
  const added = judgedAfter.endpoints.filter((each) =>
    isOpen(each) && !handlers.has(handlerOf(each))
  );
  const told = JSON.stringify([report.message, report.diagnostics, report.data]);
  const problems = added.filter((each) => {
    const beside = before.filter((other) => blueprintOf(other) === blueprintOf(each));
    // A route of its own is compared with all others.
    const others = beside.length === 0 ? before : beside;
    const isUsual = others.some(isOpen);
    return !isUsual && !/ha(?:s|ve) no @/.test(told);
  });
  return problems.length === 0
    ? null
    : problems.map((each) => `${keyOf(each)} is open to everybody, and nothing says so`).join("\n");
};

function isOpen(endpoint: ServedEndpoint): boolean {
  return isOfTeam(endpoint) && !endpoint.guarded;
}

/** Reports whether an endpoint belongs to a blueprint, unlike the health check. */
function isOfTeam({ endpoint, status }: ServedEndpoint): boolean {
  return endpoint.includes(".") && status < 500;
}

/** Names the function of an endpoint, which keeps its name if its path changes. */
function handlerOf({ method, endpoint }: ServedEndpoint): string {
  return `${method} ${endpoint}`;
}

function blueprintOf({ endpoint }: ServedEndpoint): string {
  return endpoint.slice(0, endpoint.lastIndexOf("."));
}

function keyOf({ method, rule }: ServedEndpoint): string {
  return `${method} ${rule}`;
}
