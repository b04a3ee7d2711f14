/** The first page of the dashboard: calls, usage and recent activity. */

import { grouped } from "../../core/report.ts";
import type { AuditLine } from "../accounts/audit_log.ts";
import type { Limits } from "../accounts/limits.ts";
import type { CallsOfDay, StorageUsage } from "../accounts/usage_history.ts";
import { ActivityList } from "./activity.tsx";
import { CallsChart } from "./calls_chart.tsx";
import { Layout, type Visitor } from "./layout.tsx";
import { sizeWords } from "../../presentation/size_words.ts";

interface OverviewProps {
  readonly visitor: Visitor;
  /** The last days, from the oldest day to today. */
  readonly days: readonly CallsOfDay[];
  readonly storage: StorageUsage;
  readonly limits: Limits;
  readonly recent: readonly AuditLine[];
}

export function OverviewPage({ visitor, days, storage, limits, recent }: OverviewProps) {
  const hasCalls = days.some(({ calls }) => calls > 0);
  return (
    <Layout title="Overview" section="/" visitor={visitor} isWide>
      <section aria-labelledby="calls">
        <h2 id="calls">Agent calls</h2>
        {hasCalls ? <CallsChart days={days} /> : (
          <p>
            No calls in the last {days.length} days. <a href="/connect">Connect an agent</a>{" "}
            to make the first one.
          </p>
        )}
      </section>
      <div class="columns">
        <section aria-labelledby="usage">
          <h2 id="usage">Usage</h2>
          <div class="card">
            <Meter
              name="Projects"
              used={storage.projects}
              limit={limits.projects}
              words={grouped}
            />
            <Meter name="Storage" used={storage.bytes} limit={limits.bytes} words={sizeWords} />
            <Meter
              name="Calls today"
              used={days.at(-1)?.calls ?? 0}
              limit={limits.callsPerDay}
              words={grouped}
            />
            <p class="hint">
              Servers reserve calls in small blocks, so the count can be slightly above the calls
              made. Days are in UTC.
            </p>
          </div>
        </section>
        <section aria-labelledby="recent">
          <h2 id="recent">Recent activity</h2>
          <ActivityList lines={recent} isOwner={visitor.person?.isOwner === true} />
          {recent.length > 0 && (
            <p>
              <a href="/activity">All activity</a>
            </p>
          )}
        </section>
      </div>
    </Layout>
  );
}

interface MeterProps {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
  readonly words: (amount: number) => string;
}

/** A meter of usage. Above 90 % of the limit, browsers show the meter in another color. */
function Meter({ name, used, limit, words }: MeterProps) {
  const id = `meter-${name.toLowerCase().replaceAll(" ", "-")}`;
  const amount = `${words(used)} of ${words(limit)}`;
  return (
    <div class="meter">
      <label for={id}>{name}</label>
      <span>{amount}</span>
      <meter id={id} min={0} max={limit} high={limit * 0.9} optimum={0} value={used}>
        {amount}
      </meter>
    </div>
  );
}
