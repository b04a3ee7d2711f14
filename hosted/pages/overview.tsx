/** The page that people come to first: what their agents do, and what room is left. */

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
  /** Today's last. */
  readonly days: readonly CallsOfDay[];
  readonly room: StorageUsage;
  readonly limits: Limits;
  readonly recent: readonly AuditLine[];
}

export function OverviewPage({ visitor, days, room, limits, recent }: OverviewProps) {
  const hasCalls = days.some(({ calls }) => calls > 0);
  return (
    <Layout title="Overview" section="/" visitor={visitor} isWide>
      <section aria-labelledby="calls">
        <h2 id="calls">Calls of your agents</h2>
        {hasCalls ? <CallsChart days={days} /> : (
          <p>
            None in the last {days.length} days. <a href="/connect">Connect an agent</a>{" "}
            to make the first.
          </p>
        )}
      </section>
      <div class="columns">
        <section aria-labelledby="room">
          <h2 id="room">Room</h2>
          <div class="card">
            <Meter name="Projects" used={room.projects} limit={limits.projects} words={grouped} />
            <Meter name="Texts" used={room.bytes} limit={limits.bytes} words={sizeWords} />
            <Meter
              name="Calls today"
              used={days.at(-1)?.calls ?? 0}
              limit={limits.callsPerDay}
              words={grouped}
            />
            <p class="hint">
              Servers take calls in blocks: a block counts as soon as its first call is made. Days
              are of UTC.
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

/** How much of something is used. From nine tenths on, it is shown as nearly full. */
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
