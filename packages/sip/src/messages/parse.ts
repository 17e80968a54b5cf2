import { parseNameAddr } from '../grammar/name-addr.ts';
import { parseUri } from '../grammar/uri.ts';
import { parseVia } from '../grammar/via.ts';
import { HeaderFields } from './headers.ts';
import { parseCSeq, type SipMessage, type SipRequest } from './message.ts';
import { utf8Length } from './serialize.ts';

export interface ParseLimits {
  /** Header lines of one message. */
  readonly headerCount: number;
  /** Characters of one header line, with its continuations. */
  readonly lineLength: number;
  /** Bytes of one message. */
  readonly size: number;
}

export const defaultLimits: ParseLimits = { headerCount: 200, lineLength: 8192, size: 65_536 };

/**
 * What came of a text: a message; a request that is broken but can be answered, with status and phrase of that answer;
 * or nothing that could be answered.
 */
export type Parsed =
  | { readonly kind: 'message'; readonly message: SipMessage }
  | { readonly kind: 'refusal'; readonly request: SipRequest; readonly status: number; readonly phrase: string }
  | { readonly kind: 'garbage'; readonly why: string };

/** Reads one whole message. `framed` says that the transport knew its end, so that a missing Content-Length is fine. */
export function parseMessage(text: string, limits: ParseLimits = defaultLimits): Parsed {
  if (text.length > limits.size) return garbage('too large');
  // RFC 3261 §7.5: empty lines before the start line are ignored.
  const start = text.search(/[^\r\n]/);
  if (start === -1) return garbage('empty');
  const end = /\r?\n\r?\n/.exec(text.slice(start));
  const head = end ? text.slice(start, start + end.index) : text.slice(start);
  const body = end ? text.slice(start + end.index + end[0].length) : '';
  // RFC 3261 §7.3.1: a line that begins with white space continues the one before.
  const [startLine = '', ...lines] = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  if (startLine.length > limits.lineLength) return garbage('line too long');
  if (lines.length > limits.headerCount || lines.some((line) => line.length > limits.lineLength)) {
    return tooLarge(startLine, lines, limits);
  }
  const headers = new HeaderFields();
  const broken: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim();
    if (/^[A-Za-z0-9.!%*_+`'~-]+$/.test(name)) headers.add(name, line.slice(colon + 1).trim());
    else broken.push('header field');
  }
  const status = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/i.exec(startLine);
  if (status) {
    const faults = [...faultsOf(headers), ...broken];
    const cut = cutBody(headers, body);
    if (faults.length > 0 || cut === undefined) return garbage(`response: ${faults[0] ?? 'Content-Length'}`);
    return {
      kind: 'message',
      message: { kind: 'response', status: Number(status[1]), phrase: status[2] ?? '', headers, body: cut },
    };
  }
  const request = /^([A-Za-z0-9.!%*_+`'~-]+) (\S+) SIP\/(\d+\.\d+)$/i.exec(startLine);
  if (request) return checkRequest(request, headers, body, broken);
  return misspelt(startLine, headers) ?? garbage('start line');
}

/** The status of what is too large to be read (RFC 3261 §21.5.7). Nobody who means well sends it. */
export const tooLargeStatus = 513;

/** Of a request that is too large only so much is read as its answer needs. */
const tooLarge = (startLine: string, lines: readonly string[], limits: ParseLimits): Parsed => {
  const [, method = '', uri = ''] = /^([A-Za-z0-9.!%*_+`'~-]+) (\S+) SIP\/2\.0$/i.exec(startLine) ?? [];
  const all = new HeaderFields();
  for (const line of lines) {
    const [name = ''] = line.split(':', 1);
    if (line.length <= limits.lineLength) all.add(name.trim(), line.slice(name.length + 1).trim());
  }
  const headers = new HeaderFields([['Via', all.list('Via')[0] ?? '']]);
  for (const name of ['From', 'To', 'Call-ID', 'CSeq']) headers.add(name, all.get(name) ?? '');
  if (method === '' || method === 'ACK' || faultsOf(headers).length > 0) return garbage('too large');
  const request: SipRequest = { kind: 'request', method, uri, headers, body: '' };
  return { kind: 'refusal', request, status: tooLargeStatus, phrase: 'Message Too Large' };
};

/** RFC 3261 §7.1: a start line with spaces too many is still a request, and its sender gets to know. */
const misspelt = (startLine: string, headers: HeaderFields): Parsed | undefined => {
  const [method = '', ...rest] = startLine.split(/[ \t]+/).filter((word) => word !== '');
  const version = rest.pop() ?? '';
  if (!/^[A-Za-z0-9.!%*_+`'~-]+$/.test(method) || !/^SIP\/\d+\.\d+$/i.test(version) || rest.length === 0)
    return undefined;
  if (method === 'ACK' || !parseVia(headers.list('Via')[0] ?? '')) return undefined;
  const request: SipRequest = { kind: 'request', method, uri: rest.join(' '), headers, body: '' };
  return { kind: 'refusal', request, status: 400, phrase: 'Bad Request-Line' };
};

const garbage = (why: string): Parsed => ({ kind: 'garbage', why });

const checkRequest = (start: RegExpExecArray, headers: HeaderFields, body: string, broken: string[]): Parsed => {
  const [, method = '', uri = '', version] = start;
  const cut = cutBody(headers, body);
  const request: SipRequest = { kind: 'request', method, uri, headers, body: cut ?? '' };
  // Without a Via there is no telling whom to answer, and an ACK is never answered (RFC 3261 §17.1.1.3).
  const via = parseVia(headers.list('Via')[0] ?? '');
  const refuse = (status: number, phrase: string): Parsed =>
    via && method !== 'ACK' ? { kind: 'refusal', request, status, phrase } : garbage(phrase);
  // RFC 3261 §21.5.6: senders of another version write it into Via as well.
  if (version !== '2.0') {
    return method !== 'ACK' && isForeignVia(headers.list('Via')[0] ?? '')
      ? { kind: 'refusal', request, status: 505, phrase: 'Version Not Supported' }
      : refuse(505, 'Version Not Supported');
  }
  const fault = [...faultsOf(headers), ...broken][0];
  if (fault !== undefined) return refuse(400, `Bad ${fault}`);
  if (cut === undefined) return refuse(400, 'Bad Content-Length');
  const cseq = parseCSeq(headers.get('CSeq'));
  if (cseq?.method !== method) return refuse(400, 'Bad CSeq Method');
  if (!/^(?:sips?|tel):/i.test(uri)) {
    return /^[a-z][a-z0-9+.-]*:/i.test(uri) ? refuse(416, 'Unsupported URI Scheme') : refuse(400, 'Bad Request-URI');
  }
  if (!parseUri(uri)) return refuse(400, 'Bad Request-URI');
  const hops = headers.get('Max-Forwards');
  if (hops !== undefined && !(/^\d{1,10}$/.test(hops) && Number(hops) < 256)) return refuse(400, 'Bad Max-Forwards');
  // RFC 3261 §10.2.2: only a REGISTER may say `*`, and means all of them.
  const isContact = (contact: string) => (method === 'REGISTER' && contact === '*') || parseNameAddr(contact);
  if (!headers.list('Contact').every(isContact)) return refuse(400, 'Bad Contact');
  return { kind: 'message', message: request };
};

const isForeignVia = (via: string) => /^SIP\s*\/\s*\d+\.\d+\s*\/\s*[A-Za-z0-9-]+\s+\S/i.test(via);

/** Names of the mandatory header fields (RFC 3261 §8.1.1) that are missing, doubled or malformed. */
const faultsOf = (headers: HeaderFields): string[] => {
  const faults: string[] = [];
  for (const name of ['From', 'To', 'Call-ID', 'CSeq', 'Max-Forwards', 'Content-Length', 'Content-Type']) {
    if (headers.lines(name).length > 1) faults.push(name);
  }
  const vias = headers.list('Via');
  if (vias.length === 0 || vias.some((via) => !parseVia(via))) faults.push('Via');
  if (!parseNameAddr(headers.get('From') ?? '')) faults.push('From');
  if (!parseNameAddr(headers.get('To') ?? '')) faults.push('To');
  if (!/^[^\s]+$/.test(headers.get('Call-ID') ?? '')) faults.push('Call-ID');
  if (!parseCSeq(headers.get('CSeq'))) faults.push('CSeq');
  return faults;
};

/** The body as Content-Length says (RFC 3261 §18.3: surplus is dropped); undefined when bytes are missing. */
const cutBody = (headers: HeaderFields, body: string): string | undefined => {
  const declared = headers.get('Content-Length');
  if (declared === undefined) return body;
  if (!/^\d{1,9}$/.test(declared)) return undefined;
  const wanted = Number(declared);
  const there = utf8Length(body);
  if (there < wanted) return undefined;
  if (there === wanted) return body;
  let end = 0;
  let bytes = 0;
  for (const char of body) {
    bytes += utf8Length(char);
    if (bytes > wanted) break;
    end += char.length;
  }
  return body.slice(0, end);
};
