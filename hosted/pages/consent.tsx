/** The page that asks for consent to an app's access. */

import { Form, Layout, type Visitor } from "./layout.tsx";

interface ConsentProps {
  readonly visitor: Visitor;
  /** The path that the form is sent to. */
  readonly action: string;
  /** The name that people see for the app. */
  readonly client: string;
  /** The verified host of the app; `null` if its identity is not verified. */
  readonly knownFrom: string | null;
  /** The destination of the redirect after the answer, in words. */
  readonly returnsTo: string;
  /** The permissions that the app asks for, in words. */
  readonly permissions: readonly string[];
}

export function ConsentPage(
  { visitor, action, client, knownFrom, returnsTo, permissions }: ConsentProps,
) {
  return (
    <Layout title={`Connect ${client}?`} visitor={visitor}>
      <Form class="card" action={action} visitor={visitor}>
        <div>
          <p>
            <strong>{client}</strong> wants to:
          </p>
          <ul>{permissions.map((permission) => <li key={permission}>{permission}</li>)}</ul>
        </div>
        <dl class="facts">
          <dt>Verified domain</dt>
          <dd>{knownFrom ?? "None. Any app can use this name."}</dd>
          <dt>Your browser then goes to</dt>
          <dd>
            <strong>{returnsTo}</strong>
          </dd>
          <dt>Your account</dt>
          <dd>{visitor.person?.email}</dd>
        </dl>
        <div class="choices">
          <button type="submit" name="answer" value="allow">Allow</button>
          <button class="quiet" type="submit" name="answer" value="refuse">Deny</button>
        </div>
      </Form>
    </Layout>
  );
}
