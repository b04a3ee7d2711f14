/** Finds handlers that Flask refuses or never calls, because of an earlier handler. */

import type { PythonProblem } from "../../python/problem.ts";
import { readPython } from "../../python/python_module.ts";
import type { FlaskEndpoint } from "./flask_endpoint.ts";
import type { FlaskModule } from "./flask_module.ts";
import { printedPath, typedPath } from "../layout/url_paths.ts";

type HandlerProblem = Pick<PythonProblem, "line" | "message">;

/** Matches an explicit endpoint name, which can differ from the handler's name. */
const NAMED = /\bendpoint\s*=/;

/** Matches options that let two handlers of one rule answer different requests. */
const SELECTIVE = /\b(?:build_only|defaults|host|subdomain|websocket)\s*=/;

/**
 * Finds the handlers of a module that Flask refuses, because another function has their endpoint's
 * name. Code in branches does not count, because only one branch runs.
 */
export function repeatedHandlers(
  { endpoints: all }: Pick<FlaskModule, "endpoints">,
  text: string,
): readonly HandlerProblem[] {
  const byName = Map.groupBy(all, ({ blueprint, handler }) => `${blueprint} ${handler}`);
  const repeated = [...byName.values()].filter((each) => each.length > 1);
  return laterOf(repeated, NAMED, text).map(({ line, handler }) => ({
    line,
    message: `a second handler '${handler}': Flask does not start`,
  }));
}

/**
 * Finds the handlers of a module that Flask never calls, because another function comes first with
 * the same method and rule. Code in branches does not count, and `OPTIONS` does not, because Flask
 * itself answers it.
 */
export function hiddenHandlers(
  { endpoints: all }: Pick<FlaskModule, "endpoints">,
  text: string,
): readonly HandlerProblem[] {
  const requests = all.flatMap(({ rule, methods, ...rest }) =>
    (rule === null ? [] : methods ?? []).filter((method) => method !== "OPTIONS")
      .map((method) => ({ ...rest, method, rule: rule ?? "" }))
  );
  const byRequest = Map.groupBy(
    requests,
    ({ blueprint, method, rule }) => `${blueprint} ${method} ${typedPath(rule)}`,
  );
  const hidden = [...byRequest.values()].filter((each) => each.length > 1);
  return laterOf(hidden, SELECTIVE, text).filter(({ handler, first }) => handler !== first.handler)
    .map(({ line, method, handler, first }) => ({
      line,
      message:
        `Flask never calls '${handler}' for ${method}: '${first.handler}' in line ${first.line} has its path`,
    }));
}

/** A handler that an application serves. */
interface RegisteredHandler {
  /** The variable of its blueprint or application. */
  readonly owner: string;
  readonly methods: readonly string[] | null;
  readonly path: string | null;
  readonly handler: string;
  readonly file: string;
  readonly line: number;
}

/**
 * Finds the handlers that share a request with an earlier handler of another module or blueprint, as after a
 * merge of two branches: one moved a route to a path, the other added a route there. Code in branches
 * does not count.
 *
 * @param handlers The handlers of one application, which certainly serves them.
 */
export function sharedRequests(
  handlers: readonly RegisteredHandler[],
  textOf: (file: string) => string,
): readonly (HandlerProblem & Pick<RegisteredHandler, "file">)[] {
  const requests = handlers.flatMap(({ path, methods, ...rest }) =>
    path === null ? [] : (methods ?? []).filter((method) => method !== "OPTIONS")
      .map((method) => ({ ...rest, request: `${method} ${path}` }))
  );
  const isElsewhere = (one: RequestPlace | undefined, other: RequestPlace) =>
    one?.file !== other.file || one.owner !== other.owner;
  const shared = [...Map.groupBy(requests, ({ request }) => typedPath(request)).values()]
    .filter(([first, ...others]) => others.some((each) => isElsewhere(first, each)));
  const owners = new Map(
    [...new Set(shared.flat().map(({ file }) => file))].map((file) => {
      const text = textOf(file);
      return [file, SELECTIVE.test(text) ? null : plainDecorators(text, SELECTIVE)] as const;
    }),
  );
  /** Reports whether two decorators have the same function. */
  const isSame = (one: RequestLine, other: RequestLine) =>
    one.file === other.file &&
    owners.get(one.file)?.get(one.line) === owners.get(one.file)?.get(other.line);
  return shared.flatMap((group) => {
    const [first, ...others] = group.filter(({ file, line }) => owners.get(file)?.has(line));
    if (first === undefined) return [];
    return others.filter((each) => isElsewhere(first, each) && !isSame(first, each)).map((
      { file, line, request },
    ) => ({
      file,
      line,
      message: `'${first.handler}' in ${first.file} has ${
        printedPath(request)
      }, too: Flask calls only one of them`,
    }));
  });
}

type RequestLine = Pick<RegisteredHandler, "file" | "line">;

type RequestPlace = Pick<RegisteredHandler, "file" | "owner">;

/**
 * Returns the endpoints of each group whose function differs from that of the group's first
 * endpoint. Only functions at the top of the module count.
 *
 * @param except Matches decorators that do not count.
 */
function laterOf<Endpoint extends Pick<FlaskEndpoint, "line">>(
  groups: readonly (readonly Endpoint[])[],
  except: RegExp,
  text: string,
): readonly (Endpoint & { readonly first: Endpoint })[] {
  if (groups.length === 0) return [];
  const owners = plainDecorators(text, except);
  return groups.flatMap((group) => {
    const [first, ...others] = group.filter(({ line }) => owners.has(line));
    if (first === undefined) return [];
    return others.filter(({ line }) => owners.get(line) !== owners.get(first.line))
      .map((each) => ({ ...each, first }));
  });
}

/** Returns the functions at the top of a module, by the lines of their decorators. */
function plainDecorators(text: string, except: RegExp): ReadonlyMap<number, number> {
  const { definitions, lines, source } = readPython(text);
  const owners = new Map<number, number>();
  for (const [index, { kind, header, decorators }] of definitions.entries()) {
    const isPlain = kind === "function" && lines[header]?.indent === 0;
    for (const decorator of isPlain ? decorators : []) {
      const line = lines[decorator];
      if (line === undefined || except.test(source.slice(line.start, line.end))) continue;
      owners.set(line.row, index);
    }
  }
  return owners;
}
