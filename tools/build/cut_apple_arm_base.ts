/**
 * Extracts the runtime from an executable for Apple silicon. The program is in its own segment
 * (`__SUI`), before the segment with the signature (`__LINKEDIT`). Removing the program moves the
 * content after it, so offsets in load commands that point to that content change.
 *
 * Source: `mach-o/loader.h` of Apple's open source, and the crate `libsui`, which adds the segment.
 */

const HEADER = 32;
const LC_SEGMENT_64 = 0x19;

/** Load commands that contain file offsets, and the positions of these 32-bit offsets in the command. */
const PLACES: ReadonlyMap<number, readonly number[]> = new Map([
  [0x2, [8, 16]], // LC_SYMTAB
  [0xb, [32, 40, 48, 56, 64, 72]], // LC_DYSYMTAB
  [0x22, [8, 16, 24, 32, 40]], // LC_DYLD_INFO
  [0x80000022, [8, 16, 24, 32, 40]], // LC_DYLD_INFO_ONLY
  // LC_CODE_SIGNATURE, LC_SEGMENT_SPLIT_INFO, LC_FUNCTION_STARTS, LC_DATA_IN_CODE,
  // LC_DYLIB_CODE_SIGN_DRS, LC_LINKER_OPTIMIZATION_HINT, LC_DYLD_EXPORTS_TRIE, LC_DYLD_CHAINED_FIXUPS
  ...[0x1d, 0x1e, 0x26, 0x29, 0x2b, 0x2e, 0x80000033, 0x80000034]
    .map((command): [number, number[]] => [command, [8]]),
]);

interface LoadCommand {
  readonly kind: number;
  /** The segment's name; empty for other commands. */
  readonly segment: string;
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/**
 * Returns the runtime without the program.
 *
 * @throws {TypeError} If the executable contains no program.
 */
export function cutAppleArmBase(file: Uint8Array): Uint8Array {
  const commands = loadCommands(file);
  const program = commands.find(({ segment }) => segment === "__SUI");
  const last = commands.find(({ segment }) => segment === "__LINKEDIT");
  if (program === undefined || last === undefined) {
    throw new TypeError("The executable contains no program");
  }
  const [extent, start, size] = [32, 40, 48].map((at) => program.view.getBigUint64(at, true));
  const lastStart = last.view.getBigUint64(40, true);
  const lastSize = last.view.getBigUint64(48, true);
  moveBack(last.view, 24, extent ?? 0n);
  moveBack(last.view, 40, size ?? 0n);
  for (const { kind, view } of commands) {
    for (const at of PLACES.get(kind) ?? []) {
      const place = view.getUint32(at, true);
      if (BigInt(place) >= lastStart) view.setUint32(at, place - Number(size), true);
    }
  }
  const kept = commands.filter((command) => command !== program).map(({ bytes }) => bytes);
  const headers = file.slice(0, HEADER);
  const headersView = new DataView(headers.buffer);
  headersView.setUint32(16, commands.length - 1, true);
  const commandsEnd = HEADER + headersView.getUint32(20, true);
  headersView.setUint32(20, commandsEnd - HEADER - program.bytes.length, true);
  return concatenated([
    ...[headers, ...kept, new Uint8Array(program.bytes.length)],
    file.subarray(commandsEnd, Number(start)),
    file.subarray(Number(lastStart), Number(lastStart + lastSize)),
  ]);
}

function loadCommands(file: Uint8Array): readonly LoadCommand[] {
  const head = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const commands: LoadCommand[] = [];
  let at = HEADER;
  for (let left = head.getUint32(16, true); left > 0; left--) {
    const size = head.getUint32(at + 4, true);
    const bytes = file.slice(at, at + size);
    const kind = head.getUint32(at, true);
    const name = kind === LC_SEGMENT_64 ? new TextDecoder().decode(bytes.subarray(8, 24)) : "";
    const segment = name.replace(/\0+$/, "");
    commands.push({ kind, segment, bytes, view: new DataView(bytes.buffer) });
    at += size;
  }
  return commands;
}

function moveBack(view: DataView, at: number, by: bigint): void {
  view.setBigUint64(at, view.getBigUint64(at, true) - by, true);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
