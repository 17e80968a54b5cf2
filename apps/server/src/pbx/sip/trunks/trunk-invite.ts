import { writtenForTrunk } from '@sidetone/contract/rules/numbers/trunk-numbers.ts';
import { writeDiversions } from '@sidetone/sip/grammar/diversion.ts';
import { serializeNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { escapeUser } from '@sidetone/sip/grammar/uri.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { LegOrder } from '../../calls/legs.ts';
import { domainOf, routeTo, type SipPlace } from '../accounts/sip-place.ts';
import { capabilities, sdpBody } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';
import { withLocation } from './location-body.ts';
import type { TrunkAccount } from './trunk-account.ts';

type InviteOrder = Extract<LegOrder, { do: 'invite' }>;
export type TrunkTarget = Extract<InviteOrder['target'], { kind: 'trunk' }>;

/** How a trunk wants to be told of calls. */
export type TrunkManners = Pick<
  TrunkAccount,
  'numberForm' | 'place' | 'fixedNumber' | 'forwardedAs' | 'username' | 'callerIdIn' | 'sendsAddress'
>;

/**
 * The INVITE of a call that leaves by a trunk, with the caller's number where the trunk wants it. Who hides it is
 * anonymous in From, and the trunk alone learns the number (RFC 3325 §9.2, RFC 3323).
 */
export function trunkInvite(given: {
  readonly trunk: TrunkManners;
  readonly place: SipPlace;
  readonly proxy: SipPlace | undefined;
  readonly serviceRoutes: readonly string[];
  /** Where the other side finds us. */
  readonly contact: string;
  readonly flow: Flow;
  readonly order: InviteOrder;
  readonly target: TrunkTarget;
  readonly tag: string;
}): SipRequest {
  const { trunk, place, proxy, serviceRoutes, contact, flow, order, target, tag } = given;
  const domain = domainOf(place);
  const host = place.port === undefined || proxy ? domain : `${domain}:${place.port}`;
  const written = (number: string) => escapeUser(writtenForTrunk(number, trunk.numberForm, trunk.place));
  const called = written(target.number);
  const identity = trunk.fixedNumber ?? target.identity;
  const isHidden = order.from === 'anonymous';
  const shown = identity === null ? null : `sip:${written(identity)}@${domain}`;
  const diverted = trunk.forwardedAs === 'own' ? undefined : target.diverted;
  const mayShowCaller = trunk.forwardedAs === 'caller' && !isHidden && trunk.fixedNumber === null;
  const caller = mayShowCaller && diverted?.caller ? `sip:${written(diverted.caller)}@${domain}` : null;
  const account = trunk.username === null ? null : `sip:${escapeUser(trunk.username)}@${domain}`;
  const from = isHidden
    ? { name: 'Anonymous', uri: 'sip:anonymous@anonymous.invalid' }
    : {
        uri:
          (trunk.callerIdIn === 'from' ? (caller ?? shown ?? account) : (account ?? caller ?? shown)) ??
          `sip:${domain}`,
      };
  const headers = new HeaderFields();
  for (const route of proxy ? [routeTo(proxy)] : []) headers.add('Route', route);
  for (const route of serviceRoutes) headers.add('Route', route);
  headers.add('Max-Forwards', String(target.maxForwards));
  headers.add('From', serializeNameAddr({ ...from, parameters: new Map([['tag', tag]]) }));
  headers.add('To', `<sip:${called}@${domain}>`);
  headers.add('Call-ID', order.sipCallId);
  headers.add('CSeq', '1 INVITE');
  // Where From names somebody else, the provider learns here which number of its customer pays for the call.
  const asserted = trunk.callerIdIn !== 'from' ? (caller ?? shown) : isHidden || caller ? shown : null;
  if (asserted !== null) headers.add(identityHeader(trunk), `<${asserted}>`);
  if (isHidden) headers.add('Privacy', 'id');
  if (diverted) {
    const uriOf = (number: string) => `sip:${written(number)}@${domain}`;
    const { by, reason, before } = diverted;
    const chain = { by: uriOf(by), reason, before: before.map(uriOf), target: `sip:${called}@${domain}` };
    for (const [name, value] of writeDiversions(chain)) headers.add(name, value);
  }
  for (const [name, value] of capabilities(flow)) {
    if (name === 'Contact') headers.add('Contact', contact);
    else headers.add(name === 'Server' ? 'User-Agent' : name, value);
  }
  const location = trunk.sendsAddress && target.isEmergency ? target.location : null;
  const located = location ? withLocation(order.offer, location, tag) : undefined;
  for (const [name, value] of located?.headers ?? []) headers.add(name, value);
  const body = located ?? sdpBody(order.offer);
  headers.add('Content-Type', body.type);
  return { kind: 'request', method: 'INVITE', uri: `sip:${called}@${host}`, headers, body: body.text };
}

/** Where the trunk reads who pays for the call; one that is told in From trusts P-Asserted-Identity. */
const identityHeader = ({ callerIdIn }: Pick<TrunkAccount, 'callerIdIn'>) =>
  callerIdIn === 'preferredIdentity' ? 'P-Preferred-Identity' : 'P-Asserted-Identity';
