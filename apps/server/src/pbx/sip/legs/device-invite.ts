import { answerNow } from '@sidetone/contract/rules/answer-now.ts';
import { queueRing } from '@sidetone/contract/rules/queues/queue-ring.ts';
import { writeDiversions } from '@sidetone/sip/grammar/diversion.ts';
import { serializeNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { escapeUser, splitUriHeaders } from '@sidetone/sip/grammar/uri.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { LegOrder } from '../../calls/legs.ts';
import { capabilities, sdpBody } from '../dialogs/leg.ts';
import { type Binding, isBrowser } from '../registrar/bindings.ts';
import type { Flow } from '../wires/flow.ts';

type InviteOrder = Extract<LegOrder, { do: 'invite' }>;

/** The INVITE of a registered device. */
export const inviteOf = (order: InviteOrder, binding: Binding, flow: Flow, tag: string): SipRequest => {
  const { host, port } = flow.via;
  const place = port === undefined ? host : `${host}:${port}`;
  const hidden = order.from === 'anonymous';
  const from =
    order.from === 'anonymous'
      ? { name: 'Anonymous', uri: 'sip:anonymous@anonymous.invalid' }
      : { ...nameIn(order.from), uri: `sip:${escapeUser(order.from.user)}@${place}` };
  const headers = new HeaderFields();
  for (const route of binding.path) headers.add('Route', route);
  headers.add('Max-Forwards', '70');
  headers.add('From', serializeNameAddr({ ...from, parameters: new Map([['tag', tag]]) }));
  const name = order.to.name ?? order.via;
  const to = { ...(name === undefined ? {} : { name }), uri: `sip:${escapeUser(order.to.user)}@${place}` };
  headers.add('To', serializeNameAddr({ ...to, parameters: new Map() }));
  headers.add('Call-ID', order.sipCallId);
  headers.add('CSeq', '1 INVITE');
  headers.add('X-Client-Correlation-Id', order.sessionId);
  if (hidden) headers.add('Privacy', 'id');
  // Of our own making alone: what a caller says of it never comes this far.
  if (order.isOfQueue && !isBrowser(flow)) headers.add('Alert-Info', `<http://ring.invalid>;info=${queueRing}`);
  if (order.answersItself) {
    // Snom, Yealink, Gigaset and Grandstream read the first, Cisco, Mitel and browsers of ours the second; some read both.
    headers.add('Alert-Info', '<http://ring.invalid>;info=alert-autoanswer;delay=0');
    headers.add('Call-Info', `<sip:ring.invalid>;${answerNow}`);
  }
  // RFC 7315 §4.2: a gateway or a bot behind one registration serves several numbers by it.
  if (!isBrowser(flow)) headers.add('P-Called-Party-ID', `<${to.uri}>`);
  if (!isBrowser(flow)) for (const [field, value] of sentOn(order, to, binding, place)) headers.add(field, value);
  for (const [name, value] of capabilities(flow)) headers.add(name === 'Server' ? 'User-Agent' : name, value);
  const body = sdpBody(order.offer);
  headers.add('Content-Type', body.type);
  // RFC 3261 §19.1.1: header fields of a contact have no place in a Request-URI.
  return { kind: 'request', method: 'INVITE', uri: splitUriHeaders(binding.contactUri).bare, headers, body: body.text };
};

/**
 * What phones show as “for Service” or “by Anna”, beside who calls (RFC 5806, RFC 7044), and who sent the call on before. Those
 * who hide have been left out.
 */
function sentOn(
  { via, diverted = [] }: InviteOrder,
  to: { readonly name?: string; readonly uri: string },
  binding: Binding,
  place: string,
): ReturnType<typeof writeDiversions> {
  const uriOf = (user: string) => `sip:${escapeUser(user)}@${place}`;
  const before = diverted.map(uriOf);
  const reason = 'unknown';
  if (via !== undefined) {
    return writeDiversions({
      by: to.uri,
      name: to.name,
      reason,
      before,
      target: splitUriHeaders(binding.contactUri).bare,
    });
  }
  const last = before.pop();
  return last === undefined ? [] : writeDiversions({ by: last, reason, before, target: to.uri });
}

const nameIn = (party: { readonly name?: string }) => (party.name === undefined ? {} : { name: party.name });
