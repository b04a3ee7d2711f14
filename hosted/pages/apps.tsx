/** The page of connected apps. */

import { Form, Layout, type Visitor } from "./layout.tsx";
import { dateOf } from "./moment.tsx";

/** A connected app. */
export interface ShownApp {
  readonly grantId: string;
  readonly name: string;
  /** The verified host of the app; `null` if its identity is not verified. */
  readonly knownFrom: string | null;
  /** The permissions of the app, in words. */
  readonly permissions: readonly string[];
  /** Milliseconds since 1970. */
  readonly connectedAt: number;
  readonly lastActiveAt: number;
}

export function AppsPage(
  { visitor, apps, mcpUrl }: {
    readonly visitor: Visitor;
    readonly apps: readonly ShownApp[];
    /** The address for agents. */
    readonly mcpUrl: string;
  },
) {
  return (
    <Layout title="Connected apps" section="/apps" visitor={visitor}>
      <p>
        Apps that support OAuth need only the address <code>{mcpUrl}</code> and your consent.
      </p>
      {apps.length === 0 ? <p>No connected apps.</p> : (
        <ul class="rows">
          {apps.map((app) => <AppRow key={app.grantId} app={app} visitor={visitor} />)}
        </ul>
      )}
    </Layout>
  );
}

function AppRow({ app, visitor }: { readonly app: ShownApp; readonly visitor: Visitor }) {
  const { grantId, name, knownFrom, permissions, connectedAt, lastActiveAt } = app;
  return (
    <li>
      <div>
        <strong>{name}</strong> can {permissions.join(", ")}
        <p class="hint">
          {knownFrom === null ? "not verified" : `verified domain ${knownFrom}`} · connected{" "}
          {dateOf(connectedAt)} · last active {dateOf(lastActiveAt)}
        </p>
      </div>
      <Form action="/apps/revoke" visitor={visitor}>
        <input type="hidden" name="id" value={grantId} />
        <button class="bad" type="submit" aria-label={`Revoke ${name}`}>Revoke</button>
      </Form>
    </li>
  );
}
