/** The activity page: the audit log in words. */

import type { AuditLine, AuditPage } from "../accounts/audit_log.ts";
import { activityWords } from "./activity_words.ts";
import { Layout, type Visitor } from "./layout.tsx";
import { Moment } from "./moment.tsx";

interface ActivityProps extends AuditPage {
  readonly visitor: Visitor;
  /** Whether this is the first page. */
  readonly isNewest: boolean;
}

export function ActivityPage({ visitor, lines, before, isNewest }: ActivityProps) {
  const isOwner = visitor.person?.isOwner === true;
  return (
    <Layout title="Activity" section="/activity" visitor={visitor}>
      <p>
        {isOwner
          ? "Activity of all people and agents on this server, newest first."
          : "Activity of you and your agents, newest first."}
      </p>
      <ActivityList lines={lines} isOwner={isOwner} />
      {(!isNewest || before !== null) && (
        <nav class="choices pages" aria-label="Pages">
          {!isNewest && <a class="button" href="/activity">Newest</a>}
          {before !== null && (
            <a class="button" href={`/activity?before=${encodeURIComponent(before)}`}>Older</a>
          )}
        </nav>
      )}
    </Layout>
  );
}

/** A list of audit log entries. */
export function ActivityList(
  { lines, isOwner }: { readonly lines: readonly AuditLine[]; readonly isOwner: boolean },
) {
  if (lines.length === 0) return <p>No activity yet.</p>;
  return (
    <ul class="rows">
      {lines.map((line, index) => <ActivityRow key={index} line={line} isOwner={isOwner} />)}
    </ul>
  );
}

function ActivityRow({ line, isOwner }: { readonly line: AuditLine; readonly isOwner: boolean }) {
  const { at, event, subject, subjectName, client } = line;
  const { did, what } = activityWords(event, subjectName ?? subject);
  return (
    <li>
      <div>
        {did} <bdi class="subject">{what}</bdi>
        <p class="hint">
          <Moment at={at} />
          {isOwner && (
            <>
              {" "}· by <bdi>{line.email ?? line.accountId ?? "unknown"}</bdi>
            </>
          )}
          {client !== null && (
            <>
              {" "}· from <bdi>{client}</bdi>
            </>
          )}
        </p>
      </div>
    </li>
  );
}
