/** The history of a project in the database. Each entry is written in the transaction of its change. */

import type { Change } from "../../core/change_set.ts";
import {
  type ChangeAuthor,
  EMPTY_HISTORY,
  type History,
  type HistoryStep,
  nextHistory,
  type RecordName,
} from "../../core/history.ts";
import { formatHistory, formatRecord, parseHistory } from "../../workspace/history_format.ts";
import { textRecord } from "../../workspace/text_record.ts";
import { first, type Queries } from "../storage/database.ts";
import { inPieces, listed } from "./statements.ts";

/** The effect of a change on the history, computed in advance to keep the transaction short. */
export interface PreparedStep {
  readonly step: HistoryStep;
  /** Number of changed files. */
  readonly files: number;
  /** The record in its stored form; `null` if the history keeps no record of the change. */
  readonly content: string | null;
}

/** Computes the effect of a change on the history. @param record The formatted record, if the caller has it. */
export function prepareStep(
  step: HistoryStep,
  changes: readonly Change[],
  record: Uint8Array | null = formatRecord(textRecord(changes)),
): PreparedStep {
  const isKept = step.kind === "undo" || step.kind === "change" && !step.command.isCreation;
  const content = isKept ? record?.toBase64() ?? null : null;
  return { step, files: changes.length, content };
}

/** The author and the time of a change. */
export interface StepAuthor {
  readonly author: ChangeAuthor | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Writes a change to the history of a project. The transaction must have locked the project. */
export async function keepStep(
  queries: Queries,
  projectId: string,
  { step, files, content }: PreparedStep,
  { author, at }: StepAuthor,
): Promise<void> {
  const row = await first<{ entries: string }>(
    queries,
    "SELECT entries FROM histories WHERE project_id = $1",
    projectId,
  );
  const size = content?.length ?? Infinity;
  const history = row === null ? EMPTY_HISTORY : parsedList(row.entries);
  const next = nextHistory(history, { step, files, size, time: at, author });
  await queries.all(
    "INSERT INTO histories (project_id, entries) VALUES ($1, $2) " +
      "ON CONFLICT (project_id) DO UPDATE SET entries = excluded.entries",
    projectId,
    new TextDecoder().decode(formatHistory(next.history)),
  );
  await inPieces(next.dropped.map(rowName), async (names) => {
    const places = listed(names.length, 1, 1);
    const sql = `DELETE FROM history_records WHERE project_id = $1 AND name IN (${places})`;
    await queries.all(sql, projectId, ...names);
  });
  if (next.kept === null || content === null) return;
  await queries.all(
    "INSERT INTO history_records (project_id, name, content) VALUES ($1, $2, $3)",
    projectId,
    rowName(next.kept),
    content,
  );
}

/** A project at one revision. */
export interface HistoryPlace {
  readonly id: string;
  readonly revision: number;
}

/** Reads the list of entries; `null` if the project is at another revision. */
export async function readStoredHistory(
  queries: Queries,
  { id, revision }: HistoryPlace,
): Promise<History | null> {
  const row = await first<{ entries: string | null }>(
    queries,
    "SELECT h.entries FROM projects p LEFT JOIN histories h ON h.project_id = p.id " +
      "WHERE p.id = $1 AND p.revision = $2",
    id,
    revision,
  );
  if (row === null) return null;
  return row.entries === null ? EMPTY_HISTORY : parsedList(row.entries);
}

/** A formatted record, or `null` if the history has no such record. */
export interface StoredRecord {
  readonly content: Uint8Array | null;
}

/** Reads a formatted record; `null` if the project is at another revision. */
export async function readStoredRecord(
  queries: Queries,
  { id, revision }: HistoryPlace,
  name: RecordName,
): Promise<StoredRecord | null> {
  const row = await first<{ content: string | null }>(
    queries,
    "SELECT r.content FROM projects p " +
      "LEFT JOIN history_records r ON r.project_id = p.id AND r.name = $3 " +
      "WHERE p.id = $1 AND p.revision = $2",
    id,
    revision,
    rowName(name),
  );
  if (row === null) return null;
  return { content: row.content === null ? null : Uint8Array.fromBase64(row.content) };
}

function rowName({ id, of }: RecordName): string {
  return `${id} ${of}`;
}

/** Parses a stored list of entries. */
export function parsedList(entries: string): History {
  return parseHistory(new TextEncoder().encode(entries));
}
