import type { SipRequest } from '@sidetone/sip/messages/message.ts';

export type InfoContent =
  | { readonly kind: 'digit'; readonly digit: string; readonly durationMs: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unknownType' }
  | { readonly kind: 'malformed' };

const defaultDurationMs = 160;

/** Reads a key press out of INFO: `application/dtmf-relay` (Signal, Duration) or `application/dtmf` (the key alone). */
export function readInfo(request: SipRequest): InfoContent {
  const type = (request.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (request.body.trim() === '' && !type) return { kind: 'empty' };
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
