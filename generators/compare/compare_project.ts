/** Compares a project with its records and with a spec, endpoint by endpoint. */

import { MissingRegistrations } from "../../project/routing/missing_registration.ts";
import type { UnreadableFiles } from "../../project/problems/unreadable_files.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import { definitionsIn, EMPTY_RECORD } from "../../project/records/route_record.ts";
import { isPathBelow } from "../../project/layout/url_paths.ts";
import { recordedPrefix, recordedRule } from "../../project/records/recorded_path.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { endpointSummary } from "../code/endpoint_summary.ts";
import type { EndpointSummary } from "../plans/plan.ts";
import { type ComparedCode, EndpointCase, type Pending } from "./endpoint_case.ts";
import { Handlers, type Paired, recordedHandler } from "./handlers.ts";
import { pairedEndpoints, type PairedInput } from "./paired_endpoints.ts";
import type { EndpointState } from "./project_state.ts";

/** A project, its records and a spec. */
export interface ComparedInput extends PairedInput {
  /** Tells what a run would do with an endpoint beside code that people edited. By default, that is unknown. */
  readonly pending?: (of: EndpointCase) => Pending;
}

/** A compared project. The code is looked up on demand. */
export class ComparedProject {
  /**
   * The endpoints of the spec, in its order, then those that only records have. Each endpoint is
   * listed once.
   */
  readonly cases: readonly EndpointCase[];
  readonly #code: ComparedCode;
  #all: readonly EndpointCase[] | undefined;

  constructor(input: ComparedInput) {
    this.#code = new LazyCode(input, () => this.cases.filter(({ mayBeServed }) => mayBeServed));
    this.cases = pairedEndpoints(input).map((each) => new EndpointCase(each, this.#code));
  }

  /** The places of the code of recorded routes. */
  get homes(): RouteHomes {
    return this.#code.homes;
  }

  /** All endpoints: those of the spec and the records, then those that only the code has. */
  get all(): readonly EndpointCase[] {
    return this.#all ??= [
      ...this.cases,
      ...this.#code.handlers.rest().map((handler) =>
        new EndpointCase(
          { route: handler.route, wanted: null, recorded: null },
          this.#code,
          handler,
        )
      ),
    ];
  }
}

/** Pairs the endpoints of the spec, the records and the code. */
export function compareProject(input: ComparedInput): ComparedProject {
  return new ComparedProject(input);
}

/** Returns the cases of the spec's endpoints. */
export function wantedCases(
  { cases }: Pick<ComparedProject, "cases">,
): ReadonlyMap<Endpoint, EndpointCase> {
  return new Map(
    cases.flatMap((each) => each.wanted === null ? [] : [[each.wanted, each] as const]),
  );
}

/** Returns the rows of `status`. */
export function statesOf(cases: readonly EndpointCase[]): readonly EndpointState[] {
  return cases.flatMap(({ state }) => state ?? []);
}

/**
 * Summarizes the endpoints of the spec that a project serves, with the methods and paths in its
 * code.
 *
 * @param inCode Returns an endpoint with what its code shows; by default, it is as the spec wants it.
 */
export function servedSummaries(
  cases: readonly EndpointCase[],
  inCode: (wanted: Endpoint, of: EndpointCase) => Endpoint = (wanted) => wanted,
): readonly EndpointSummary[] {
  return cases.flatMap((each) => {
    const { wanted, handler, method, path } = each;
    if (wanted === null || handler?.registered !== true) return [];
    return [{ ...endpointSummary(inCode(wanted, each)), method, path }];
  });
}

class LazyCode implements ComparedCode {
  readonly hasSpec: boolean;
  #handlers: Handlers<Paired> | undefined;
  #homes: RouteHomes | undefined;
  #registrations: MissingRegistrations | undefined;
  readonly #holding = new Map<string, boolean>();

  constructor(
    private readonly input: ComparedInput,
    private readonly pairs: () => readonly Paired[],
  ) {
    this.hasSpec = input.wanted !== null;
  }

  get handlers(): Handlers<Paired> {
    const { routes, python } = this.input.project;
    return this.#handlers ??= new Handlers(routes, this.pairs(), python, {
      find: (route, record) => {
        const recorded = recordedHandler(record);
        return recorded === undefined ? null : this.homes.find(route, recorded);
      },
      rule: (route, record) => {
        const prefix = recordedPrefix(route, this.homes.records.get(route) ?? EMPTY_RECORD);
        return isPathBelow(record.path, prefix) ? recordedRule(prefix, record) : null;
      },
    });
  }

  get homes(): RouteHomes {
    const { project, records = project.records } = this.input;
    if (records === project.records) return project.homes;
    return this.#homes ??= project.homesOf(records?.routes ?? new Map());
  }

  pending(of: EndpointCase): Pending | null {
    return this.input.pending?.(of) ?? null;
  }

  mayHoldModels(route: string): boolean {
    const known = this.#holding.get(route);
    if (known !== undefined) return known;
    const { project, records = project.records } = this.input;
    const record = records?.routes.get(route) ?? EMPTY_RECORD;
    const foundIn = (layer: "model" | "route") =>
      [...definitionsIn(record, layer)].flatMap(([name, hash]) =>
        this.homes.find(route, { layer, name, hash }) ?? []
      );
    const found = foundIn("model");
    const files = new Set(found.map(({ path }) => path));
    const isEdited = found.length > 0 &&
      ([...found, ...foundIn("route")].some(({ edited }) => edited) ||
        [...files].some((path) =>
          this.homes.symbolsIn(path).keys().some((name) => name.includes("."))
        ));
    this.#holding.set(route, isEdited);
    return isEdited;
  }

  get unreadable(): UnreadableFiles {
    return this.input.project.unreadable;
  }

  get registrations(): MissingRegistrations {
    return this.#registrations ??= new MissingRegistrations(this.input.project.python);
  }
}
