import { type NameAddr, parseNameAddr } from '../grammar/name-addr.ts';
import { parseVia, type Via } from '../grammar/via.ts';
import { HeaderFields } from './headers.ts';

export interface SipRequest {
  readonly kind: 'request';
  readonly method: string;
  readonly uri: string;
  readonly headers: HeaderFields;
  readonly body: string;
}

export interface SipResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly phrase: string;
  readonly headers: HeaderFields;
  readonly body: string;
}

export type SipMessage = SipRequest | SipResponse;

/** Reason phrases of RFC 3261 §21 and the extensions this stack speaks. */
const phrases: Readonly<Record<number, string>> = {
  100: 'Trying',
  180: 'Ringing',
  181: 'Call Is Being Forwarded',
  182: 'Queued',
  183: 'Session Progress',
  200: 'OK',
  202: 'Accepted',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Request Entity Too Large',
  414: 'Request-URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Unsupported URI Scheme',
  420: 'Bad Extension',
  421: 'Extension Required',
  422: 'Session Interval Too Small',
  423: 'Interval Too Brief',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  482: 'Loop Detected',
  483: 'Too Many Hops',
  484: 'Address Incomplete',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  489: 'Bad Event',
  491: 'Request Pending',
  500: 'Server Internal Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  504: 'Server Time-out',
  505: 'Version Not Supported',
  513: 'Message Too Large',
  580: 'Precondition Failure',
  600: 'Busy Everywhere',
  603: 'Decline',
  604: 'Does Not Exist Anywhere',
  606: 'Not Acceptable',
};

/** The reason phrase that belongs to a status; its class when it has none of its own. */
function phraseOf(status: number): string {
  return phrases[status] ?? phrases[Math.floor(status / 100) * 100] ?? 'Unknown';
}

export interface CSeq {
  readonly number: number;
  readonly method: string;
}

/** Reads CSeq; undefined when it is missing or malformed (RFC 3261 §8.1.1.5: below 2^31). */
export function parseCSeq(value: string | undefined): CSeq | undefined {
  const match = /^(\d{1,10})\s+([A-Za-z0-9.!%*_+`'~-]+)$/.exec(value?.trim() ?? '');
  const number = Number(match?.[1]);
  return match && number < 2 ** 31 ? { number, method: match[2] ?? '' } : undefined;
}

/** CSeq of a message that was parsed or built by this package. */
export function cseqOf(message: SipMessage): CSeq {
  return present(parseCSeq(message.headers.get('CSeq')), 'CSeq');
}

/** The topmost Via of a message that was parsed or built by this package. */
export function viaOf(message: SipMessage): Via {
  return present(parseVia(message.headers.list('Via')[0] ?? ''), 'Via');
}

/** From, likewise. */
export function fromOf(message: SipMessage): NameAddr {
  return present(parseNameAddr(message.headers.get('From') ?? ''), 'From');
}

/** To, likewise. */
export function toOf(message: SipMessage): NameAddr {
  return present(parseNameAddr(message.headers.get('To') ?? ''), 'To');
}

/** Call-ID, likewise. */
export function callIdOf(message: SipMessage): string {
  return present(message.headers.get('Call-ID'), 'Call-ID');
}

const present = <T>(value: T | undefined, name: string): T => {
  // Parsing refuses a message without these, so this is a fault in the caller and never bad input.
  if (value === undefined) throw new TypeError(`SIP message without a valid ${name}`);
  return value;
};

export interface ResponseContent {
  readonly phrase?: string | undefined;
  /** Tag for a To that has none yet; a 100 gets none. */
  readonly toTag?: string | undefined;
  readonly headers?: Iterable<readonly [string, string]>;
  readonly body?: { readonly type: string; readonly text: string } | undefined;
}

/** Makes a response (RFC 3261 §8.2.6.2): Via, From, Call-ID, CSeq and To as the request had them. */
export function responseTo(request: SipRequest, status: number, content: ResponseContent = {}): SipResponse {
  const headers = new HeaderFields();
  for (const via of request.headers.list('Via')) headers.add('Via', via);
  headers.add('From', request.headers.get('From') ?? '');
  const to = request.headers.get('To') ?? '';
  const tagged = parseNameAddr(to)?.parameters.has('tag') ?? false;
  headers.add('To', tagged || status === 100 || content.toTag === undefined ? to : `${to};tag=${content.toTag}`);
  headers.add('Call-ID', request.headers.get('Call-ID') ?? '');
  headers.add('CSeq', request.headers.get('CSeq') ?? '');
  // RFC 3261 §12.1.1: the route set of the dialog comes from here.
  if (status > 100 && status < 300)
    for (const route of request.headers.lines('Record-Route')) headers.add('Record-Route', route);
  const stamp = status === 100 ? request.headers.get('Timestamp') : undefined;
  if (stamp !== undefined) headers.add('Timestamp', stamp);
  for (const [name, value] of content.headers ?? []) headers.add(name, value);
  if (content.body) headers.add('Content-Type', content.body.type);
  return {
    kind: 'response',
    status,
    phrase: content.phrase ?? phraseOf(status),
    headers,
    body: content.body?.text ?? '',
  };
}
