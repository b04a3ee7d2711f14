/**
 * The pages where people enter the code that a device without a browser shows. `oidc-provider` renders
 * these pages without our session, and checks a form token of its own.
 */

import { ANONYMOUS, Layout, Problem } from "./layout.tsx";

/** The path that the forms are sent to. */
const ACTION = "/device";

interface DeviceProps {
  /** The form token of `oidc-provider`. */
  readonly xsrf: string;
  readonly userCode: string;
}

export function DeviceCodePage(
  { xsrf, userCode, problem }: DeviceProps & { readonly problem: string | null },
) {
  return (
    <Layout title="Connect a device" visitor={ANONYMOUS}>
      <form class="card" method="post" action={ACTION}>
        <input type="hidden" name="xsrf" value={xsrf} />
        <Problem problem={problem} />
        <div>
          <label for="user_code">Code</label>
          <input
            id="user_code"
            name="user_code"
            required
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            value={userCode}
          />
          <p class="hint">The code on your device or in your terminal</p>
        </div>
        <button type="submit">Continue</button>
      </form>
    </Layout>
  );
}

export function DeviceConfirmPage(
  { xsrf, userCode, client }: DeviceProps & { readonly client: string },
) {
  return (
    <Layout title="Is this your device?" visitor={ANONYMOUS}>
      <form class="card" method="post" action={ACTION}>
        <input type="hidden" name="xsrf" value={xsrf} />
        <input type="hidden" name="user_code" value={userCode} />
        <p>
          <strong>{client}</strong> shows the code{" "}
          <code>{userCode}</code>. Continue only if you see this code on your own device. If someone
          sent you the code, they are trying to get into your account.
        </p>
        <div class="choices">
          <button type="submit" name="confirm" value="yes">Yes, continue</button>
          <button class="quiet" type="submit" name="abort" value="yes">No, cancel</button>
        </div>
      </form>
    </Layout>
  );
}
