/** Running a program to its end. */

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** What the program reads; nothing unless given. */
  readonly stdin?: string;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program and collects what it says.
 *
 * @throws {Deno.errors.NotFound} If there is no such program.
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
    // A program may end without reading; its exit code tells the story.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
