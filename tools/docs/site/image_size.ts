/** Reads the sizes of images, so that pages do not jump while images load. */

/** A size in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the size of a WebP image in Chromium's format.
 *
 * @throws {SyntaxError} If the file is not such an image.
 * @see https://developers.google.com/speed/webp/docs/riff_container
 */
export function webpSize(bytes: Uint8Array): PixelSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number) => new TextDecoder().decode(bytes.subarray(from, from + 4));
  if (text(0) !== "RIFF" || text(8) !== "WEBP") throw new SyntaxError("Not a WebP image");
  switch (text(12)) {
    case "VP8 ":
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case "VP8X": {
      const at = (from: number) => view.getUint16(from, true) + (bytes[from + 2] ?? 0) * 65536 + 1;
      return { width: at(24), height: at(27) };
    }
    default:
      throw new SyntaxError("Not a WebP image");
  }
}
