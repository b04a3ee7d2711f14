/** Reads the mocks that code returns. */

import type { Snapshot } from "../../core/change_set.ts";
import { type Json, JsonSyntaxError, stringifyJson, withoutRepeatedKeys } from "../../core/json.ts";
import { tryToParseJson } from "../../core/json_text.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { Answer } from "../responses/answers.ts";
import { findMockProblems } from "../../spec/mock.ts";

/** Reads the answers of handlers as mocks for a spec. */
export class MockReader {
  readonly #data: Snapshot;
  /** Remaining length of repeated mocks, in characters. */
  #room: number;
  readonly #files = new Map<ProjectPath, Json | string>();
  /** The lengths of the mocks so far. */
  readonly #lengths = new Map<Json, number>();

  /**
   * @param data The data files that exist.
   * @param room Maximum length of all repeated mocks together, in characters.
   */
  constructor(data: Snapshot, room: number) {
    this.#data = data;
    this.#room = room;
  }

  /** Returns the value of an answer, or the reason why a spec cannot have it. */
  read(answer: Answer): Json | string {
    if (answer.kind === "unknown") return answer.reason;
    if (answer.kind === "echo") return "its answer is computed";
    const mock = answer.kind === "json" ? answer.value : this.#loaded(answer.path);
    if (typeof mock === "string") return mock;
    const length = this.#lengths.get(mock);
    if (length !== undefined) {
      if (this.#room < length) return "many endpoints share it";
      this.#room -= length;
      return mock;
    }
    if (findMockProblems(mock, "").length > 0) {
      return "it has a number or a depth that a spec cannot have";
    }
    this.#lengths.set(mock, stringifyJson(mock, 0).length);
    return mock;
  }

  /** Returns the value of a data file, or the reason why the file has no value. */
  #loaded(path: ProjectPath): Json | string {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const value = readData(path, this.#data.get(path));
    this.#files.set(path, value);
    return value;
  }
}

function readData(path: ProjectPath, text: string | undefined): Json | string {
  if (text === undefined) return `'${path}' is missing`;
  const json = tryToParseJson(text);
  return json instanceof JsonSyntaxError ? `'${path}' is not JSON` : withoutRepeatedKeys(json);
}
