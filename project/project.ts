/** A project as it was read: its files, and what is known about them. */

import type { Layout } from "./layout/layout.ts";
import type { Entry, Snapshot } from "../core/change_set.ts";
import type { ChangeRecord, History } from "../core/history.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { parsedFile } from "../python/parsed_files.ts";
import type { PythonModule } from "../python/python_module.ts";
import { withFactsOf } from "./facts/fact_store.ts";
import { ProjectSymbols } from "./homes/project_symbols.ts";
import { RouteHomes } from "./homes/route_homes.ts";
import { layoutOf } from "./layout/layout_of.ts";
import { pythonFiles } from "./layout/python_files.ts";
import { readRecords, type Records } from "./records/records.ts";
import type { RouteRecord } from "./records/route_record.ts";
import {
  type Analysis,
  type AnalyzedRoute,
  analyzeFiles,
  analyzeRoutes,
  type Problem,
} from "./routing/analysis.ts";
import { codeProblems } from "./problems/code_problems.ts";
import { UnreadableFiles } from "./problems/unreadable_files.ts";
import { ProjectUses } from "./semantics/uses.ts";

/** The history of a project, as it was read with the files. */
export interface ReadHistory {
  readonly list: History;
  /** The selected record; `null` if none was selected, or if the history does not have it. */
  readonly record: ChangeRecord | null;
}

/** What was read of a project besides the contents of its files. */
export interface ReadBesides {
  /** The entries of the listed folders; `null` is the root. */
  readonly folders?: ReadonlyMap<ProjectPath | null, readonly Entry[]>;
  /** The files that are links. */
  readonly links?: ReadonlySet<ProjectPath>;
  /** `undefined` if the history was not read, or if the workspace keeps none. */
  readonly history?: ReadHistory | undefined;
}

/**
 * A project, or the part of it that was read. Everything that follows from the files is computed on
 * demand, and once.
 *
 * @example
 * ```ts
 * import { projectPath } from "../core/project_path.ts";
 * import { Project } from "./project.ts";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const source = "from flask import Flask\n\napp = Flask(__name__)\n\n\n" +
 *   "@app.get('/ping')\ndef ping():\n    return 'pong'\n";
 * const project = new Project(new Map([[projectPath("app.py"), source]]));
 * equal(project.records, null);
 * deepEqual(project.routes.flatMap(({ endpoints }) => endpoints.map(({ path }) => path)), ["/ping"]);
 * ```
 */
export class Project {
  readonly folders: ReadonlyMap<ProjectPath | null, readonly Entry[]>;
  readonly links: ReadonlySet<ProjectPath>;
  readonly history: ReadHistory | undefined;
  #python: Snapshot | undefined;
  #records: Records | null | undefined;
  #layout: Layout | undefined;
  #symbols: ProjectSymbols | undefined;
  #homes: RouteHomes | undefined;
  #analysis: Analysis | undefined;
  #routes: readonly AnalyzedRoute[] | undefined;
  #uses: ProjectUses | undefined;
  #unreadable: UnreadableFiles | undefined;

  /** @param files The contents of the files that were read and exist. */
  constructor(readonly files: Snapshot, besides: ReadBesides = {}) {
    this.folders = besides.folders ?? new Map();
    this.links = besides.links ?? new Set();
    this.history = besides.history;
  }

  /** The Python files. */
  get python(): Snapshot {
    return this.#python ??= withFactsOf(pythonFiles(this.files), this.files);
  }

  /** Everything that Layerwright recorded; `null` if the project has no records. */
  get records(): Records | null {
    if (this.#records === undefined) this.#records = readRecords(this.files);
    return this.#records;
  }

  /** Returns the record of a route; `undefined` if it has none. */
  recordOf(route: string): RouteRecord | undefined {
    return this.records?.routes.get(route);
  }

  /** The places of its files. */
  get layout(): Layout {
    return this.#layout ??= layoutOf(this.files);
  }

  /** The definitions in the Python files. */
  get symbols(): ProjectSymbols {
    return this.#symbols ??= new ProjectSymbols(this.python);
  }

  /** The places of the code of recorded routes. */
  get homes(): RouteHomes {
    return this.#homes ??= this.homesOf(this.records?.routes ?? new Map());
  }

  /** Finds the code of routes with other records than those in the project. */
  homesOf(records: Records["routes"]): RouteHomes {
    return new RouteHomes(this.symbols, records);
  }

  /** The endpoints in the code, and the problems of its routes. */
  get analysis(): Analysis {
    return this.#analysis ??= analyzeFiles(this.python);
  }

  /** All problems of the code, sorted by file: those of its routes, and names that do not exist. */
  get problems(): readonly Problem[] {
    const { problems } = this.analysis;
    const placeOf = ({ file, line }: Problem) => `${file}:${line}`;
    const known = new Set(problems.map(placeOf));
    const more = codeProblems(this.python).filter((each) => !known.has(placeOf(each)))
      .map(({ kind: _kind, ...problem }) => problem);
    return [...problems, ...more].sort((a, b) => a.file < b.file ? -1 : a.file > b.file ? 1 : 0);
  }

  /** The files of the app that do not parse. */
  get unreadable(): UnreadableFiles {
    return this.#unreadable ??= new UnreadableFiles(this.python);
  }

  /** The endpoints in the code. Finding only these is faster than {@linkcode analysis}. */
  get routes(): readonly AnalyzedRoute[] {
    return this.#routes ??= this.#analysis?.routes ?? analyzeRoutes(this.python);
  }

  /** The places where the code uses its own definitions. */
  get uses(): ProjectUses {
    return this.#uses ??= new ProjectUses(this.python);
  }

  /** Parses a Python file. A file that does not exist is an empty module. */
  module(path: ProjectPath): PythonModule {
    return parsedFile(this.python, path);
  }
}
