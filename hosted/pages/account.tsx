/** The account page: password and linked identities. */

import type { UpstreamLink } from "./entrance.tsx";
import { ConfirmPage } from "./confirm.tsx";
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
  readonly problem: string | null;
}

export function AccountPage(
  { visitor, hasPassword, identities, upstreams, problem }: AccountProps,
) {
  return (
    <Layout title="Account" section="/account" visitor={visitor}>
      <p>{visitor.person?.email}</p>
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

function IdentityRow({ identity }: { readonly identity: ShownIdentity }) {
  const { issuer, subject, name } = identity;
  return (
    <li>
      <div>
        <IdentityFacts identity={identity} />
      </div>
      <a
        class="button bad"
        href={`/account/unlink?${new URLSearchParams({ issuer, subject })}`}
        aria-label={`Unlink ${name}`}
      >
        Unlink
      </a>
    </li>
  );
}

function IdentityFacts({ identity }: { readonly identity: ShownIdentity }) {
  const { subject, name, linkedAt } = identity;
  return (
    <>
      <strong>{name}</strong> <code>{subject}</code>
      <p class="hint">Linked on {dateOf(linkedAt)}</p>
    </>
  );
}

/** Asks whether to unlink an identity. */
export function UnlinkPage(
  { visitor, identity }: { readonly visitor: Visitor; readonly identity: ShownIdentity },
) {
  const { issuer, subject } = identity;
  return (
    <ConfirmPage
      title="Unlink this account?"
      section="/account"
      action="/account/unlink"
      fields={{ issuer, subject }}
      button="Unlink account"
      back="/account"
      visitor={visitor}
    >
      <IdentityFacts identity={identity} />
      <p>You can no longer log in with it. Sessions that are open stay open.</p>
    </ConfirmPage>
  );
}
