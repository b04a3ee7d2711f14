/** Formats of executables, with and without a program. */

import { equal, throws } from "node:assert/strict";
import { cutBase, formatOf } from "../../../tools/build/cut_base.ts";

function file(...bytes: readonly number[]): Uint8Array {
  const made = new Uint8Array(128);
  made.set(bytes);
  return made;
}

const INTEL_MAC = [0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1];
const APPLE_MAC = [0xcf, 0xfa, 0xed, 0xfe, 12, 0, 0, 1];

for (
  const [bytes, format] of [
    [[0x7f, 0x45, 0x4c, 0x46], "ELF"],
    [[0x4d, 0x5a], "PE"],
    [INTEL_MAC, "Mach-O x64"],
    [APPLE_MAC, "Mach-O arm64"],
  ] as const
) {
  Deno.test(`formatOf() recognizes ${format}`, () => equal(formatOf(file(...bytes)), format));
}

Deno.test("formatOf() rejects a script", () => {
  throws(() => formatOf(new TextEncoder().encode("#!/bin/sh\n")), /not an executable/);
});

for (const [name, bytes] of Object.entries({ INTEL_MAC, APPLE_MAC })) {
  Deno.test(`cutBase() rejects an executable without a program: ${name}`, () => {
    throws(() => cutBase(file(...bytes)), /contains no program/);
  });
}

Deno.test("cutBase() cuts an ELF file after its section headers", () => {
  const elf = file(0x7f, 0x45, 0x4c, 0x46);
  const view = new DataView(elf.buffer);
  view.setBigUint64(0x28, 64n, true);
  view.setUint16(0x3a, 8, true);
  view.setUint16(0x3c, 3, true);
  equal(cutBase(elf).length, 64 + 3 * 8);
});
