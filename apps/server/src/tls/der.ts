/** The few ASN.1 values (X.690, DER) that a certificate consists of. Each function gives tag, length and content. */

export const sequence = (...items: readonly Uint8Array[]): Buffer => value(0x30, Buffer.concat(items));

export const set = (...items: readonly Uint8Array[]): Buffer => value(0x31, Buffer.concat(items));

/** A non-negative number, most significant byte first. */
export const integer = (bytes: Uint8Array): Buffer => {
  const start = bytes.findIndex((byte) => byte !== 0);
  const magnitude = start === -1 ? Buffer.from([0]) : Buffer.from(bytes.subarray(start));
  // A first bit of one would mean a negative number.
  return value(0x02, (magnitude[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), magnitude]) : magnitude);
};

export const boolean = (truth: boolean): Buffer => value(0x01, Buffer.from([truth ? 0xff : 0]));

/** `unused` counts the bits at the end that mean nothing. */
export const bitString = (bytes: Uint8Array, unused = 0): Buffer =>
  value(0x03, Buffer.concat([Buffer.from([unused]), bytes]));

export const octetString = (bytes: Uint8Array): Buffer => value(0x04, bytes);

export const utf8String = (text: string): Buffer => value(0x0c, Buffer.from(text, 'utf8'));

/** An object identifier in dotted form, such as `2.5.4.3`. */
export const objectId = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return value(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevenBits)]));
};

/** RFC 5280 §4.1.2.5: two-digit years up to 2049, four digits from then on; always UTC, never fractions. */
export const time = (moment: Date): Buffer => {
  const digits = `${moment.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
  return moment.getUTCFullYear() < 2050 ? value(0x17, Buffer.from(digits.slice(2))) : value(0x18, Buffer.from(digits));
};

/** A value under a tag of its context; `constructed` when it holds whole values. */
export const tagged = (tag: number, content: Uint8Array, constructed: boolean): Buffer =>
  value((constructed ? 0xa0 : 0x80) | tag, content);

const value = (tag: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content]);

const lengthBytes = (length: number): number[] => {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
};

const inSevenBits = (number: number): number[] => {
  const bytes = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
};

/** A value as it was read. */
export interface Read {
  readonly tag: number;
  readonly content: Buffer;
}

/** The values that stand one behind the other in `bytes`; none in what is left out. Throws where one is cut off. */
export const readAll = (bytes: Uint8Array = new Uint8Array()): Read[] => {
  const found: Read[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
    const more = first < 0x80 ? 0 : first & 0x7f;
    const start = at + 2 + more;
    const length = more === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
    if (start + length > bytes.length) throw new RangeError('A value of this certificate is cut off');
    found.push({ tag, content: Buffer.from(bytes.subarray(start, start + length)) });
    at = start + length;
  }
  return found;
};
