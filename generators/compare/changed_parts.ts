/** Names the parts of endpoints that a spec changed. */

import type { Json } from "../../core/json.ts";
import type { Project } from "../../project/project.ts";
import { CodeContracts } from "../../project/contract/code_contract.ts";
import { CodeReading } from "../../project/contract/code_reading.ts";
import type { EndpointRecord } from "../../project/records/route_record.ts";
import { ABSENT, onlyResponse, valueOf } from "../../spec/endpoint_contract.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import type { EndpointCase } from "./endpoint_case.ts";

/** Compares endpoints of a spec with what the project answers before a run. */
export class ChangedParts {
  readonly #project: Project;
  #contracts: CodeContracts | undefined;

  constructor(project: Project) {
    this.#project = project;
  }

  /**
   * Names the parts of an endpoint that the spec changed, such as `mock and body`. A record has one
   * hash of the whole input. If the code no longer shows that input, names all possible parts.
   */
  of({ route, wanted, recorded }: EndpointCase): string {
    if (wanted === null) return "";
    const before = recorded === null ? null : this.#read(wanted, route, recorded);
    // An item below its path gives a POST its location. An edited service does not show its mock.
    const known = before === null ? undefined : [before.mock, wanted.mock]
      .flatMap((mock) => [wanted.created, null].map((created) => ({ ...before, mock, created })))
      .find((each) => endpointInput({ ...wanted, ...each }) === recorded?.input);
    if (known === undefined) return wanted.body === undefined ? "mock" : "mock or body";
    const input = endpointInput(wanted);
    const { status, mock, body, created } = known;
    const parts = [
      ...(endpointInput({ ...wanted, status }) === input ? [] : ["status"]),
      ...(endpointInput({ ...wanted, mock }) === input ? [] : ["mock"]),
      ...(endpointInput({ ...wanted, body }) === input ? [] : ["body"]),
      ...(endpointInput({ ...wanted, created }) === input ? [] : ["location"]),
    ];
    return [...parts.slice(0, -2), parts.slice(-2).join(" and ")].join(", ");
  }

  /** Reads what the code of an endpoint was generated from; `null` if it does not show that. */
  #read(
    { route, subroute, prefix }: Endpoint,
    recordedRoute: string,
    { method, path, definitions }: EndpointRecord,
  ): InputRead | null {
    const { python, homes, files } = this.#project;
    // Finding one recorded handler is much faster than finding all handlers of the project.
    const handler = definitions.find(({ layer }) => layer === "route");
    const found = handler === undefined ? null : homes.find(recordedRoute, handler);
    if (found === null) return null;
    this.#contracts ??= new CodeContracts(new CodeReading(python, homes), files);
    const source = { file: found.path, line: found.line, handler: found.name, path };
    const contract = this.#contracts.of({ route, subroute, prefix, method, source });
    const { status, content } = onlyResponse(contract);
    const example = valueOf(contract.body)?.example ?? ABSENT;
    const code = valueOf(status);
    if (code === null || example.kind === "unread") return null;
    const answer = valueOf(content);
    return {
      status: code,
      mock: answer?.kind === "json" ? answer.value : null,
      body: valueOf(example) ?? undefined,
    };
  }
}

interface InputRead {
  readonly status: number;
  readonly mock: Json | null;
  readonly body: Json | undefined;
}
