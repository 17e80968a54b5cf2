/**
 * What a byte stream held: whole messages, keep-alive pings and pongs (RFC 5626 §3.5.1). With `broken` the stream can no
 * longer be followed, and is to be closed; `bytes` is the head that does not say where its message ends.
 */
type Frame =
  | { readonly kind: 'message'; readonly bytes: Uint8Array }
  | { readonly kind: 'ping' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'broken'; readonly bytes: Uint8Array };

export interface StreamFramer {
  /** Takes bytes as they come; gives what is complete. Nothing comes after `broken`. */
  push(chunk: Uint8Array): Frame[];
  /** Whether part of a message is waiting for the rest. */
  readonly waiting: boolean;
}

const carriageReturn = 13;
const lineFeed = 10;

/** Cuts a TCP or TLS stream into messages by Content-Length (RFC 3261 §18.3). `limit` is the bytes of one message. */
export function frameStream(limit = 65_536): StreamFramer {
  /** What has come and is not given out yet. */
  let buffer = new Uint8Array(0);
  /** Length of the message at the start of the buffer, once its head is complete. */
  let expected: number | undefined;
  /** Up to here the head has no end; a sender of single bytes must not make us look at all of it each time. */
  let scanned = 0;
  let over = false;

  const broken = (bytes: Uint8Array): Frame => {
    over = true;
    buffer = new Uint8Array(0);
    return { kind: 'broken', bytes };
  };
  const next = (): Frame | undefined => {
    if (expected === undefined) {
      const blank = keepAlive(buffer);
      if (blank === 'more') return undefined;
      if (blank) {
        buffer = buffer.subarray(blank === 'ping' ? 4 : 2);
        return { kind: blank };
      }
      const end = endOfHead(buffer, scanned);
      scanned = end === -1 ? Math.max(buffer.length - 3, 0) : 0;
      if (end === -1) return buffer.length > limit ? broken(buffer.slice(0, limit)) : undefined;
      const length = contentLength(buffer.subarray(0, end));
      if (length === undefined || end + length > limit) return broken(buffer.slice(0, end));
      expected = end + length;
    }
    if (buffer.length < expected) return undefined;
    const bytes = buffer.slice(0, expected);
    buffer = buffer.subarray(expected);
    expected = undefined;
    return { kind: 'message', bytes };
  };

  return {
    get waiting() {
      return buffer.length > 0;
    },
    push(chunk) {
      if (over) return [];
      buffer = appended(buffer, chunk);
      const frames: Frame[] = [];
      for (;;) {
        const frame = next();
        if (frame === undefined) return frames;
        frames.push(frame);
        if (over) return frames;
      }
    },
  };
}

/**
 * These bytes and more of them, in the same memory while it has room and in twice as much after that: a sender of single
 * bytes must not make us copy all of them each time. Nobody else may append to the same bytes.
 */
const appended = (bytes: Uint8Array<ArrayBuffer>, more: Uint8Array): Uint8Array<ArrayBuffer> => {
  const length = bytes.length + more.length;
  let whole = bytes;
  if (bytes.byteOffset + length > bytes.buffer.byteLength) {
    whole = new Uint8Array(2 * length);
    whole.set(bytes);
  }
  const grown = new Uint8Array(whole.buffer, whole.byteOffset, length);
  grown.set(more, bytes.length);
  return grown;
};

/** Two CRLF ask, one answers; `more` while a lone CR or CRLF may still become either. */
const keepAlive = (bytes: Uint8Array): 'ping' | 'pong' | 'more' | undefined => {
  if (bytes.length === 0) return 'more';
  if (bytes[0] !== carriageReturn) return undefined;
  if (bytes.length === 1) return 'more';
  if (bytes[1] !== lineFeed) return undefined;
  return bytes.length >= 4 && bytes[2] === carriageReturn && bytes[3] === lineFeed ? 'ping' : 'pong';
};

const endOfHead = (bytes: Uint8Array, from: number): number => {
  for (let index = bytes.indexOf(lineFeed, from); index !== -1; index = bytes.indexOf(lineFeed, index + 1)) {
    if (bytes[index + 1] === lineFeed) return index + 2;
    if (bytes[index + 1] === carriageReturn && bytes[index + 2] === lineFeed) return index + 3;
  }
  return -1;
};

const contentLength = (head: Uint8Array): number | undefined => {
  let text = '';
  for (const byte of head) text += String.fromCharCode(byte);
  const unfolded = text.replace(/\r/g, '').replace(/\n[ \t]+/g, ' ');
  const [first, ...others] = [...unfolded.matchAll(/^(?:Content-Length|l)[ \t]*:(.*)$/gim)];
  // RFC 3261 §18.3: on a stream it must be there; many leave it out where there is no body.
  if (!first) return 0;
  const value = /^\d{1,9}$/.exec(first[1]?.trim() ?? '');
  return others.length > 0 || !value ? undefined : Number(value[0]);
};
