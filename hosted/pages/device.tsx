/** The pages for devices without a browser: they show a code, which is typed here. */

import { Layout, Problem, type Visitor } from "./layout.tsx";

/** The address that the forms go to. */
const ACTION = "/device";

const STRANGER: Visitor = { tokenOf: () => "", person: null };

interface DeviceProps {
  /** What the authorization server wants to see again. */
  readonly xsrf: string;
  readonly userCode: string;
}

export function DeviceCodePage(
  { xsrf, userCode, problem }: DeviceProps & { readonly problem: string | null },
) {
  return (
    <Layout title="Connect a device" visitor={STRANGER}>
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
          <p class="hint">As the device or the terminal shows it</p>
        </div>
        <button type="submit">Go on</button>
      </form>
    </Layout>
  );
}

export function DeviceConfirmPage(
  { xsrf, userCode, client }: DeviceProps & { readonly client: string },
) {
  return (
    <Layout title="Is this your device?" visitor={STRANGER}>
      <form class="card" method="post" action={ACTION}>
        <input type="hidden" name="xsrf" value={xsrf} />
        <input type="hidden" name="user_code" value={userCode} />
        <p>
          <strong>{client}</strong> shows the code{" "}
          <code>{userCode}</code>. Go on only if you see it there yourself: whoever sent you a code
          wants to get into your account.
        </p>
        <div class="choices">
          <button type="submit" name="confirm" value="yes">It is mine</button>
          <button class="quiet" type="submit" name="abort" value="yes">It is not</button>
        </div>
      </form>
    </Layout>
  );
}
