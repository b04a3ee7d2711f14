/** The pages that the library sends by itself: for device codes and for errors. */

// @ts-types="@types/oidc-provider"
import { type Client, type ErrorOut, errors, type KoaContextWithOIDC } from "oidc-provider";
import type { JSX } from "hono/jsx/jsx-runtime";
import { shownClientName } from "./client_names.ts";
import { DeviceCodePage, DeviceConfirmPage } from "../pages/device.tsx";
import { ANONYMOUS, MessagePage } from "../pages/layout.tsx";
import { PAGE_HEADERS } from "../pages/page_headers.ts";

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
    const message = "You can close this page and return to your device.";
    answer(ctx, <MessagePage title="Done" message={message} visitor={ANONYMOUS} />);
  },
} as const;

/** Renders an error as a page. */
export function renderProblem(
  ctx: KoaContextWithOIDC,
  { error, error_description: description }: ErrorOut,
): void {
  const message = description ?? error;
  answer(ctx, <MessagePage title="Something went wrong" message={message} visitor={ANONYMOUS} />);
}

function answer(ctx: KoaContextWithOIDC, page: JSX.Element): void {
  ctx.set({ ...PAGE_HEADERS, "Cache-Control": "no-store" });
  ctx.type = "html";
  ctx.body = `<!DOCTYPE html>${page}`;
}

/** Returns the CSRF token of the library's forms. */
function xsrfOf({ oidc }: KoaContextWithOIDC): string {
  const { secret } = Object(oidc.session?.["state"]);
  return String(secret ?? "");
}

/** Reports whether the entered code is invalid, used or expired. */
function isWrong(problem: Error | undefined): boolean {
  const names = ["AlreadyUsedError", "ExpiredError", "NoCodeError", "NotFoundError"];
  return names.includes(problem?.name ?? "");
}

function wordsFor(problem: Error): string {
  if (problem.name === "NoCodeError") return "Enter the code.";
  if (problem.name === "AbortedError") return "You refused. Nothing was connected.";
  return "This code is unknown, was already used, or has expired.";
}
