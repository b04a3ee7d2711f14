/** The decorators around handlers, which may refuse requests. */

import type { Snapshot } from "../../core/change_set.ts";
import { projectPath } from "../../core/project_path.ts";
import { dottedName, tokenize } from "../../python/expression.ts";
import { ABSENT, known, type Part, unread } from "../../spec/endpoint_contract.ts";
import { isInTests } from "../layout/layout.ts";
import type { AnalyzedEndpoint } from "../routing/analysis.ts";
import { flaskModuleIn } from "../routing/flask_module.ts";
import type { Place } from "../semantics/values.ts";

/** Finds the decorators of handlers other than routes. */
export class HandlerGuards {
  readonly #files: Snapshot;
  readonly #routes = new Map<string, ReadonlySet<number>>();
  #runsBefore: boolean | undefined;

  /** @param files The project's Python files. */
  constructor(files: Snapshot) {
    this.#files = files;
  }

  /**
   * Returns the guard of an endpoint: absent only if nothing in sight runs before its handler.
   *
   * @param handler The function that handles the endpoint's method; `null` if it was not found.
   */
  of({ handler: name }: AnalyzedEndpoint, handler: Place | null): Part<readonly string[]> {
    const definition = handler?.scope.definition;
    if (handler === null || definition === undefined || definition === null) {
      return unread("its handler was not found");
    }
    if (handler.scope.parent?.kind === "class") return unread("its handler is a class of views");
    if (!/^\w+$/.test(name)) return unread("its handler is an expression");
    const { path, python: { source, lines } } = handler.module;
    const routes = this.#routesIn(path);
    const names = definition.decorators.filter((line) => !routes.has(lines[line]?.row ?? 0))
      .map((line) => {
        const { start = 0, end = 0 } = lines[line] ?? {};
        return dottedName(tokenize(source, start, end), 1)?.text;
      });
    if (names.some((each) => each === undefined)) return unread("a decorator has no name");
    if (names.length > 0) return known(names.flatMap((each) => each ?? []));
    return this.#anyRunsBefore() ? unread("a function runs before each request") : ABSENT;
  }

  /** Returns the rows of a module's decorators that are routes. */
  #routesIn(path: string): ReadonlySet<number> {
    const rows = this.#routes.get(path) ?? new Set(
      flaskModuleIn(this.#files, projectPath(path)).endpoints
        .filter(({ via }) => via === "decorator").map(({ line }) => line),
    );
    this.#routes.set(path, rows);
    return rows;
  }

  /** Reports whether the app may register a function that runs before each request. */
  #anyRunsBefore(): boolean {
    return this.#runsBefore ??= this.#files.entries().some(([path, text]) =>
      !isInTests(path) && /\bbefore_(?:app_)?request\b/.test(text)
    );
  }
}
