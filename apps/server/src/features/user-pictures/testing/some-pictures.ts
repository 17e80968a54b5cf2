import { crc32, deflateSync } from 'node:zlib';

/** Pictures of 16 by 16 pixels as a browser's canvas writes them, each with a colour profile. */
const written = {
  jpeg:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChn' +
    'VFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAA' +
    'b6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQA' +
    'AAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAg' +
    'ADIAMAAxADb/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBD' +
    'ARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAQABADASIAAhEB' +
    'AxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAX/xAAXEQADAQAA' +
    'AAAAAAAAAAAAAAAAEyNi/9oADAMBAAIRAxEAPwCMAinRQu/J/9k=',
  webp:
    'UklGRjQCAABXRUJQVlA4WAoAAAAgAAAADwAADwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChn' +
    'VFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAA' +
    'b6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQA' +
    'AAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAg' +
    'ADIAMAAxADZWUDggRgAAANACAJ0BKhAAEAADgFolsAJ0kgFGAfoBd/+k3ewAETAA/uXeMhBr/seSH+Vi/u/sWoWlvwUCXy3C/zvjdieXQCmg' +
    'Cn3gAAA=',
  webpAlpha:
    'UklGRpICAABXRUJQVlA4WAoAAAAwAAAADwAADwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChn' +
    'VFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAA' +
    'b6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQA' +
    'AAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAg' +
    'ADIAMAAxADZBTFBIXwAAAA1wG9m22lxJnagB/VwQcTVoZsqoHYbQGUPoTtgfDA1ExATgP4OOiktlyFDaGgC1vW5cKZaOd6m4WlLyoMtJj0IY' +
    'IFuK+JYwtrRehnbr0mankNIGM5omNmYDcJ4HM/wsAFZQOCA8AAAA8AEAnQEqEAAQAAOAWiWwAnQ4gDeAAdgAAP7l+jwiDnwTkfapDRDMe2pc' +
    'KF/3ew0NhwDiu1tllV/9SXQA',
  webpLossless:
    'UklGRoYCAABXRUJQVlA4WAoAAAAwAAAADwAADwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChn' +
    'VFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAA' +
    'b6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQA' +
    'AAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAg' +
    'ADIAMAAxADZWUDhMmAAAAC8PwAMQj2CQbaSewru9P8o0DKRt097R/XtbDaRtk/kXd0evokaS1HA2u8fM+D8JF094f6/70UJg08+hQdJk5U6t' +
    'FCY1MfgAE4BhJElK/nGH6/yzxSGBiP4rbNu2UXa6ewYAAAAAAACoxmUZq3OW2i0iYmvSkSIidl3LI0OcdDgyn5nveVqU5ynFaavuSH3xD7mf' +
    'pj7/84UA',
} as const;

/** A JPEG, a WebP, a WebP with transparency, a WebP without loss. */
export const somePicture = (kind: keyof typeof written): Buffer<ArrayBuffer> => Buffer.from(written[kind], 'base64');

/** A chunk of a PNG with its checksum. */
export function pngChunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer<ArrayBuffer> {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

interface PngAbout {
  readonly width?: number;
  readonly height?: number;
  readonly isInterlaced?: boolean;
  /** Packed pixels in place of those that the size asks for. */
  readonly packed?: Uint8Array;
  /** Chunks before the pixels, and behind the end. */
  readonly before?: readonly Uint8Array[];
  readonly behind?: Uint8Array;
  /** The colour of all pixels. */
  readonly colour?: readonly [red: number, green: number, blue: number];
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of one colour, 8 bits for each of red, green, blue. */
export function somePng(about: PngAbout = {}): Buffer<ArrayBuffer> {
  const { width = 16, height = width, isInterlaced = false, before = [], behind = Buffer.alloc(0) } = about;
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, isInterlaced ? 1 : 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const packed = about.packed ?? deflateSync(pixelsOf(width, height, about.colour ?? [0, 110, 100]));
  // In two parts, as files may have them.
  const pixels = [pngChunk('IDAT', packed.subarray(0, 5)), pngChunk('IDAT', packed.subarray(5))];
  return Buffer.concat([signature, pngChunk('IHDR', header), ...before, ...pixels, pngChunk('IEND'), behind]);
}

function pixelsOf(width: number, height: number, colour: readonly number[]): Buffer {
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.from(colour))]);
  return Buffer.concat(Array.from({ length: height }, () => line));
}
