/** Reads what endpoints were generated from back from their code. */

import { type Json, memberValue } from "../../core/json.ts";
import { CodeContracts } from "../../project/contract/code_contract.ts";
import { CodeReading } from "../../project/contract/code_reading.ts";
import type { Project } from "../../project/project.ts";
import type { EndpointRecord } from "../../project/records/route_record.ts";
import type { PossibleParts } from "../../spec/api_spec.ts";
import {
  ABSENT,
  type EndpointContract,
  onlyResponse,
  valueOf,
} from "../../spec/endpoint_contract.ts";
import { PARAMETERS_PARTS } from "../../spec/parameters.ts";

/** What the code of an endpoint shows of its input. */
export interface InputInCode extends Required<PossibleParts> {
  readonly status: number;
  /** `null` without a mock, or if people replaced it. */
  readonly mock: Json | null;
  /** The key of the mock that has the created item's id. */
  readonly createdId: string | undefined;
}

/** Reads the input of recorded endpoints. */
export class InputsInCode {
  readonly #project: Pick<Project, "python" | "files" | "homes">;
  #contracts: CodeContracts | undefined;

  constructor(project: Pick<Project, "python" | "files" | "homes">) {
    this.#project = project;
  }

  /**
   * Returns the input of an endpoint; `null` if its code does not show the status, or which queries
   * or bodies it accepts.
   */
  of(route: RecordedRoute, recorded: EndpointRecord): InputInCode | null {
    const contract = this.#contractOf(route, recorded);
    if (contract === null) return null;
    const { status, content, created } = onlyResponse(contract);
    const example = valueOf(contract.body)?.example ?? ABSENT;
    const code = valueOf(status);
    const parameters = [contract.query, contract.headers];
    const parts = [example, ...parameters, contract.list];
    if (code === null || parts.some(({ kind }) => kind === "unread")) return null;
    const [query, headers] = parameters.map(valueOf);
    const errors = valueOf(contract.errors);
    const answer = valueOf(content);
    const mock = answer?.kind === "json" ? answer.value : null;
    const isKey = created !== null && mock?.kind === "object" &&
      memberValue(mock, created) !== undefined;
    return {
      status: code,
      mock,
      query: query?.kind === "object" ? query : undefined,
      headers: headers?.kind === "object" ? headers : undefined,
      list: valueOf(contract.list) ?? undefined,
      body: valueOf(example) ?? undefined,
      errors: errors?.kind === "object" ? errors : undefined,
      createdId: isKey ? created : undefined,
    };
  }

  /** Lists the parameters of an endpoint that its code may have, but does not show. */
  unread(route: RecordedRoute, recorded: EndpointRecord): readonly ReadPart[] {
    const contract = this.#contractOf(route, recorded);
    return READ_PARTS.filter((part) => contract === null || contract[part].kind === "unread");
  }

  #contractOf(
    { name, path: prefix }: RecordedRoute,
    { method, path, subroute, definitions }: EndpointRecord,
  ): EndpointContract | null {
    const { python, homes, files } = this.#project;
    // Finding one recorded handler is much faster than finding all handlers of the project.
    const handler = definitions.find(({ layer }) => layer === "route");
    const found = handler === undefined ? null : homes.find(name, handler);
    if (found === null) return null;
    this.#contracts ??= new CodeContracts(new CodeReading(python, homes), files);
    const source = { file: found.path, line: found.line, handler: found.name, path };
    return this.#contracts.of({ route: name, subroute, prefix, method, source });
  }
}

/** The route of a record, and the prefix of its paths. */
interface RecordedRoute {
  readonly name: string;
  readonly path: string;
}

/** The parts of an endpoint that one model checks. */
const READ_PARTS = [...PARAMETERS_PARTS, "list"] as const;

/** A part that the model of an endpoint's parameters shows. */
export type ReadPart = typeof READ_PARTS[number];
