import type { TrunkState } from '@sidetone/contract/entities/trunk.ts';
import { numbersFromTrunk } from '@sidetone/contract/rules/numbers/trunk-numbers.ts';
import { trunkFailureTexts } from '@sidetone/contract/rules/trunk-failures.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { TransactionLayer } from '@sidetone/sip/transactions/transaction-layer.ts';
import type { LegOrder, TrunkCaller } from '../../calls/legs.ts';
import type { ExchangeClock } from '../../ports.ts';
import { authorisingLayer } from '../accounts/authorising-layer.ts';
import { refreshInTurn } from '../accounts/refresh-in-turn.ts';
import { contactOf } from '../accounts/registration.ts';
import { type FoundPlace, findPlace, type NameService, readPlace, type SipPlace } from '../accounts/sip-place.ts';
import type { RequestLayer } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';
import { askTrunk, type TrunkAnswer } from './ask-trunk.ts';
import { toldOfCaller } from './told-of-caller.ts';
import { connectsAlike, type TrunkAccount, type TrunkStore } from './trunk-account.ts';
import { addressList, calledBy, isSameWay } from './trunk-call.ts';
import { openTrunkConnection, type TrunkConnection } from './trunk-connection.ts';
import { trunkInvite } from './trunk-invite.ts';
import { question } from './trunk-line.ts';

type InviteOrder = Extract<LegOrder, { do: 'invite' }>;

/** How an INVITE leaves by a trunk. */
export interface TrunkWay {
  readonly trunkId: string;
  readonly flow: Flow;
  readonly layer: RequestLayer;
  readonly invite: (tag: string) => SipRequest;
}

/** How a trunk stands at this moment. */
export interface TrunkStanding {
  readonly isUp: boolean;
  /** Network address that calls go to. */
  readonly address: string;
}

/** An INVITE that a trunk sent. */
interface FromTrunk {
  readonly from: TrunkCaller;
  readonly trunkId: string;
  readonly layer: RequestLayer;
}

/** The ways to the outside: kept registered or asked for life, calls go out by them and come in from them. */
export interface Trunks {
  /** Connects all that the store knows; rejects when it cannot be read. */
  load(): Promise<void>;
  /** Reads one trunk again: it was added, changed, switched on or off, or removed. */
  refresh(trunkId: string): Promise<void>;
  /** Undefined when nothing leads there, or when it carries as many calls as it may. */
  wayOut(order: InviteOrder): TrunkWay | undefined;
  /**
   * Who an INVITE outside of any dialog comes from, where a trunk sent it. `full`: it carries as many as it may.
   * `unclaimed`: a trunk is known by that address, but its account has no such number, so it may be anybody who sends from
   * there. `address`: of the sender, past proxies of ours. Rejects when the numbers cannot be read.
   */
  recognise(
    request: SipRequest,
    flow: Flow,
    address: string,
  ): Promise<FromTrunk | 'refused' | 'full' | 'unclaimed' | undefined>;
  /** Whether one of the trunks sends from there. */
  isPeer(flow: Flow): boolean;
  /** Sends what belongs to a dialog of this trunk; undefined when the trunk is gone. */
  layerOf(trunkId: string): RequestLayer | undefined;
  /** Asks the other side now; undefined when nothing leads there. */
  ask(trunkId: string): Promise<TrunkAnswer | undefined>;
  /** Undefined when nothing leads there. */
  standing(trunkId: string): TrunkStanding | undefined;
  flowLost(flow: Flow): void;
  /** Unregisters all, for 1.5 s at most. */
  stop(): Promise<void>;
}

interface Kept {
  readonly account: TrunkAccount;
  readonly place: SipPlace;
  readonly proxy: SipPlace | undefined;
  readonly connection: TrunkConnection;
  readonly isSource: (address: string) => boolean;
}

interface Parts {
  readonly store: TrunkStore;
  readonly names: NameService;
  readonly layer: Pick<TransactionLayer<Flow>, 'request' | 'sendAck'>;
  readonly clock: ExchangeClock;
  readonly log: SipLog;
  readonly token: () => string;
  readonly random: () => number;
  readonly wayTo: (place: FoundPlace) => Flow | undefined;
  /** How many legs of a trunk live. */
  readonly callsOf: (trunkId: string) => number;
  /** Whether a device of our own is registered from there. */
  readonly isDevice: (flow: Flow) => boolean;
}

