/** Finds requests of generated tests to paths that nothing serves. */

import type { ProjectPath } from "../../core/project_path.ts";
import { positionAt } from "../../python/position.ts";
import type { ClaimedEndpoint } from "../plans/plan.ts";
import type { Contradiction, PlannedProject, ServedEndpoint } from "./planned_project.ts";

/** Matches the beginning of a function, and a request. */
const REQUEST = /^def (\w+)\(|\bclient\.(get|post|put|delete)\(\s*"(\/[^"\\{}?]*)"/gm;

/**
 * Finds the requests that a plan adds to the tests of routes, and that no endpoint would answer. Requests
 * to recorded endpoints do not count: the report names those that people serve at another path. Nor does another
 * request of a test whose request nothing answers before, because people changed its handler.
 */
export function untestedPaths(
  { before, after, touched }: PlannedProject,
  was: readonly ServedEndpoint[],
  is: readonly ServedEndpoint[],
): readonly Contradiction[] {
  const tests = [...touched].filter((path) => after.layout.routeFileAt(path)?.layer === "test");
  const earlier = tests.flatMap((path) => requestsIn(path, before.files.get(path) ?? ""));
  // A test may have another file now.
  const known = new Set(earlier.map(({ request }) => request));
  const added = tests.flatMap((path) => requestsIn(path, after.files.get(path) ?? ""))
    .filter(({ request }) => !known.has(request));
  if (added.length === 0) return [];
  const wrong = unanswered(added, is);
  if (wrong.length === 0) return [];
  const recorded = [...after.records?.routes.values() ?? []].flatMap((each) => each.endpoints);
  const failing = new Set(unanswered(earlier, was).map(({ file, test }) => `${file} ${test}`));
  return unanswered(wrong, recorded).filter(({ file, test }) => !failing.has(`${file} ${test}`))
    .map(({ file, index, request }) => ({
      file,
      line: positionAt(after.module(file).physical.starts, index).line,
      message: `the test requests ${request}, which nothing would serve`,
    }));
}

/** A request of a test. */
interface TestedRequest {
  readonly file: ProjectPath;
  readonly index: number;
  /** Its method and its path. */
  readonly request: string;
  /** The name of the test. */
  readonly test: string;
}

function requestsIn(file: ProjectPath, text: string): readonly TestedRequest[] {
  const found: TestedRequest[] = [];
  let test = "";
  for (const { 1: name, 2: method = "", 3: url = "", index } of text.matchAll(REQUEST)) {
    if (name !== undefined) test = name;
    else found.push({ file, index, request: `${method.toUpperCase()} ${url}`, test });
  }
  return found;
}

function unanswered(
  requests: readonly TestedRequest[],
  endpoints: readonly ClaimedEndpoint[],
): readonly TestedRequest[] {
  const rules = new Rules(endpoints);
  return requests.filter(({ request }) => !rules.answer(request));
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
