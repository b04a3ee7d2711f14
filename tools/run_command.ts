/** Runs programs, and returns their exit codes and output. */

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** The program's stdin; empty by default. */
  readonly stdin?: string;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program until it exits, and collects its output.
 *
 * @throws {Deno.errors.NotFound} If the program does not exist.
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  { stdin = "", ...options }: CommandOptions = {},
): Promise<CommandResult> {
  const child = new Deno.Command(program, {
    ...options,
    args: [...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const [output] = await Promise.all([child.output(), send(child.stdin, stdin)]);
  const decoder = new TextDecoder();
  return {
    code: output.code,
    stdout: decoder.decode(output.stdout),
    stderr: decoder.decode(output.stderr),
  };
}

async function send(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch (error) {
    // A program may exit without reading stdin. Its exit code says whether it failed.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
