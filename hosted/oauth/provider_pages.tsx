/** The pages that the library itself answers with: for devices' codes, and for what went wrong. */

// @ts-types="@types/oidc-provider"
import { type Client, type ErrorOut, errors, type KoaContextWithOIDC } from "oidc-provider";
import type { JSX } from "hono/jsx/jsx-runtime";
import { shownClientName } from "./client_names.ts";
import { DeviceCodePage, DeviceConfirmPage } from "../pages/device.tsx";
import { MessagePage, type Visitor } from "../pages/layout.tsx";
import { PAGE_HEADERS } from "../pages/page_headers.ts";

/** These pages have nobody's forms but the library's, which have tokens of their own. */
const STRANGER: Visitor = { tokenOf: () => "", person: null };

export const devicePages = {
  charset: "base-20",
  mask: "****-****",
  userCodeInputSource(
    ctx: KoaContextWithOIDC,
    _form: string,
    _out?: ErrorOut,
    problem?: errors.OIDCProviderError | Error,
  ) {
    const typed = ctx.query["code"];
    if (isWrong(problem)) ctx.status = 422;
    answer(
      ctx,
      <DeviceCodePage
        xsrf={xsrfOf(ctx)}
        userCode={typeof typed === "string" ? typed : ""}
        problem={problem === undefined ? null : wordsFor(problem)}
      />,
    );
  },
  userCodeConfirmSource(
    ctx: KoaContextWithOIDC,
    _form: string,
    client: Client,
    _device: unknown,
    userCode: string,
  ) {
    const name = shownClientName(client.clientId, client.clientName);
    answer(ctx, <DeviceConfirmPage xsrf={xsrfOf(ctx)} userCode={userCode} client={name} />);
  },
  successSource(ctx: KoaContextWithOIDC) {
    const message = "You can close this page and go back to where you came from.";
    answer(ctx, <MessagePage title="Done" message={message} visitor={STRANGER} />);
  },
} as const;

/** Says what went wrong, to whoever looks at it in a browser. */
export function renderProblem(
  ctx: KoaContextWithOIDC,
  { error, error_description: description }: ErrorOut,
): void {
  const message = description ?? error;
  answer(ctx, <MessagePage title="This did not work" message={message} visitor={STRANGER} />);
}

function answer(ctx: KoaContextWithOIDC, page: JSX.Element): void {
  ctx.set({ ...PAGE_HEADERS, "Cache-Control": "no-store" });
  ctx.type = "html";
  ctx.body = `<!DOCTYPE html>${page}`;
}

/** What the library wants to see again in a form of its own. */
function xsrfOf({ oidc }: KoaContextWithOIDC): string {
  const { secret } = Object(oidc.session?.["state"]);
  return String(secret ?? "");
}

/** Whether what was typed is no code, or none any more. */
function isWrong(problem: Error | undefined): boolean {
  const names = ["AlreadyUsedError", "ExpiredError", "NoCodeError", "NotFoundError"];
  return names.includes(problem?.name ?? "");
}

function wordsFor(problem: Error): string {
  if (problem.name === "NoCodeError") return "Type the code.";
  if (problem.name === "AbortedError") return "You refused. Nothing was connected.";
  return "This code is not known, was used, or has expired.";
}
