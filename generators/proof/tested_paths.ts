/** Finds requests of generated tests to paths that nothing serves. */

import { positionAt } from "../../python/position.ts";
import type { ClaimedEndpoint } from "../plans/plan.ts";
import type { Contradiction, PlannedProject, ServedEndpoint } from "./planned_project.ts";

const REQUEST = /\bclient\.(get|post|put|delete)\(\s*"(\/[^"\\{}?]*)"/g;

/**
 * Finds the requests that a plan adds to the tests of routes, and that no endpoint would answer. Requests
 * to recorded endpoints do not count: the report names those that people serve at another path.
 */
export function untestedPaths(
  { before, after, touched }: PlannedProject,
  endpoints: readonly ServedEndpoint[],
): readonly Contradiction[] {
  const tests = [...touched].filter((path) => after.layout.routeFileAt(path)?.layer === "test");
  // A test may have another file now.
  const known = new Set(
    tests.flatMap((path) => [...(before.files.get(path) ?? "").matchAll(REQUEST)])
      .map(([request]) => request),
  );
  const added = tests.flatMap((path) => {
    const text = after.files.get(path) ?? "";
    return [...text.matchAll(REQUEST)].filter(([request]) => !known.has(request))
      .map(({ 1: method = "", 2: url = "", index }) => ({
        file: path,
        index,
        request: `${method.toUpperCase()} ${url}`,
      }));
  });
  if (added.length === 0) return [];
  const rules = new Rules(endpoints);
  const wrong = added.filter(({ request }) => !rules.answer(request));
  if (wrong.length === 0) return [];
  const recorded = [...after.records?.routes.values() ?? []].flatMap((each) => each.endpoints);
  const planned = new Rules(recorded);
  return wrong.filter(({ request }) => !planned.answer(request)).map((
    { file, index, request },
  ) => ({
    file,
    line: positionAt(after.module(file).physical.starts, index).line,
    message: `the test requests ${request}, which nothing would serve`,
  }));
}

/** The rules below a part of a path. */
interface Branch {
  readonly parts: Map<string, Branch>;
  /** The rules with a parameter as the next part. */
  any: Branch | null;
  isEnd: boolean;
  /** Whether a rule takes any further parts. */
  isOpen: boolean;
}

/** Finds out whether any of many rules answers a request. */
class Rules {
  readonly #root = branch();

  constructor(endpoints: readonly ClaimedEndpoint[]) {
    for (const { method, path } of endpoints) {
      let at = inside(this.#root, method);
      for (const part of partsOf(path)) {
        if (!part.includes("<")) at = inside(at, part);
        // A converter such as `path` may take several parts.
        else if (/^<(?:(?:string|int|float|uuid):)?\w+>$/.test(part)) at = at.any ??= branch();
        else at.isOpen = true;
        if (at.isOpen) break;
      }
      at.isEnd = true;
    }
  }

  /** @param request A method and a path. */
  answer(request: string): boolean {
    const [method = "", path = ""] = request.split(" ");
    let here: readonly Branch[] = [this.#root.parts.get(method) ?? branch()];
    for (const part of partsOf(path)) {
      if (here.some(({ isOpen }) => isOpen)) return true;
      here = here.flatMap(({ parts, any }) =>
        [parts.get(part), any].filter((each) => each !== undefined && each !== null)
      );
    }
    return here.some(({ isEnd, isOpen }) => isEnd || isOpen);
  }
}

function branch(): Branch {
  return { parts: new Map(), any: null, isEnd: false, isOpen: false };
}

function inside({ parts }: Branch, part: string): Branch {
  const found = parts.get(part) ?? branch();
  parts.set(part, found);
  return found;
}

function partsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}
