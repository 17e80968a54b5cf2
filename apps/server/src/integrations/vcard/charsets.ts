import { isUtf8 } from 'node:buffer';

/**
 * The text that these bytes are: in the characters that someone named, else UTF-8, else Windows-1252, which nearly
 * everything is that is neither.
 */
export function decodeBytes(bytes: Buffer, charset?: string): string {
  const named = charset && !/^utf-?8$/i.test(charset.trim()) ? decoderOf(charset) : undefined;
  if (named) return named.decode(bytes);
  return isUtf8(bytes) ? bytes.toString('utf8') : western.decode(bytes);
}

/** Bytes written as quoted-printable (RFC 2045 §6.7); what is no such code stands for itself. */
export function decodeQuotedPrintable(value: string, charset?: string): string {
  const pieces = value.split(/((?:=[0-9a-f]{2})+)/gi);
  const bytes = pieces.map((piece, at) =>
    at % 2 === 1 ? Buffer.from(piece.replaceAll('=', ''), 'hex') : Buffer.from(piece, 'utf8'),
  );
  return decodeBytes(Buffer.concat(bytes), charset);
}

type Decoder = InstanceType<typeof TextDecoder>;

const western = new TextDecoder('windows-1252');
const decoders = new Map<string, Decoder | undefined>();

const decoderOf = (charset: string): Decoder | undefined => {
  const label = charset.trim().toLowerCase();
  if (!decoders.has(label) && decoders.size < 100) decoders.set(label, newDecoder(label));
  return decoders.get(label);
};

const newDecoder = (label: string): Decoder | undefined => {
  try {
    return new TextDecoder(label);
  } catch (error) {
    // A label that nobody knows.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};
