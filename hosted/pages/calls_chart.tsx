/** Calls per day, as a chart and as a table. */

import { counted, grouped } from "../../core/report.ts";
import type { CallsOfDay } from "../accounts/usage_history.ts";
import { dateOf } from "./moment.tsx";

/** Dimensions in units of the chart, which is stretched to the width of the page. */
const [DAY_WIDTH, BAR_WIDTH, HEIGHT] = [10, 7, 100];

/** Minimum height of a visible bar. */
const LEAST = 2;

export function CallsChart({ days }: { readonly days: readonly CallsOfDay[] }) {
  const most = days.reduce((high, each) => each.calls > high.calls ? each : high, NO_DAY);
  const all = days.reduce((sum, { calls }) => sum + calls, 0);
  const words = `${counted(all, "call")} in the last ${days.length} days, ` +
    `with a peak of ${grouped(most.calls)} on ${dateOf(most.at)}`;
  return (
    <figure class="chart">
      <figcaption>{words}.</figcaption>
      <div class="plot">
        <span class="hint" aria-hidden="true">{grouped(most.calls)}</span>
        <svg
          viewBox={`0 0 ${days.length * DAY_WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Calls per day: ${words}`}
        >
          {days.map((each, index) => (
            <Bar key={each.at} day={each} x={index * DAY_WIDTH} most={most.calls} />
          ))}
        </svg>
      </div>
      <p class="hint ends" aria-hidden="true">
        <span>{dateOf(days[0]?.at ?? 0)}</span>
        <span>{dateOf(days.at(-1)?.at ?? 0)}</span>
      </p>
      <details>
        <summary>Show as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col" class="number">Calls</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ at, calls }) => (
              <tr key={at}>
                <th scope="row">{dateOf(at)}</th>
                <td class="number">{grouped(calls)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const NO_DAY: CallsOfDay = { at: 0, calls: 0 };

function Bar(
  { day: { at, calls }, x, most }: {
    readonly day: CallsOfDay;
    readonly x: number;
    readonly most: number;
  },
) {
  if (calls === 0) return null;
  const height = Math.max(LEAST, Math.round(calls / most * HEIGHT));
  return (
    <rect class="bar" x={x} y={HEIGHT - height} width={BAR_WIDTH} height={height}>
      <title>{`${dateOf(at)}: ${counted(calls, "call")}`}</title>
    </rect>
  );
}
