/** Flask itself as the judge of a project: whether the app starts, its routes, its answers. */

import type { JsonValue } from "../../mod.ts";
import { hashText } from "../../core/hash.ts";
import { fileURLToPath } from "node:url";
import { newestFlask } from "../tools/flask_pythons.ts";
import { appModules, moduleAt } from "./places.ts";
import type { Files, Project } from "./project.ts";
import type { Parameters } from "./specs.ts";

/** An endpoint that Flask serves, with its answer to a request. */
export interface ServedEndpoint {
  readonly method: string;
  /** The full rule, such as `/products/<int:id>`. */
  readonly rule: string;
  /** Flask's name for the endpoint, such as `products.get`. */
  readonly endpoint: string;
  readonly status: number;
  readonly body: string;
  /** Whether only people who have signed in get this answer. */
  readonly guarded: boolean;
}

/** A request with the values of a spec. */
export interface Request {
  readonly method: string;
  /** The rule of an endpoint. Its parameters get samples. */
  readonly rule: string;
  readonly query: Parameters;
  readonly headers: Parameters;
  /** Absent for none. */
  readonly body?: JsonValue;
}

/** An error that Python raised, with the innermost place of the project; `null` if it has none. */
export interface RaisedError {
  readonly error: string;
  readonly file: string | null;
  readonly line: number | null;
}

/** Flask's judgement of a project. */
export interface Judgement {
  /** The reason why the app does not start; `null` if it starts. */
  readonly error: string | null;
  readonly endpoints: readonly ServedEndpoint[];
  /** The statuses of the answers to the requests. */
  readonly statuses: readonly number[];
  /** The errors of the imports of every module and of the requests, if they were asked for. */
  readonly faults: readonly RaisedError[];
}

/** A running judge. */
export interface Judge {
  /**
   * Starts a project's app, and requests every endpoint, or sends these requests. Equal states are
   * judged once.
   */
  judge(project: Project, requests?: readonly Request[]): Promise<Judgement>;
  /** Imports every module of a project, too, and finds the place of each error. */
  examine(project: Project): Promise<Judgement>;
}

const SCRIPT = fileURLToPath(new URL("judge.py", import.meta.url));

/** Starts a judge, passes it on, and stops it afterwards. */
export async function withJudge<T>(work: (judge: Judge) => Promise<T>): Promise<T> {
  const child = new Deno.Command(newestFlask.interpreter, {
    env: newestFlask.env,
    args: ["-B", SCRIPT],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const stdin = child.stdin.getWriter();
  const lines = linesOf(child.stdout)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const known = new Map<string, Promise<Judgement>>();
  let turn: Promise<unknown> = Promise.resolve();

  async function ask(asked: object): Promise<Judgement> {
    await stdin.write(encoder.encode(`${JSON.stringify(asked)}\n`));
    const { value, done } = await lines.next();
    if (done) throw new Error("The judge ended");
    return JSON.parse(value);
  }

  const judge = (project: Project, requests: readonly Request[] = []) =>
    answered(project, requests, []);

  const examine = (project: Project) => answered(project, [], modulesOf(project));

  function answered(
    { app, files }: Project,
    requests: readonly Request[],
    modules: readonly string[],
  ): Promise<Judgement> {
    const asked = { module: app, files: servedFiles(files), requests, modules };
    const key = hashText(JSON.stringify(asked));
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const answer = turn.then(() => ask(asked));
    turn = answer.catch(() => {});
    known.set(key, answer);
    return answer;
  }

  try {
    return await work({ judge, examine });
  } finally {
    await stdin.close();
    await lines.return(undefined);
    await child.status;
  }
}

/** Returns the names of all modules of the app. */
function modulesOf(project: Project): readonly string[] {
  return appModules(project).map(moduleAt);
}

/** Leaves out files that have no effect on the app: tests, records, documents. */
function servedFiles(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => /\.(?:py|json)$/.test(path) && !/^(?:tests|\.layerwright)\//.test(path))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
