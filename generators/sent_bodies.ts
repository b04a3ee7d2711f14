/** The bodies that the generated tests of a project send. */

import type { Snapshot } from "../core/change_set.ts";
import type { Json } from "../core/json.ts";
import { RouteHomes } from "../project/route_homes.ts";
import type { EndpointRecord, RouteRecord } from "../project/route_record.ts";
import { isName, isOperator, tokenize } from "../python/expression.ts";
import { literalJson } from "../python/literal_json.ts";
import { readPython } from "../python/python_module.ts";

/** The name of an endpoint in the records. */
interface EndpointName extends Pick<EndpointRecord, "method" | "subroute"> {
  readonly route: string;
}

/**
 * Finds the bodies that tests send. The tests show the values of examples, which models do not
 * have.
 */
export class SentBodies {
  readonly #homes: RouteHomes;
  readonly #records = new Map<string, EndpointRecord>();

  /**
   * @param files The project's Python files.
   * @param records The records of its routes.
   */
  constructor(files: Snapshot, records: ReadonlyMap<string, RouteRecord>) {
    this.#homes = new RouteHomes(files, records);
    for (const [route, { endpoints }] of records) {
      for (const each of endpoints) this.#records.set(keyOf({ ...each, route }), each);
    }
  }

  /** Returns the body that the test of an endpoint sends; `null` if there is none. */
  of(endpoint: EndpointName): Json | null {
    const { route } = endpoint;
    const test = this.#records.get(keyOf(endpoint))?.definitions.find(({ layer }) =>
      layer === "test"
    );
    const found = test === undefined ? null : this.#homes.find(route, test);
    return found === null ? null : assignedBody(found.place.symbol.text);
  }
}

function keyOf({ route, subroute, method }: EndpointName): string {
  return `${method} ${route}/${subroute ?? ""}`;
}

/** Returns the literal of the variable `body` in a test. */
function assignedBody(test: string): Json | null {
  const { source, lines } = readPython(test);
  for (const { start, end } of lines) {
    const tokens = tokenize(source, start, end);
    const equals = tokens.findIndex((token) => isOperator(token, "="));
    if (isName(tokens[0], "body") && equals > 0) return literalJson(tokens.slice(equals + 1));
  }
  return null;
}
