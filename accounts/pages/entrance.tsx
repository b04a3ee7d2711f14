/** The pages of those who are not in yet: logging in, and making an account. */

import { Form, Layout, Problem, type Visitor } from "./layout.tsx";

interface EntranceProps {
  readonly visitor: Visitor;
  /** What was typed before. */
  readonly email: string;
  readonly problem: string | null;
}

/** @param next The local path to go to afterwards. */
export function LoginPage({ visitor, email, problem, next }: EntranceProps & {
  readonly next: string;
}) {
  return (
    <Layout title="Log in" visitor={visitor}>
      <Form class="card" action="/login" visitor={visitor}>
        <input type="hidden" name="next" value={next} />
        <Problem problem={problem} />
        <EmailField value={email} />
        <PasswordField autocomplete="current-password" hint={null} />
        <button type="submit">Log in</button>
      </Form>
    </Layout>
  );
}

/** The page that the owner's link and invitations lead to. */
export function WelcomePage({ visitor, email, problem, code, isOwner }: EntranceProps & {
  readonly code: string;
  readonly isOwner: boolean;
}) {
  const title = isOwner ? "Make the owner's account" : "Make your account";
  return (
    <Layout title={title} visitor={visitor}>
      <Form class="card" action={isOwner ? "/owner" : "/invitation"} visitor={visitor}>
        <input type="hidden" name="code" value={code} />
        <Problem problem={problem} />
        <EmailField value={email} />
        <PasswordField autocomplete="new-password" hint="10 characters or more" />
        <button type="submit">Make account</button>
      </Form>
    </Layout>
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