interface Keeper {
  readonly parts: Parts;
  readonly trunks: Map<string, Kept>;
  stopped: boolean;
  /** One state after the other: a late write must not undo the one after it. */
  written: Promise<void>;
}

export function openTrunks(parts: Parts): Trunks {
  const trunks = new Map<string, Kept>();
  const keeper: Keeper = { parts, trunks, stopped: false, written: Promise.resolve() };
  return {
    async load() {
      for (const account of await parts.store.all()) open(keeper, account);
    },
    refresh: refreshInTurn((trunkId) => refreshOnce(keeper, trunkId)),
    wayOut: (order) => wayOut(keeper, order),
    recognise: (request, flow, address) => recognise(keeper, request, { flow, address }),
    isPeer: (flow) => [...trunks.values()].some((kept) => sends(kept, { flow, address: flow.remote.address })),
    layerOf(trunkId) {
      const kept = trunks.get(trunkId);
      return kept && layerFor(parts, kept.account);
    },
    ask: (trunkId) => ask(keeper, trunkId),
    standing(trunkId) {
      const { flow, isUp = false } = trunks.get(trunkId)?.connection ?? {};
      return flow && { isUp, address: flow.remote.address };
    },
    flowLost(flow) {
      for (const { connection } of trunks.values()) connection.flowLost(flow);
    },
    async stop() {
      keeper.stopped = true;
      await Promise.all([...trunks.values()].map(({ connection }) => connection.close()));
      trunks.clear();
      await keeper.written;
    },
  };
}

function tellStore(keeper: Keeper, trunkId: string, state: TrunkState, failure: string | null) {
  const { store, log } = keeper.parts;
  keeper.written = keeper.written
    .then(() => store.stateChanged(trunkId, state, failure))
    .catch((error: unknown) => log.warn({ err: error, trunkId }, 'trunks: writing the state failed'));
}

function open(keeper: Keeper, account: TrunkAccount) {
  const { store, names, clock, log, token, random, wayTo } = keeper.parts;
  const { trunkId, host, port, transport, outboundProxy } = account;
  const place = { host: host.replace(/^\[|\]$/g, ''), port: port ?? undefined, transport };
  const proxy = outboundProxy === null ? undefined : readPlace(outboundProxy);
  if (outboundProxy !== null && !proxy) {
    tellStore(keeper, trunkId, 'failing', trunkFailureTexts.unreadableProxy);
    return;
  }
  const connection = openTrunkConnection({
    account,
    place,
    proxy,
    clock,
    log,
    token,
    random,
    wayTo,
    layer: layerFor(keeper.parts, account),
    find: (wanted, turn) => findPlace(wanted, names, (name, address) => store.mayReach(account, name, address), turn),
    tell: (state, failure) => tellStore(keeper, trunkId, state, failure),
  });
  keeper.trunks.set(trunkId, { account, place, proxy, connection, isSource: addressList(account.sourceAddresses) });
}

async function refreshOnce(keeper: Keeper, trunkId: string): Promise<void> {
  const { parts, trunks } = keeper;
  const account = await parts.store.byId(trunkId);
  const known = trunks.get(trunkId);
  if (keeper.stopped) return;
  if (known && account && connectsAlike(known.account, account)) {
    trunks.set(trunkId, { ...known, account, isSource: addressList(account.sourceAddresses) });
    return;
  }
  if (known) {
    trunks.delete(trunkId);
    await known.connection.close();
    if (!account) tellStore(keeper, trunkId, 'off', null);
  }
  if (account && !keeper.stopped && !trunks.has(trunkId)) open(keeper, account);
}

function layerFor({ layer, token }: Parts, { username, authUsername, password }: TrunkAccount): RequestLayer {
  const user = authUsername ?? username;
  return user === null || password === null ? layer : authorisingLayer(layer, { username: user, password }, token);
}

const isFull = ({ callsOf }: Parts, { trunkId, maxCalls }: TrunkAccount): boolean =>
  maxCalls !== null && callsOf(trunkId) >= maxCalls;

/** Where something came from: its flow, and the address of its sender past proxies of ours. */
interface Source {
  readonly flow: Flow;
  readonly address: string;
}

function sends({ connection, isSource }: Kept, { flow, address }: Source): boolean {
  if (isSource(address)) return true;
  // Behind a proxy of ours the way to a trunk is that of everybody.
  const isBehind = address !== flow.remote.address;
  return connection.isFrom(address) && (isBehind || isSameWay(flow, connection.flow));
}

