import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { Flow } from '../wires/flow.ts';
import { acceptedTypes } from './leg.ts';

type InfoContent =
  | { readonly kind: 'digit'; readonly digit: string; readonly durationMs: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unknownType' }
  | { readonly kind: 'unknownPackage' }
  | { readonly kind: 'malformed' };

/** Answers an INFO; gives the key that it was. RFC 6086 §4.2.2: none of its packages is understood. */
export function takeInfo(transaction: ServerTransaction<Flow>): Extract<InfoContent, { kind: 'digit' }> | null {
  const content = readInfo(transaction.request);
  switch (content.kind) {
    case 'unknownPackage':
      transaction.reply(469, { phrase: 'Bad Info Package', headers: [['Recv-Info', '']] });
      return null;
    case 'unknownType':
      transaction.reply(415, { headers: [['Accept', acceptedTypes]] });
      return null;
    case 'malformed':
      transaction.reply(400, { phrase: 'Bad DTMF' });
      return null;
    default:
      transaction.reply(200);
      return content.kind === 'digit' ? content : null;
  }
}

const defaultDurationMs = 160;

/**
 * Reads a key press out of INFO: `application/dtmf-relay` (Signal, Duration) or `application/dtmf` (the key alone).
 * What asks for something that is not done is refused, and never answered as if it were: packages (RFC 6086), and the
 * `Record: on` of desk phones, as recordings belong to the app, where consent is asked for.
 */
function readInfo(request: SipRequest): InfoContent {
  if (request.headers.has('Info-Package')) return { kind: 'unknownPackage' };
  const type = (request.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (request.body.trim() === '' && !type) return { kind: request.headers.has('Record') ? 'unknownType' : 'empty' };
  if (type === 'application/dtmf') return digitOf(request.body, defaultDurationMs);
  if (type !== 'application/dtmf-relay') return { kind: 'unknownType' };
  const fields = new Map(
    request.body.split(/\r?\n/).map((line): [string, string] => {
      const equals = line.indexOf('=');
      return [line.slice(0, Math.max(equals, 0)).trim().toLowerCase(), line.slice(equals + 1).trim()];
    }),
  );
  const duration = Number(fields.get('duration') ?? defaultDurationMs);
  return digitOf(fields.get('signal') ?? '', Number.isFinite(duration) ? duration : defaultDurationMs);
}

const digitOf = (signal: string, durationMs: number): InfoContent => {
  // Some phones give the event numbers of RFC 4733 in place of the signs.
  const named = new Map([
    ['10', '*'],
    ['11', '#'],
    ['12', 'A'],
    ['13', 'B'],
    ['14', 'C'],
    ['15', 'D'],
  ]);
  const digit = named.get(signal.trim()) ?? signal.trim().toUpperCase();
  if (!/^[0-9*#A-D]$/.test(digit)) return { kind: 'malformed' };
  return { kind: 'digit', digit, durationMs: Math.min(Math.max(Math.round(durationMs), 40), 6000) };
};
