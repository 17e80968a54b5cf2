import { type NameAddr, parseNameAddr, serializeNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import { callIdOf, cseqOf, type SipRequest, toOf } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { Credentials, ExchangeClock } from '../../ports.ts';
import { fitsAsHeard } from '../admission/authenticate.ts';
import { capabilities } from '../dialogs/leg.ts';
import type { Flow, FlowOwner } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';
import { type Binding, type Bindings, needsItsConnection } from './bindings.ts';

const minExpiresSeconds = 60;
const maxExpiresSeconds = 3600;
const bindingsOfOneEndpoint = 10;

/** Answers an authenticated REGISTER (RFC 3261 §10.3). Rejects only when the store does. */
export type Registrar = (transaction: ServerTransaction<Flow>, who: FlowOwner) => Promise<void>;

interface WantedContact {
  readonly address: NameAddr;
  readonly seconds: number;
  readonly binding: Binding;
  readonly known: Binding | undefined;
}

interface Parts {
  readonly bindings: Bindings;
  readonly credentials: Credentials;
  readonly clock: ExchangeClock;
  readonly token: () => string;
  readonly log: SipLog;
}

export function openRegistrar(parts: Parts): Registrar {
  return async (transaction, who) => {
    const { request, hop: flow } = transaction;
    const { endpointId } = who.endpoint;
    // RFC 3261 §10.3 step 4: nobody registers for somebody else.
    if (parseUri(toOf(request).uri)?.user !== who.username) return transaction.reply(403);
    flow.trusted = true;
    const values = request.headers.list('Contact');
    if (values.includes('*')) return removeAll(parts, transaction, endpointId);
    const contacts = wantedContacts(parts, transaction, who, values);
    if (!contacts) return;
    for (const contact of contacts) {
      const isDone =
        contact.seconds > 0 ? await add(parts, transaction, who, contact) : await remove(parts, flow, contact);
      if (!isDone) return transaction.reply(403);
      noteChange(parts, flow, contact);
    }
    answerOk(parts, transaction, endpointId, contacts);
  };
}

/** What the contacts of a REGISTER ask for; undefined where it was answered here. */
function wantedContacts(
  parts: Parts,
  transaction: ServerTransaction<Flow>,
  who: FlowOwner,
  values: readonly string[],
): readonly WantedContact[] | undefined {
  const refuse = (...answer: Parameters<typeof transaction.reply>): undefined => {
    transaction.reply(...answer);
  };
  const wanted = values.map((value) => wantedContact(parts, transaction, who, value));
  const contacts = wanted.filter((one) => one !== undefined);
  if (contacts.length < wanted.length) return refuse(400, { phrase: 'Bad Contact' });
  if (contacts.some(({ seconds }) => seconds > 0 && seconds < minExpiresSeconds)) {
    return refuse(423, { headers: [['Min-Expires', String(minExpiresSeconds)]] });
  }
  if (contacts.some(({ known }) => known && isOutOfOrder(known, transaction))) {
    return refuse(500, { phrase: 'CSeq Out Of Order' });
  }
  return contacts;
}

function wantedContact(
  { bindings, clock, token }: Parts,
  transaction: ServerTransaction<Flow>,
  { endpoint, ha1 }: FlowOwner,
  value: string,
): WantedContact | undefined {
  const { request, hop: flow } = transaction;
  const address = parseNameAddr(value);
  const uri = address && parseUri(address.uri);
  const seconds = secondsOf(address?.parameters.get('expires') ?? request.headers.get('Expires'));
  if (!address || !uri || uri.scheme === 'tel' || address.uri.length > 1000) return undefined;
  const regId = Number(address.parameters.get('reg-id') ?? Number.NaN);
  const contact = {
    endpointId: endpoint.endpointId,
    contactUri: address.uri,
    instanceId: address.parameters.get('+sip.instance')?.slice(0, 200) ?? null,
    regId: Number.isInteger(regId) ? regId : null,
  };
  const origin = { sipCallId: callIdOf(request), remoteAddress: flow.remote.address, remotePort: flow.remote.port };
  // Only a phone that registers has moved: one that takes its earlier contact away goes on at the later one.
  const known = bindings.matching(contact, seconds > 0 && isOfOnePhone(request) ? origin : undefined);
  const binding: Binding = {
    ...contact,
    id: known?.id ?? token(),
    userId: endpoint.userId,
    transport: flow.transport,
    remoteAddress: origin.remoteAddress,
    remotePort: origin.remotePort,
    path: request.headers.list('Path'),
    sipCallId: origin.sipCallId,
    cseq: cseqOf(request).number,
    userAgent: request.headers.get('User-Agent')?.slice(0, 200) ?? null,
    expiresAt: new Date(clock.now().getTime() + Math.min(seconds, maxExpiresSeconds) * 1000),
    suspect: false,
    flow: flow.transport === 'udp' ? undefined : flow,
    ha1,
  };
  return { address, seconds, binding, known };
}

/** A proxy has many phones behind one address, and a request with several contacts wants all of them. */
const isOfOnePhone = ({ headers }: SipRequest): boolean =>
  headers.list('Contact').length === 1 && headers.list('Via').length === 1 && !headers.has('Path');

/** False where the device's credentials were withdrawn meanwhile. */
async function add(
  { bindings, credentials }: Parts,
  { hop: flow }: ServerTransaction<Flow>,
  who: FlowOwner,
  { binding, known }: WantedContact,
): Promise<boolean> {
  const { username, endpoint } = who;
  if (!known) await makeRoom(bindings, endpoint.endpointId);
  if (isWebSocket(flow)) flow.owner = { username, endpoint, ha1: who.ha1 };
  // What was right may have been withdrawn before the binding was there to be dropped.
  const [, fits] = await Promise.all([bindings.put(binding), fitsAsHeard(credentials, who)]);
  if (!fits) {
    await bindings.drop(bindings.ofEndpoint(endpoint.endpointId).filter(({ ha1 }) => ha1 === who.ha1));
    if (flow.owner?.ha1 === who.ha1) delete flow.owner;
    return false;
  }
  // The connection may have been lost while the binding was being stored.
  if (needsItsConnection(flow) && !flow.open) bindings.flowLost(flow);
  return true;
}

async function remove({ bindings }: Parts, flow: Flow, { known }: WantedContact): Promise<true> {
  if (known) {
    await bindings.drop([known]);
    delete flow.owner;
  }
  return true;
}

/** RFC 3261 §10.2.2: `Contact: *` takes all of a device's bindings away. */
async function removeAll(parts: Parts, transaction: ServerTransaction<Flow>, endpointId: string) {
  const { bindings } = parts;
  const { request } = transaction;
  if (request.headers.list('Contact').length > 1 || request.headers.get('Expires')?.trim() !== '0') {
    return transaction.reply(400, { phrase: 'Bad Contact' });
  }
  const all = bindings.ofEndpoint(endpointId);
  if (all.some((binding) => isOutOfOrder(binding, transaction)))
    return transaction.reply(500, { phrase: 'CSeq Out Of Order' });
  await bindings.drop(all);
  delete transaction.hop.owner;
  answerOk(parts, transaction, endpointId);
}

/** A refresh is no news. */
function noteChange({ log }: Parts, flow: Flow, { seconds, binding, known }: WantedContact) {
  if (seconds > 0 && known) return;
  const { endpointId, userId, id: contactId } = binding;
  log.info({ endpointId, userId, contactId, flow: flow.id }, seconds > 0 ? 'registered' : 'unregistered');
}

function answerOk(
  { bindings, clock }: Parts,
  transaction: ServerTransaction<Flow>,
  endpointId: string,
  wanted: readonly WantedContact[] = [],
) {
  const now = clock.now().getTime();
  const contacts = bindings.ofEndpoint(endpointId).map((binding): [string, string] => {
    const parameters = new Map([
      ['expires', String(Math.max(Math.round((binding.expiresAt.getTime() - now) / 1000), 0))],
    ]);
    if (binding.instanceId !== null) parameters.set('+sip.instance', binding.instanceId);
    if (binding.regId !== null) parameters.set('reg-id', String(binding.regId));
    // What else a contact of this request came with goes back with it.
    const sent = wanted.find((one) => one.binding.id === binding.id)?.address.parameters ?? [];
    for (const [name, value] of sent) if (!parameters.has(name)) parameters.set(name, value);
    return ['Contact', serializeNameAddr({ uri: binding.contactUri, parameters })];
  });
  // RFC 3327 §5.3: the phone learns which path its registration took.
  const path = transaction.request.headers.list('Path').map((value): [string, string] => ['Path', value]);
  // RFC 6665 §4.4.4: a phone learns here what it may ask for.
  const offers = capabilities(transaction.hop).filter(([name]) => name === 'Supported' || name === 'Allow-Events');
  transaction.reply(200, { headers: [...contacts, ...path, ...offers, ['Date', clock.now().toUTCString()]] });
}

/** RFC 3261 §20.19 and §10.2.1.1: what cannot be read counts like an hour. */
const secondsOf = (text: string | undefined): number =>
  /^\d{1,10}$/.test(text?.trim() ?? '') ? Number(text) : maxExpiresSeconds;

const isWebSocket = (flow: Flow) => flow.transport === 'ws' || flow.transport === 'wss';

/** RFC 3261 §10.3 step 7: an older request of the same client must not undo a newer one. */
const isOutOfOrder = (binding: Binding, { request }: ServerTransaction<Flow>): boolean =>
  binding.sipCallId === callIdOf(request) && binding.cseq >= cseqOf(request).number;

/** The binding that expires first goes when there are too many: it is the one nobody refreshes. */
const makeRoom = async (bindings: Bindings, endpointId: string): Promise<void> => {
  const known = [...bindings.ofEndpoint(endpointId)].sort((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime());
  const surplus = known.slice(0, Math.max(known.length + 1 - bindingsOfOneEndpoint, 0));
  if (surplus.length > 0) await bindings.drop(surplus);
};
