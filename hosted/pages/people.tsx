/** The owner's page of accounts and invitations. */

import { ConfirmPage } from "./confirm.tsx";
import { Form, Layout, Problem, type Visitor } from "./layout.tsx";
import { dateOf } from "./moment.tsx";
import { TypedConfirmation } from "./typed_confirmation.tsx";

interface PeopleProps {
  readonly visitor: Visitor;
  readonly people: readonly {
    readonly id: string;
    readonly email: string;
    readonly role: string;
  }[];
  readonly invitations: readonly ShownInvitation[];
  /** The link of the new invitation, which is shown for some minutes. */
  readonly link: string | null;
  readonly problem: string | null;
  /** The address to fill into the form. */
  readonly email: string;
}

/** An invitation without its link. */
interface ShownInvitation {
  readonly id: string;
  /** `null` if anyone with the link can join. */
  readonly email: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export function PeoplePage({ visitor, people, invitations, link, problem, email }: PeopleProps) {
  return (
    <Layout title="People" section="/people" visitor={visitor}>
      {link !== null && (
        <section class="card" role="status">
          <div>
            <strong>
              Send this link to the person you invite. It works once and expires in 7 days.
            </strong>
          </div>
          <pre><code id="invitation-link">{link}</code></pre>
          <p>Copy it now: it is shown for ten minutes at most.</p>
          <div class="choices">
            <a class="button" href="/people?hide">I copied the link: hide it</a>
          </div>
        </section>
      )}
      <ul class="rows">
        {people.map(({ id, email, role }) => (
          <li key={id}>
            <div>
              {email} {role === "owner" && <span class="hint">owner</span>}
            </div>
            {role !== "owner" && (
              <a
                class="button bad"
                href={`/people/remove?id=${id}`}
                aria-label={`Delete the account of ${email}`}
              >
                Delete
              </a>
            )}
          </li>
        ))}
      </ul>
      <h2>Invite a person</h2>
      <Form class="card" action="/people" visitor={visitor}>
        <Problem problem={problem} />
        <div>
          <label for="email">Email (optional)</label>
          <input id="email" name="email" type="email" maxlength={254} value={email} />
          <p class="hint">
            Only this address can use the link. Without an address, anyone with the link can join.
          </p>
        </div>
        <button type="submit">Create invitation</button>
      </Form>
      {invitations.length > 0 && (
        <>
          <h2>Pending invitations</h2>
          <ul class="rows">
            {invitations.map(({ id, email, expiresAt }) => (
              <li key={id}>
                <div>
                  {email ?? "Anyone with the link"}
                  <p class="hint">Expires on {dateOf(expiresAt)}</p>
                </div>
                <a
                  class="button bad"
                  href={`/people/withdraw?id=${id}`}
                  aria-label={`Withdraw the invitation for ${email ?? "anyone with the link"}`}
                >
                  Withdraw
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Layout>
  );
}

/** Asks the owner whether to withdraw an invitation. */
export function WithdrawPage(
  { visitor, invitation: { id, email, expiresAt } }: {
    readonly visitor: Visitor;
    readonly invitation: ShownInvitation;
  },
) {
  return (
    <ConfirmPage
      title="Withdraw this invitation?"
      section="/people"
      action="/people/withdraw"
      fields={{ id }}
      button="Withdraw invitation"
      back="/people"
      visitor={visitor}
    >
      <strong>{email ?? "Anyone with the link"}</strong>
      <p class="hint">Expires on {dateOf(expiresAt)}</p>
      <p>The link stops working at once. You can create another invitation.</p>
    </ConfirmPage>
  );
}

/** Asks the owner to confirm the deletion of an account. */
export function DeletePersonPage(
  { visitor, person: { id, email, projects }, problem }: {
    readonly visitor: Visitor;
    readonly person: { readonly id: string; readonly email: string; readonly projects: number };
    readonly problem: string | null;
  },
) {
  return (
    <Layout title={`Delete the account of ${email}?`} section="/people" visitor={visitor}>
      <Form class="card" action="/people/remove" visitor={visitor}>
        <Problem problem={problem} />
        <p>
          This deletes the account, its API keys and its projects ({projects}). It cannot be undone.
        </p>
        <input type="hidden" name="id" value={id} />
        <TypedConfirmation
          name="email"
          label="Email"
          text={email}
          button="Delete account"
          back="/people"
        />
      </Form>
    </Layout>
  );
}
