/** The bodies that tests send where people edited members of a body's model. */

import type { Json, JsonMember, JsonObject } from "../../core/json.ts";
import { writtenMember } from "../../spec/body_type.ts";
import { endpointKey, type EndpointRecord } from "../../project/records/route_record.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import type { RouteCode, SentBodies } from "../code/route_files.ts";
import type { EndpointAction } from "../compare/action.ts";
import type { InputsInCode } from "../compare/inputs_in_code.ts";

/** What decides about the bodies of a route's tests. */
export interface SentInput {
  readonly name: string;
  readonly actions: ReadonlyMap<Endpoint, EndpointAction>;
  readonly recorded: readonly EndpointRecord[];
  readonly inputs: InputsInCode;
}

/**
 * Finds the bodies that tests send. The spec's example may not fit a member that people edited, so a
 * test keeps what it sends for that member.
 */
export function sentBodies(
  { endpoints, types }: RouteCode,
  { name, actions, recorded, inputs }: SentInput,
): SentBodies {
  const hasKept = [...actions.values()].some(({ members = [] }) => members.length > 0);
  if (!hasKept) return new Map();
  const records = new Map(recorded.map((each) => [endpointKey(each), each]));
  const bodies = endpoints.flatMap((endpoint, index): readonly (readonly [Endpoint, Json])[] => {
    const { body } = endpoint;
    const { members = [], writing } = actions.get(endpoint) ?? {};
    const model = `${types[index]?.body.text}.`;
    const kept = new Set(
      members.filter((each) => each.startsWith(model)).map((each) => each.slice(model.length)),
    );
    if (body?.kind !== "object" || writing === null || kept.size === 0) return [];
    const record = records.get(keyOf(endpoint));
    const before = record && inputs.of({ name, path: endpoint.prefix }, record)?.body;
    if (before?.kind !== "object") return [];
    const stay = before.members.filter((each) => kept.has(nameOf(each)));
    return [[endpoint, withMembers(body, stay)]];
  });
  return new Map(bodies);
}

/** Returns a body with some members in the place of those with their names, the others at its end. */
function withMembers(body: JsonObject, members: readonly JsonMember[]): JsonObject {
  const byName = new Map(members.map((each) => [nameOf(each), each]));
  const own = new Set(body.members.map(nameOf));
  return {
    ...body,
    members: [
      ...body.members.map((each) => byName.get(nameOf(each)) ?? each),
      ...members.filter((each) => !own.has(nameOf(each))),
    ],
  };
}

function nameOf({ key }: JsonMember): string {
  return writtenMember(key).name;
}

/** Returns the code of a route whose tests send other bodies than the examples of the spec. */
export function withSentBodies(code: RouteCode, sent: SentBodies): RouteCode {
  if (sent.size === 0) return code;
  const { filesAt, ...rest } = code;
  let files: RouteCode["files"] | undefined;
  return {
    ...rest,
    sent,
    filesAt: (place) => filesAt({ sent, ...place }),
    get files() {
      return files ??= filesAt({ sent });
    },
  };
}
