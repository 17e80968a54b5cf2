import { CallError } from '../call-error.ts';
import type { SipCallParts } from './sip-call.ts';
import { correlationHeader } from './sip-call.ts';

/** The parts of an INVITE that a client needs. */
export interface IncomingInvite {
  getHeader(name: string): string | undefined;
  readonly from: { readonly display_name: string | null; readonly uri: { readonly user: string | null } };
  readonly to: { readonly display_name: string | null; readonly uri: { readonly user: string | null } };
}

/** Call-ID and facts of an incoming INVITE. Throws where a header that both sides rely on is missing. */
export function readInvite(invite: IncomingInvite): { callId: string; facts: SipCallParts['facts'] } {
  const callId = invite.getHeader('Call-ID');
  const sessionId = invite.getHeader(correlationHeader);
  if (!callId) throw new CallError('UNKNOWN', 'INVITE without Call-ID');
  if (!sessionId) throw new CallError('UNKNOWN', `INVITE without ${correlationHeader}`);
  const user = invite.from.uri.user;
  const withheld = user === null || user === '' || user.toLowerCase() === 'anonymous';
  const called = splitCalled(invite.to.display_name ?? '');
  return {
    callId,
    facts: {
      sessionId,
      direction: 'INCOMING',
      number: withheld ? null : decodeURIComponent(user),
      displayName: withheld ? null : invite.from.display_name || null,
      calledNumber: called.number,
      channelId: called.channelId,
    },
  };
}

/** The called number and its channel, parted by the last underscore; channel ids have none. */
export function splitCalled(displayName: string): { number: string | null; channelId: string | null } {
  const at = displayName.lastIndexOf('_');
  const number = at < 0 ? displayName : displayName.slice(0, at);
  const channelId = at < 0 ? '' : displayName.slice(at + 1);
  return { number: number === '' ? null : number, channelId: channelId === '' ? null : channelId };
}

/** The To header of an outgoing INVITE that names the channel to call from. */
export function toHeader(uri: string, ownNumber: string | null, channelId: string | null): string {
  return channelId === null ? `<${uri}>` : `"${(ownNumber ?? '').replace(/["\\]/g, '')}_${channelId}" <${uri}>`;
}
