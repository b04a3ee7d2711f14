/** Checks that `status` agrees with Flask. */

import type { EndpointState, ProjectStatus } from "../../mod.ts";
import { HEALTH_URL } from "../../spec/spec_path.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { isDocs } from "./documentation.ts";
import type { Judgement } from "./judge.ts";

/**
 * Compares the endpoints that `status` lists as served with those of Flask. Where static analysis
 * does not know a path or a method, `status` may miss endpoints that Flask serves.
 *
 * @returns The differences; empty if there are none, or if the app does not start.
 */
export function disagreements(
  status: ProjectStatus | null,
  { error, endpoints }: Judgement,
): string[] {
  if (error !== null || status === null) return [];
  const served = new Set(
    endpoints.filter((each) =>
      !/(?:^|\.)static$/.test(each.endpoint) && each.rule !== HEALTH_URL && !isDocs(each)
    )
      .map(({ method, rule }) => `${method} ${printedPath(rule)}`),
  );
  const listed = status.endpoints.filter(isServed);
  const known = listed.filter(isKnown).map(keyOf);
  const missing = known.length < listed.length
    ? []
    : [...served].filter((key) => !known.includes(key));
  return [
    ...known.filter((key) => !served.has(key)).map((key) => `${key} is listed, but not served`),
    ...missing.map((key) => `${key} is served, but not listed`),
    ...status.endpoints.filter((each) => each.state === "unregistered" && served.has(keyOf(each)))
      .map((each) => `${keyOf(each)} is called unregistered, but served`),
  ];
}

function isServed({ file, state }: EndpointState): boolean {
  return file !== null && state !== "unregistered";
}

function isKnown({ method, path }: EndpointState): boolean {
  return method !== "?" && path !== "?";
}

function keyOf({ method, path }: EndpointState): string {
  return `${method} ${path}`;
}
