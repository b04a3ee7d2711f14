/** A page that asks before something is revoked. */

import type { Child } from "hono/jsx";
import { Form, Layout, type Section, type Visitor } from "./layout.tsx";

interface ConfirmProps {
  readonly visitor: Visitor;
  readonly section: Section;
  /** The question. */
  readonly title: string;
  /** The path that the form is sent to. */
  readonly action: string;
  /** Hidden fields of the form. */
  readonly fields: Readonly<Record<string, string>>;
  readonly button: string;
  /** The address of the page to go back to. */
  readonly back: string;
  /** What is revoked, and what follows from it. */
  readonly children?: Child;
}

export function ConfirmPage(
  { visitor, section, title, action, fields, button, back, children }: ConfirmProps,
) {
  return (
    <Layout title={title} section={section} visitor={visitor}>
      <Form class="card" action={action} visitor={visitor}>
        <div>{children}</div>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div class="choices">
          <button class="bad" type="submit">{button}</button>
          <a class="button" href={back}>Cancel</a>
        </div>
      </Form>
    </Layout>
  );
}
