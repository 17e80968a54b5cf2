import { serializeNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { escapeUser, parseUri } from '@sidetone/sip/grammar/uri.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { TransactionLayer } from '@sidetone/sip/transactions/transaction-layer.ts';
import type { LegOrder, OutsideCaller } from '../../calls/legs.ts';
import type { ExchangeClock, SrtpPolicy } from '../../ports.ts';
import { capabilities, type RequestLayer, sdpBody } from '../dialogs/leg.ts';
import { srtpOver } from '../registrar/bindings.ts';
import type { Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';
import { authorisingLayer } from './authorising-layer.ts';
import { callerOf } from './caller-identity.ts';
import { type PhoneAccount, type PhoneStore, registersAlike } from './phone-account.ts';
import { refreshInTurn } from './refresh-in-turn.ts';
import { contactOf, openRegistration, type Registration } from './registration.ts';
import {
  domainOf,
  type FoundPlace,
  findPlace,
  type NameService,
  portOf,
  readPlace,
  routeTo,
  type SipPlace,
} from './sip-place.ts';

type InviteOrder = Extract<LegOrder, { do: 'invite' }>;

/** How an INVITE leaves through a phone's registrar. */
export interface PhoneWay {
  readonly userId: string;
  readonly phoneId: string;
  readonly flow: Flow;
  readonly layer: RequestLayer;
  readonly invite: (tag: string) => SipRequest;
}

export interface PhonePlace {
  /** Network address. */
  readonly address: string;
  /** Left out where keys would be readable on the way. */
  readonly srtp?: SrtpPolicy;
}

/** The phones of the classic generation: each is registered at its registrar, calls go out by it and come in from it. */
export interface PhoneAccounts {
  /** Registers all that the store knows; rejects when it cannot be read. */
  load(): Promise<void>;
  /** Reads one phone again: it was added, changed, switched on or off, or removed. */
  refresh(phoneId: string): Promise<void>;
  /** Undefined when the phone is not registered. */
  wayOut(order: InviteOrder): PhoneWay | undefined;
  /** Who an INVITE outside of any dialog comes from, where its request URI is a contact we registered. */
  recognise(
    request: SipRequest,
    flow: Flow,
  ): { readonly from: OutsideCaller; readonly layer: RequestLayer } | 'refused' | undefined;
  /** Whether a registrar of one of the phones is there. */
  isRegistrar(address: string): boolean;
  /** Sends what belongs to a dialog of this phone; undefined when the phone is gone. */
  layerOf(phoneId: string): RequestLayer | undefined;
  /** Where its registrar or proxy is, while it is registered. */
  placeOf(phoneId: string): PhonePlace | undefined;
  flowLost(flow: Flow): void;
  /** Unregisters all, for 1.5 s at most. */
  stop(): Promise<void>;
}

interface Kept {
  readonly account: PhoneAccount;
  readonly registrar: SipPlace;
  readonly proxy: SipPlace | undefined;
  readonly registration: Registration;
}

interface Parts {
  readonly store: PhoneStore;
  readonly names: NameService;
  readonly layer: Pick<TransactionLayer<Flow>, 'request' | 'sendAck'>;
  readonly clock: ExchangeClock;
  readonly log: SipLog;
  readonly token: () => string;
  readonly random: () => number;
  readonly wayTo: (place: FoundPlace) => Flow | undefined;
}

interface Keeper {
  readonly parts: Parts;
  readonly phones: Map<string, Kept>;
  stopped: boolean;
  /** One state after the other: a late write must not undo the one after it. */
  written: Promise<void>;
}

export function openPhoneAccounts(parts: Parts): PhoneAccounts {
  const { store } = parts;
  const phones = new Map<string, Kept>();
  const keeper: Keeper = { parts, phones, stopped: false, written: Promise.resolve() };
  return {
    async load() {
      for (const account of await store.all()) open(keeper, account);
    },
    refresh: refreshInTurn((phoneId) => refreshOnce(keeper, phoneId)),
    wayOut: (order) => wayOut(keeper, order),
    recognise: (request, flow) => recognise(keeper, request, flow),
    isRegistrar: (address) => [...phones.values()].some(({ registration }) => registration.isFrom(address)),
    layerOf(phoneId) {
      const kept = phones.get(phoneId);
      return kept && layerFor(parts, kept.account);
    },
    placeOf: (phoneId) => placeOver(phones.get(phoneId)?.registration.flow),
    flowLost(flow) {
      for (const { registration } of phones.values()) registration.flowLost(flow);
    },
    async stop() {
      keeper.stopped = true;
      await Promise.all([...phones.values()].map(({ registration }) => registration.unregister()));
      phones.clear();
      await keeper.written;
    },
  };
}

function open(keeper: Keeper, account: PhoneAccount) {
  const { store, names, clock, log, token, random, wayTo } = keeper.parts;
  const { phoneId } = account;
  const registrar = readPlace(account.registrar);
  const proxy = account.outboundProxy ? readPlace(account.outboundProxy) : undefined;
  if (!registrar || (account.outboundProxy && !proxy)) {
    tellStore(keeper, phoneId, 'REGISTER_FAILED', 'The address of the registrar or its proxy cannot be read');
    return;
  }
  const registration = openRegistration({
    account,
    about: { phoneId },
    registrar,
    proxy,
    clock,
    log,
    token,
    random,
    wayTo,
    layer: layerFor(keeper.parts, account),
    find: finding(store, names, account),
    tell: (state, failure) => tellStore(keeper, phoneId, state, failure),
  });
  keeper.phones.set(phoneId, { account, registrar, proxy, registration });
}

async function refreshOnce(keeper: Keeper, phoneId: string): Promise<void> {
  const { parts, phones } = keeper;
  const account = await parts.store.byId(phoneId);
  const known = phones.get(phoneId);
  if (keeper.stopped) return;
  if (known && account && registersAlike(known.account, account)) {
    phones.set(phoneId, { ...known, account });
    if (known.account.syncs !== account.syncs) known.registration.again();
    return;
  }
  if (known) {
    phones.delete(phoneId);
    await known.registration.unregister();
  }
  if (account && !keeper.stopped && !phones.has(phoneId)) open(keeper, account);
}

function tellStore(
  keeper: Keeper,
  phoneId: string,
  ...state: [Parameters<PhoneStore['stateChanged']>[1], string | null]
) {
  const { store, log } = keeper.parts;
  keeper.written = keeper.written
    .then(() => store.stateChanged(phoneId, ...state))
    .catch((error: unknown) => log.warn({ err: error, phoneId }, 'sip accounts: writing the state failed'));
}

const layerFor = ({ layer, token }: Parts, { username, authUsername, password }: PhoneAccount): RequestLayer =>
  authorisingLayer(layer, { username: authUsername ?? username, password }, token);

function wayOut({ parts, phones }: Keeper, order: InviteOrder): PhoneWay | undefined {
  if (order.target.kind !== 'phone') return undefined;
  const kept = phones.get(order.target.phoneId);
  const flow = kept?.registration.flow;
  if (!kept || !flow) return undefined;
  const { number } = order.target;
  return {
    userId: kept.account.userId,
    phoneId: kept.account.phoneId,
    flow,
    layer: layerFor(parts, kept.account),
    invite: (tag) => inviteBy(kept, flow, order, number, tag),
  };
}

function recognise({ parts, phones }: Keeper, request: SipRequest, flow: Flow): ReturnType<PhoneAccounts['recognise']> {
  const called = parseUri(request.uri)?.user;
  const kept = [...phones.values()].find(({ account }) => account.contactToken === called);
  if (!kept) return undefined;
  const { phoneId, accountId, userId } = kept.account;
  if (!kept.registration.isFrom(flow.remote.address)) {
    parts.log.warn({ phoneId, remote: flow.remote }, 'sip accounts: call from a foreign source ignored');
    return 'refused';
  }
  return {
    from: { kind: 'outside', phoneId, accountId, userId, ...callerOf(request) },
    layer: layerFor(parts, kept.account),
  };
}

/** Looks up where an account may be registered: what may not be reached is not found. */
const finding = (store: PhoneStore, names: NameService, account: PhoneAccount) => (place: SipPlace, turn?: number) =>
  findPlace(place, names, (host, address) => store.mayReach(account, host, address, portOf(place)), turn);

/** The INVITE of a phone: from its address of record, with the number that the user chose as its identity (RFC 3325). */
const inviteBy = (kept: Kept, flow: Flow, order: InviteOrder, number: string, tag: string): SipRequest => {
  const { account, registrar, proxy, registration } = kept;
  const domain = domainOf(registrar);
  const target = registrar.port === undefined || proxy ? domain : `${domain}:${registrar.port}`;
  const record = `sip:${escapeUser(account.username)}@${domain}`;
  const isHidden = order.from === 'anonymous';
  const shown = order.from === 'anonymous' ? null : (numberOf(order.from.user) ?? account.callerId);
  const from = isHidden
    ? { name: 'Anonymous', uri: 'sip:anonymous@anonymous.invalid' }
    : { ...(shown === null ? {} : { name: shown }), uri: record };
  const headers = new HeaderFields();
  for (const route of proxy ? [routeTo(proxy)] : []) headers.add('Route', route);
  for (const route of registration.serviceRoutes) headers.add('Route', route);
  headers.add('Max-Forwards', '70');
  headers.add('From', serializeNameAddr({ ...from, parameters: new Map([['tag', tag]]) }));
  headers.add('To', `<sip:${escapeUser(number)}@${domain}>`);
  headers.add('Call-ID', order.sipCallId);
  headers.add('CSeq', '1 INVITE');
  headers.add('P-Preferred-Identity', `<${shown === null ? record : `sip:${escapeUser(shown)}@${domain}`}>`);
  if (isHidden) headers.add('Privacy', 'id');
  for (const [name, value] of capabilities(flow)) {
    if (name === 'Contact') headers.add('Contact', contactOf(account, flow));
    else headers.add(name === 'Server' ? 'User-Agent' : name, value);
  }
  const body = sdpBody(order.offer);
  headers.add('Content-Type', body.type);
  return { kind: 'request', method: 'INVITE', uri: `sip:${escapeUser(number)}@${target}`, headers, body: body.text };
};

const placeOver = (flow: Flow | undefined): PhonePlace | undefined =>
  flow && { address: flow.remote.address, ...srtpOver(flow) };

/** What may be shown as a number; a user id is none. */
const numberOf = (user: string): string | null => (/^\+?\d{3,20}$/.test(user) ? user : null);
