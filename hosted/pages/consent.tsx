/** The page that asks whether an app may act for somebody. */

import { Form, Layout, type Visitor } from "./layout.tsx";

interface ConsentProps {
  readonly visitor: Visitor;
  /** The path that the answer goes to. */
  readonly action: string;
  /** As the app calls itself. */
  readonly client: string;
  /** Where it is known from; `null` for one that anybody can claim to be. */
  readonly knownFrom: string | null;
  /** Where people are sent afterwards: a host, or a computer's own. */
  readonly returnsTo: string;
  /** What it may do, in words. */
  readonly wishes: readonly string[];
}

export function ConsentPage(
  { visitor, action, client, knownFrom, returnsTo, wishes }: ConsentProps,
) {
  return (
    <Layout title={`Connect ${client}?`} visitor={visitor}>
      <Form class="card" action={action} visitor={visitor}>
        <div>
          <p>
            <strong>{client}</strong> wants to
          </p>
          <ul>{wishes.map((wish) => <li key={wish}>{wish}</li>)}</ul>
          <p class="hint">
            {knownFrom === null
              ? "The name is what the app says of itself. "
              : `It is known from ${knownFrom}. `}
            Afterwards you are sent to {returnsTo}.
          </p>
        </div>
        <div class="choices">
          <button type="submit" name="answer" value="allow">Allow</button>
          <button class="quiet" type="submit" name="answer" value="refuse">Refuse</button>
        </div>
      </Form>
    </Layout>
  );
}
