import { parseParameters } from '../grammar/parameters.ts';
import { HeaderFields } from './headers.ts';
import type { SipMessage } from './message.ts';

/** Parts of one body that are looked at, and how deep they may hold others. */
const mostParts = 10;
const deepest = 2;

const session = 'application/sdp';

interface Part {
  readonly headers: HeaderFields;
  readonly body: string;
}

/**
 * A message as if its session description had come alone. Gateways put other things beside it (ISUP, a location, a picture of
 * the caller) in a multipart body (RFC 5621), which nothing here reads. What has no session description stays as it is, and so
 * does what says of another part that it has to be understood (`handling=required`), for that is to be refused.
 */
export function withSessionPart<Message extends SipMessage>(message: Message): Message {
  if (!isMultipart(message.headers)) return message;
  const parts = partsOf(message, deepest);
  const found = parts.find(isSession);
  if (!found || parts.some((part) => part !== found && isRequired(part))) return message;
  const headers = new HeaderFields(message.headers);
  headers.set('Content-Type', session);
  return { ...message, headers, body: found.body };
}

const typeOf = (headers: HeaderFields): string =>
  (headers.get('Content-Type')?.split(';')[0] ?? 'text/plain').trim().toLowerCase();

const isMultipart = (headers: HeaderFields): boolean => typeOf(headers).startsWith('multipart/');

const isSession = ({ headers }: Part): boolean =>
  typeOf(headers) === session && !/^(base64|quoted-printable)$/i.test(headers.get('Content-Transfer-Encoding') ?? '');

const parametersOf = (value: string | undefined) => parseParameters((value ?? '').split(';').slice(1).join(';'));

const isRequired = ({ headers }: Part): boolean =>
  typeOf(headers) !== session &&
  parametersOf(headers.get('Content-Disposition')).get('handling')?.toLowerCase() === 'required';

/** The parts that hold no others, in order. */
const partsOf = ({ headers, body }: Part, depth: number): Part[] => {
  if (!isMultipart(headers)) return [{ headers, body }];
  const boundary = parametersOf(headers.get('Content-Type')).get('boundary') ?? '';
  if (depth === 0 || boundary === '' || boundary.length > 70) return [];
  const found = textsBetween(body, boundary).flatMap((text) => partsOf(partOf(text), depth - 1));
  // RFC 2046 §5.1.4: the last of several is the one that its sender likes best.
  return typeOf(headers) === 'multipart/alternative' ? found.slice(-1) : found;
};

/** The texts between the boundary lines (RFC 2046 §5.1.1); the line break before such a line is part of it. */
const textsBetween = (body: string, boundary: string): string[] => {
  const [, ...texts] = `\r\n${body}`.split(`\n--${boundary}`);
  const last = texts.findIndex((text) => text.startsWith('--'));
  return texts
    .slice(0, last === -1 ? texts.length : last)
    .slice(0, mostParts)
    .map((text) => text.replace(/^[ \t]*\r?\n/, '').replace(/\r$/, ''));
};

const partOf = (text: string): Part => {
  const end = /(?:^|\r?\n)\r?\n/.exec(text);
  if (!end) return { headers: new HeaderFields(), body: '' };
  const lines = text
    .slice(0, end.index)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  const fields = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon === -1 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
  });
  return { headers: new HeaderFields(fields), body: text.slice(end.index + end[0].length) };
};