function wayOut({ parts, trunks }: Keeper, order: InviteOrder): TrunkWay | undefined {
  const { target } = order;
  const kept = target.kind === 'trunk' ? trunks.get(target.trunkId) : undefined;
  const flow = kept?.connection.flow;
  if (target.kind !== 'trunk' || !kept || !flow) return undefined;
  if (!target.isEmergency && isFull(parts, kept.account)) return undefined;
  const { account, place, proxy, connection } = kept;
  const { serviceRoutes } = connection;
  const contact = contactOf(account, flow);
  return {
    trunkId: account.trunkId,
    flow,
    layer: layerFor(parts, account),
    invite: (tag) => trunkInvite({ trunk: account, place, proxy, serviceRoutes, contact, flow, order, target, tag }),
  };
}

async function recognise(
  { parts, trunks }: Keeper,
  request: SipRequest,
  source: Source,
): ReturnType<Trunks['recognise']> {
  const { log, isDevice, store } = parts;
  const { flow, address } = source;
  if (flow.transport === 'ws' || flow.transport === 'wss') return undefined;
  const all = [...trunks.values()];
  const called = parseUri(request.uri)?.user;
  const named = all.find(({ account }) => account.contactToken === called);
  if (named && !named.connection.isFrom(address) && !sends(named, source)) {
    log.warn({ trunkId: named.account.trunkId, remote: flow.remote }, 'trunks: call from a foreign source ignored');
    return 'refused';
  }
  // Several accounts may have trunks at one provider: the number tells whose call it is.
  const isOfDevice = address === flow.remote.address && isDevice(flow);
  const near = named || isOfDevice ? [] : all.filter((kept) => sends(kept, source));
  if (!named && near.length === 0) return undefined;
  // Only the registrar knows our contact. An address may be that of phones as well, of other accounts too.
  const senders = named ? [named] : await claiming(near, request, store);
  if (senders.length === 0) return 'unclaimed';
  const free = senders.filter(({ account }) => !isFull(parts, account));
  const [carrier] = free;
  if (!carrier) return 'full';
  const { trunkId } = carrier.account;
  return { trunkId, layer: layerFor(parts, carrier.account), from: trunkCaller(free, carrier, request, flow) };
}

async function ask({ parts, trunks }: Keeper, trunkId: string): Promise<TrunkAnswer | undefined> {
  const kept = trunks.get(trunkId);
  const flow = kept?.connection.flow;
  if (!kept || !flow) return undefined;
  const asked = question(kept.place, kept.proxy, parts.token);
  return await askTrunk({ question: asked, flow, layer: layerFor(parts, kept.account), clock: parts.clock });
}

/**
 * Those whose account has the number that is called: others may send from the same address. One question for all of them,
 * as many accounts may have the same provider.
 */
const claiming = async (senders: readonly Kept[], request: SipRequest, store: TrunkStore): Promise<readonly Kept[]> => {
  const readings = senders.map((kept) => ({ kept, numbers: readingsOf(kept.account, request) }));
  const all = new Set(readings.flatMap(({ numbers }) => numbers));
  if (all.size === 0) return [];
  const owners = await store.ownersOf([...all]);
  return readings
    .filter(({ kept, numbers }) => numbers.some((number) => owners.get(number) === kept.account.accountId))
    .map(({ kept }) => kept);
};

/** What the called number may be in E.164, as this trunk writes numbers. */
const readingsOf = (account: TrunkAccount, request: SipRequest): readonly string[] => {
  const number = calledBy(account, request);
  return number === null ? [] : numbersFromTrunk(number, account.numberForm, account.place);
};

/** Who calls, by what an INVITE says; `open`: the trunks that it may be for, one of which carries it. */
const trunkCaller = (open: readonly Kept[], carrier: Kept, request: SipRequest, flow: Flow): TrunkCaller => {
  return {
    kind: 'trunk',
    trunks: open.flatMap(({ account }) => {
      const number = calledBy(account, request);
      const { trunkId, accountId, numberForm } = account;
      return number === null ? [] : [{ trunkId, accountId, called: number, numberForm }];
    }),
    ...toldOfCaller(request),
    ...(flow.transport === 'tls' && { srtp: carrier.account.srtp }),
  };
};
