import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { LegOrder } from '../../calls/legs.ts';
import { capabilities } from '../dialogs/leg.ts';
import { type TrunkManners, type TrunkTarget, trunkInvite } from '../trunks/trunk-invite.ts';
import type { Flow } from '../wires/flow.ts';
import { proofField } from './invite-proof.ts';

/** Another node reads numbers in E.164, and is told who calls, also where one of ours sends the call of somebody else there. */
const manners: TrunkManners = {
  numberForm: 'e164',
  place: { country: 'DE', areaCode: '' },
  fixedNumber: null,
  forwardedAs: 'caller',
  username: null,
  callerIdIn: 'assertedIdentity',
  sendsAddress: false,
};

/** The INVITE of a call to a company at another node, with what proves that a carrier of the cell sends it. */
export function nodeInvite(given: {
  readonly node: string;
  readonly flow: Flow;
  readonly order: Extract<LegOrder, { do: 'invite' }>;
  readonly target: TrunkTarget;
  readonly tag: string;
  readonly sign: (invite: SipRequest) => string;
}): SipRequest {
  const { node, flow, order, target, tag, sign } = given;
  const [, contact = ''] = capabilities(flow).find(([name]) => name === 'Contact') ?? [];
  const place = { host: node, port: undefined, transport: 'udp' as const };
  const to = { trunk: manners, place, proxy: undefined, serviceRoutes: [], contact, flow };
  const invite = trunkInvite({ ...to, order, target, tag });
  // One call is one session in the records of both companies.
  invite.headers.add('X-Client-Correlation-Id', order.sessionId);
  invite.headers.add(proofField, sign(invite));
  return invite;
}
