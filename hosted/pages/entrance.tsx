/** The pages for logging in and for creating an account. */

import { Form, Layout, Problem, type Visitor } from "./layout.tsx";

/** A link to log in with an identity provider. */
export interface UpstreamLink {
  readonly name: string;
  readonly href: string;
}

interface EntranceProps {
  readonly visitor: Visitor;
  readonly upstreams: readonly UpstreamLink[];
  /** The address to fill in. */
  readonly email: string;
  readonly problem: string | null;
}

/** @param next The local path to go to after the login. */
export function LoginPage({ visitor, upstreams, email, problem, next }: EntranceProps & {
  readonly next: string;
}) {
  return (
    <Layout title="Log in" section="/login" visitor={visitor}>
      <Form class="card" action="/login" visitor={visitor}>
        <input type="hidden" name="next" value={next} />
        <Problem problem={problem} />
        <EmailField value={email} />
        <PasswordField autocomplete="current-password" hint={null} />
        <button type="submit">Log in</button>
      </Form>
      <Upstreams upstreams={upstreams} words="Log in with" />
    </Layout>
  );
}

/** The page behind the owner's link and invitations. */
export function WelcomePage({ visitor, upstreams, email, problem, code, isOwner }: EntranceProps & {
  readonly code: string;
  readonly isOwner: boolean;
}) {
  const title = isOwner ? "Create the owner's account" : "Create your account";
  return (
    <Layout title={title} visitor={visitor}>
      <Form class="card" action={isOwner ? "/owner" : "/invitation"} visitor={visitor}>
        <input type="hidden" name="code" value={code} />
        <Problem problem={problem} />
        <EmailField value={email} />
        <PasswordField autocomplete="new-password" hint="At least 10 characters" />
        <button type="submit">Create account</button>
      </Form>
      <Upstreams upstreams={upstreams} words="Sign up with" />
    </Layout>
  );
}

/** The page behind the link with which the owner sets a new password. */
export function ResetPage({ visitor, email, problem, code }: Omit<EntranceProps, "upstreams"> & {
  readonly code: string;
}) {
  return (
    <Layout title="Set a new password" visitor={visitor}>
      <Form class="card" action="/reset" visitor={visitor}>
        <input type="hidden" name="code" value={code} />
        <input hidden name="email" autocomplete="username" value={email} />
        <Problem problem={problem} />
        <p>
          This is for the account{" "}
          <strong>{email}</strong>. A new password logs out all of its browsers. API keys and apps
          keep working.
        </p>
        <PasswordField autocomplete="new-password" hint="At least 10 characters" />
        <button type="submit">Set password</button>
      </Form>
    </Layout>
  );
}

function Upstreams(
  { upstreams, words }: { readonly upstreams: readonly UpstreamLink[]; readonly words: string },
) {
  if (upstreams.length === 0) return null;
  return (
    <p class="choices">
      {upstreams.map(({ name, href }) => (
        <a key={href} class="button" href={href}>
          {words} {name}
        </a>
      ))}
    </p>
  );
}

function EmailField({ value }: { readonly value: string }) {
  return (
    <div>
      <label for="email">Email</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="username"
        required
        maxlength={254}
        value={value}
      />
    </div>
  );
}

function PasswordField(
  { autocomplete, hint }: { readonly autocomplete: string; readonly hint: string | null },
) {
  return (
    <div>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete={autocomplete} required />
      {hint !== null && <p class="hint">{hint}</p>}
    </div>
  );
}
