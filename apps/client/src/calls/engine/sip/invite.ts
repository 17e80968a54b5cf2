import { asksToAnswer } from '@sidetone/contract/rules/answer-now.ts';
import { pageCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { calledName, inviteIds, readCalledName } from '@sidetone/contract/rules/sip-invite.ts';
import type { SipCallParts } from './call/sip-call-parts.ts';

/** The parts of an INVITE that a client needs. */
export interface IncomingInvite {
  getHeader(name: string): string | undefined;
  readonly from: { readonly display_name: string | null; readonly uri: { readonly user: string | null } };
  readonly to: { readonly display_name: string | null; readonly uri: { readonly user: string | null } };
}

/** Call-ID and facts of an incoming INVITE. Throws where a header that both sides rely on is missing. */
export function readInvite(invite: IncomingInvite): { sipCallId: string; facts: SipCallParts['facts'] } {
  const { callId: sipCallId, sessionId } = inviteIds((name) => invite.getHeader(name));
  const user = invite.from.uri.user;
  const withheld = user === null || user === '' || user.toLowerCase() === 'anonymous';
  const called = readCalledName(invite.to.display_name ?? '');
  return {
    sipCallId,
    facts: {
      sessionId,
      direction: 'INCOMING',
      number: withheld ? null : decodeURIComponent(user),
      displayName: withheld ? null : invite.from.display_name || null,
      calledNumber: called.number,
      channelId: called.targetChannelId,
      ...(asksToAnswer(invite.getHeader('Call-Info')) && { asksToAnswer: true as const }),
    },
  };
}

/** Whether a colleague speaks to a group: the device is asked to answer by itself, and the group was dialled. */
export const isPage = ({ to }: IncomingInvite, { asksToAnswer: asks }: SipCallParts['facts']): boolean =>
  asks === true && (to.uri.user ?? '').startsWith(pageCode);

/** The To header of an outgoing INVITE that names the channel to call from. */
export function toHeader(uri: string, ownNumber: string | null, channelId: string | null): string {
  if (channelId === null) return `<${uri}>`;
  return `"${calledName(ownNumber, channelId).replace(/["\\]/g, '')}" <${uri}>`;
}
