/** Projects that grow by commands, endpoint by endpoint. */

import { equal } from "node:assert/strict";
import { addRoute } from "../../actions/generate_route.ts";
import { addSubroute } from "../../actions/generate_subroute.ts";
import { parseJson } from "../../core/json.ts";
import type { MemoryWorkspace } from "../../mod.ts";
import type { ExpectedEndpoint } from "./written_spec.ts";

/** Adds endpoints with their commands, one after another. */
export async function grow(
  workspace: MemoryWorkspace,
  endpoints: readonly ExpectedEndpoint[],
): Promise<void> {
  for (const endpoint of endpoints) await add(workspace, endpoint);
}

async function add(workspace: MemoryWorkspace, endpoint: ExpectedEndpoint): Promise<void> {
  const { route, subroute, method, status, prefix, path } = endpoint;
  const options = {
    methods: [method],
    mock: parsed(endpoint.mock),
    query: parsed(endpoint.query),
    headers: parsed(endpoint.headers),
    list: parsed(endpoint.list),
    body: parsed(endpoint.body),
    errors: parsed(endpoint.errors),
    ...(status !== undefined && { status }),
  };
  const report = subroute === null
    ? await addRoute(workspace, { ...options, route, ...(prefix && { path: prefix }) })
    : await addSubroute(workspace, {
      route,
      subroute,
      ...options,
      ...(path !== undefined && { path }),
    });
  equal(report.status, "applied", report.message);
}

function parsed(text: string | null | undefined) {
  return text === null || text === undefined ? null : parseJson(text);
}
