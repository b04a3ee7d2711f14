/** Serves generated projects with Flask, for programs that need an address. */

import { fileURLToPath } from "node:url";
import { newestFlask } from "./flask_pythons.ts";

const SCRIPT = fileURLToPath(new URL("served_projects.py", import.meta.url));

/**
 * Serves each project on a port of its own, in one process with the newest Flask, and stops afterwards.
 *
 * @param folders Absolute folders, each with an application.
 * @param use Gets the addresses, in the order of the folders.
 * @throws {Error} If an application does not start. The message contains its traceback.
 */
export async function withServedProjects<T>(
  folders: readonly string[],
  use: (addresses: readonly string[]) => Promise<T>,
): Promise<T> {
  const { interpreter, env } = newestFlask;
  const child = new Deno.Command(interpreter, {
    args: ["-B", SCRIPT],
    env: { ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  // Unread output would stop the servers.
  const log = new Response(child.stderr).text();
  const stdin = child.stdin.getWriter();
  try {
    await stdin.write(new TextEncoder().encode(`${JSON.stringify(folders)}\n`));
    const ports = await firstLine(child.stdout);
    if (ports === "") throw new Error(`No project is served\n${await log}`);
    const addresses = (JSON.parse(ports) as readonly number[]).map((port) =>
      `http://127.0.0.1:${port}`
    );
    return await use(addresses);
  } finally {
    await stdin.close();
    await Promise.all([child.status, log]);
  }
}

/** Reads the first line of a stream; empty if it ends before. */
async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("\n")) return text.split("\n", 1)[0] ?? "";
  }
  return "";
}
