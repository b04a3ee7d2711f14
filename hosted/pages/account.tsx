/** The account page: password and linked identities. */

import type { UpstreamLink } from "./entrance.tsx";
import { Form, Layout, Problem, type Visitor } from "./layout.tsx";
import { dateOf } from "./moment.tsx";

/** An identity, as the account page shows it. */
export interface ShownIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** The name of the identity provider. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly linkedAt: number;
}

interface AccountProps {
  readonly visitor: Visitor;
  readonly hasPassword: boolean;
  readonly identities: readonly ShownIdentity[];
  /** Links with which a person links another identity. */
  readonly upstreams: readonly UpstreamLink[];
  readonly said: string | null;
  readonly problem: string | null;
}

export function AccountPage(
  { visitor, hasPassword, identities, upstreams, said, problem }: AccountProps,
) {
  return (
    <Layout title="Account" section="/account" visitor={visitor}>
      <p>{visitor.person?.email}</p>
      {said !== null && <p role="status">{said}</p>}
      <Problem problem={problem} />
      <h2>Password</h2>
      {hasPassword ? <PasswordForm visitor={visitor} /> : <p>This account has no password.</p>}
      {(identities.length > 0 || upstreams.length > 0) && <h2>Linked accounts</h2>}
      {identities.length > 0 && (
        <ul class="rows">
          {identities.map((identity) => (
            <IdentityRow
              key={`${identity.issuer} ${identity.subject}`}
              identity={identity}
              visitor={visitor}
            />
          ))}
        </ul>
      )}
      {upstreams.length > 0 && (
        <p class="choices">
          {upstreams.map(({ name, href }) => (
            <a key={href} class="button" href={href}>
              Link {name}
            </a>
          ))}
        </p>
      )}
    </Layout>
  );
}

function PasswordForm({ visitor }: { readonly visitor: Visitor }) {
  return (
    <Form class="card" action="/account/password" visitor={visitor}>
      <input hidden name="email" autocomplete="username" value={visitor.person?.email} />
      <div>
        <label for="current">Current password</label>
        <input
          id="current"
          name="current"
          type="password"
          autocomplete="current-password"
          required
        />
      </div>
      <div>
        <label for="next">New password</label>
        <input id="next" name="next" type="password" autocomplete="new-password" required />
        <p class="hint">At least 10 characters. Changing it logs out your other browsers.</p>
      </div>
      <button type="submit">Change password</button>
    </Form>
  );
}

function IdentityRow(
  { identity: { issuer, subject, name, linkedAt }, visitor }: {
    readonly identity: ShownIdentity;
    readonly visitor: Visitor;
  },
) {
  return (
    <li>
      <div>
        <strong>{name}</strong> <code>{subject}</code>
        <p class="hint">Linked on {dateOf(linkedAt)}</p>
      </div>
      <Form action="/account/unlink" visitor={visitor}>
        <input type="hidden" name="issuer" value={issuer} />
        <input type="hidden" name="subject" value={subject} />
        <button class="bad" type="submit" aria-label={`Unlink ${name}`}>Unlink</button>
      </Form>
    </li>
  );
}
