/** The fast path answers like the SDK's server. */

import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { createApp } from "../../http/app.ts";
import { openGate } from "../../http/gate.ts";
import { type McpService, toolService } from "../../http/mcp_endpoint.ts";
import { readDirectRequest } from "../../mcp/direct_answer.ts";
import { REPORT_META_KEY } from "../../mcp/tool_result.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { projectsIn } from "./tested_app.ts";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** A request's body and headers. */
interface Wire {
  readonly message: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

interface Reply {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

type Ask = (wire: Wire) => Promise<Reply>;

function asker(service: McpService): Ask {
  const app = createApp({
    gate: openGate,
    ...service,
    allowedHosts: ["localhost"],
    clientAddress: null,
    log: () => {},
    now: () => 0,
  });
  return async ({ message, headers }) => {
    const common = { host: "localhost", "content-type": "application/json" };
    const body = JSON.stringify(message);
    const request = { method: "POST", headers: { ...common, ...headers }, body };
    const response = await app.fetch(new Request("http://localhost/mcp", request), "127.0.0.1");
    const type = response.headers.get("content-type");
    return { status: response.status, type, text: await response.text() };
  };
}

const NAMES = ["check_route_exists", "validate_spec", "get_project_info", "no_tool", "__proto__"];

const toolArguments = fc.record({
  project: fc.constantFrom(".", "", "..", "shop"),
  route: fc.constantFrom("ping", "r"),
  spec: fc.constantFrom({}, { routes: { ping: { type: "GET" } } }, "{"),
}, { requiredKeys: [] });

const envelope = fc.constantFrom(
  { [VERSION]: "2026-07-28", [CAPABILITIES]: {} },
  { [VERSION]: "2026-07-28", [CAPABILITIES]: { roots: {}, elicitation: { form: {} } } },
  { [VERSION]: "2026-07-28", [CAPABILITIES]: {}, traceparent: "00-0af7-b7ad-01" },
  { [VERSION]: "2026-07-28", [CAPABILITIES]: {}, [REPORT_META_KEY]: true },
  { [REPORT_META_KEY]: true },
  undefined,
);

const paramsOfList = envelope.map((_meta) => _meta === undefined ? undefined : { _meta });

const paramsOfCall = fc.tuple(fc.constantFrom(...NAMES), toolArguments, envelope)
  .map(([name, args, _meta]) => ({ name, arguments: args, ...(_meta && { _meta }) }));

const plainMessage = fc.oneof(
  paramsOfList.map((params) => ({ method: "tools/list", ...(params && { params }) })),
  paramsOfCall.map((params) => ({ method: "tools/call", params })),
).chain((request) =>
  fc.constantFrom(1, 0, "a", "\u2028", -1).map((id): object => ({ jsonrpc: "2.0", id, ...request }))
);

/** Generates variants of a value, each with one part removed, changed or added. */
function mangled(value: object): fc.Arbitrary<object> {
  const keys = [...Object.keys(value), "_meta", "cursor", "extra", "progressToken"];
  const others = fc.option(fc.jsonValue(), { nil: undefined });
  return fc.tuple(fc.constantFrom(...keys), others, fc.boolean())
    .chain(([key, other, isDeep]) => {
      const inner: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
      if (isDeep && typeof inner === "object" && inner !== null && !Array.isArray(inner)) {
        return mangled(inner).map((changed) => ({ ...value, [key]: changed }));
      }
      const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
      return fc.constant(other === undefined ? rest : { ...rest, [key]: other });
    });
}

const message = fc.oneof(plainMessage, plainMessage.chain(mangled));

/** The headers of a message, or changed ones. */
function headersFor(message: unknown): fc.Arbitrary<Record<string, string>> {
  const { method, params } = Object(message);
  const { name, _meta } = Object(params);
  const text = (value: unknown) =>
    typeof value === "string" && /^[!-~]+$/.test(value) ? value : "x";
  const right: Record<string, string> = _meta === undefined ? {} : {
    "mcp-protocol-version": text(Object(_meta)[VERSION]),
    "mcp-method": text(method),
    ...(name !== undefined && { "mcp-name": text(name) }),
  };
  const other = fc.constantFrom(
    {},
    { "mcp-protocol-version": "2025-11-25" },
    { "mcp-protocol-version": "1999-01-01" },
    { ...right, "mcp-method": "tools/other" },
    { ...right, "mcp-name": "other" },
    { ...right, "mcp-protocol-version": "2025-06-18" },
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: other },
  );
}

const wire = message.chain((message) =>
  headersFor(message).map((headers): Wire => ({ message, headers }))
);

/** Requests that look plain, but that the SDK's server rejects. */
const NEARLY_PLAIN: [Wire][] = [
  { method: "tools/list", params: { _meta: null } },
  { method: "tools/list", params: null },
  { method: "tools/call", params: { _meta: null, name: "validate_spec", arguments: {} } },
  { method: "tools/call", params: { name: "validate_spec", arguments: null } },
].map((request) => [{ message: { jsonrpc: "2.0", id: 1, ...request }, headers: {} }]);

Deno.test("the fast path and the SDK's server answer every request alike", () =>
  inTemporaryFolder(async (folder) => {
    const projects = projectsIn(folder);
    const service = toolService(() => ({
      projects,
      readOnly: false,
      timeoutMs: 60_000,
      onBug: (trace) => {
        throw new Error(trace);
      },
    }));
    const direct = asker(service);
    const plain = asker({ makeServer: service.makeServer });
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(wire, async (asked) => {
        if (readDirectRequest(asked.message) !== null) answered++;
        const expected = await plain(asked);
        // After the first response, the fast path may know the envelope. So the request is sent twice.
        deepEqual(await direct(asked), expected);
        deepEqual(await direct(asked), expected);
      }),
      { numRuns: IS_FULL_TIER ? 20_000 : 500, examples: NEARLY_PLAIN },
    );
    ok(answered > 50, `${answered} requests could be answered directly`);
  }));

Deno.test("plain requests from the second on are answered without the SDK's server", async () => {
  let made = 0;
  await inTemporaryFolder(async (folder) => {
    const projects = projectsIn(folder);
    const tools = { projects, readOnly: false, timeoutMs: 60_000, onBug: () => {} };
    const { makeServer, toolsOf } = toolService(() => tools);
    const ask = asker({
      ...(toolsOf !== undefined && { toolsOf }),
      makeServer(principal) {
        made++;
        return makeServer(principal);
      },
    });
    const _meta = { [VERSION]: "2026-07-28", [CAPABILITIES]: {} };
    const call = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } };
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
    for (let times = 0; times < 3; times++) await ask({ message: call, headers });
    equal(made, 1);
    await ask({ message: { jsonrpc: "2.0", id: 2, method: "tools/list" }, headers: {} });
    equal(made, 1);
  });
});
