/** What the bench reads of a SIP message. Its phones talk with servers that we know, so this need not read what others say. */
export interface SipText {
  readonly text: string;
  /** The method of a request; null for a response. */
  readonly method: string | null;
  /** 0 for a request. */
  readonly status: number;
  readonly callId: string;
  /** The method that CSeq names. */
  readonly about: string;
  readonly cseq: number;
  readonly body: string;
}

const header = (text: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';

export function readSip(text: string): SipText {
  const split = text.indexOf('\r\n\r\n');
  const head = text.slice(0, split);
  const [number = '', about = ''] = header(head, 'CSeq').split(/\s+/);
  const status = Number(/^SIP\/2\.0 (\d{3})/.exec(head)?.[1] ?? 0);
  return {
    text: head,
    method: status === 0 ? head.slice(0, head.indexOf(' ')) : null,
    status,
    callId: header(head, 'Call-ID'),
    about,
    cseq: Number(number),
    body: text.slice(split + 4),
  };
}

/** Every line of these header fields as it stands there, in order. */
export const linesOf = ({ text }: SipText, names: readonly string[]): string[] =>
  text.split('\r\n').filter((line) => names.some((name) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)));

export const fieldOf = ({ text }: SipText, name: string): string => header(text, name);

/** Values of a header field that lists addresses, one each. */
export const addressesOf = (message: SipText, name: string): string[] =>
  linesOf(message, [name]).flatMap((line) =>
    line
      .slice(name.length + 1)
      .split(/,(?=\s*(?:"[^"]*")?\s*<)/)
      .map((each) => each.trim()),
  );

/** The URI within `<…>`. */
export const uriOf = (address: string): string => /<([^>]+)>/.exec(address)?.[1] ?? address;

/** A message of these lines, with its length. */
export const messageOf = (lines: readonly string[], body = ''): string =>
  [
    ...lines,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');

/** The session description of a phone that sends no sound. */
export const sdp = (port: number): string =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP 0 101`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:101 telephone-event/8000',
    '',
  ].join('\r\n');
