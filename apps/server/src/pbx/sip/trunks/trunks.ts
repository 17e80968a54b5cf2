import type { PhoneState } from '@sidetone/contract/entities/phone.ts';
import type { TrunkState } from '@sidetone/contract/entities/trunk.ts';
import { trunkFailureTexts } from '@sidetone/contract/rules/trunk-failures.ts';
import { numbersFromTrunk } from '@sidetone/contract/rules/trunk-numbers.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { TransactionLayer } from '@sidetone/sip/transactions/transaction-layer.ts';
import type { LegOrder, TrunkCaller } from '../../calls/legs.ts';
import type { ExchangeClock } from '../../ports.ts';
import { authorisingLayer } from '../accounts/authorising-layer.ts';
import { callerOf } from '../accounts/caller-identity.ts';
import { refreshInTurn } from '../accounts/refresh-in-turn.ts';
import { contactOf, openRegistration } from '../accounts/registration.ts';
import { type FoundPlace, findPlace, type NameService, readPlace, type SipPlace } from '../accounts/sip-place.ts';
import type { RequestLayer } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';
import { askTrunk, type TrunkAnswer } from './ask-trunk.ts';
import { connectsAlike, type TrunkAccount, type TrunkStore } from './trunk-account.ts';
import { addressList, calledBy, isSameWay } from './trunk-call.ts';
import { trunkInvite } from './trunk-invite.ts';
import { openTrunkLine, question } from './trunk-line.ts';

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
  /** Reads one trunk anew: it was added, changed, switched on or off, or removed. */
  refresh(trunkId: string): Promise<void>;
  /** Undefined when nothing leads there, or when it carries as many calls as it may. */
  wayOut(order: InviteOrder): TrunkWay | undefined;
  /**
   * Who an INVITE outside of any dialog comes from, where a trunk sent it. `full`: it carries as many as it may.
   * `unclaimed`: a trunk is known by that address, but its account has no such number, so it may be anybody who sends from
   * there. Rejects when the numbers cannot be read.
   */
  recognise(request: SipRequest, flow: Flow): Promise<FromTrunk | 'refused' | 'full' | 'unclaimed' | undefined>;
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

/** What registrations and lines have in common here. */
interface Connection {
  readonly flow: Flow | undefined;
  readonly isUp: boolean;
  readonly serviceRoutes: readonly string[];
  isFrom(address: string): boolean;
  flowLost(flow: Flow): void;
  close(): Promise<void>;
}

interface Kept {
  readonly account: TrunkAccount;
  readonly place: SipPlace;
  readonly proxy: SipPlace | undefined;
  readonly connection: Connection;
  readonly isSource: (address: string) => boolean;
}

/** A registration tells of itself as phones do. */
const stateOf: Record<PhoneState, TrunkState> = {
  CREATED: 'trying',
  REGISTER: 'trying',
  REGISTER_SUCCESS: 'registered',
  REGISTER_FAILED: 'failing',
  UNREGISTER_SUCCESS: 'off',
  UNREGISTER_FAILED: 'off',
  UNKNOWN: 'trying',
};

export function openTrunks(given: {
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
}): Trunks {
  const { store, names, layer, clock, log, token, random, wayTo, callsOf, isDevice } = given;
  const trunks = new Map<string, Kept>();
  let stopped = false;
  /** One state after the other: a late write must not undo the one after it. */
  let written: Promise<void> = Promise.resolve();

  const tellStore = (trunkId: string, state: TrunkState, failure: string | null) => {
    written = written
      .then(() => store.stateChanged(trunkId, state, failure))
      .catch((error: unknown) => log.warn({ err: error, trunkId }, 'trunks: writing the state failed'));
  };
  const layerFor = ({ username, authUsername, password }: TrunkAccount): RequestLayer => {
    const user = authUsername ?? username;
    return user === null || password === null ? layer : authorisingLayer(layer, { username: user, password }, token);
  };
  const connect = (account: TrunkAccount, place: SipPlace, proxy: SipPlace | undefined): Connection => {
    const { trunkId, kind, username, contactToken } = account;
    const find = (wanted: SipPlace) =>
      findPlace(wanted, names, (host, address) => store.mayReach(account, host, address));
    const ways = { find, wayTo, layer: layerFor(account) };
    if (kind === 'address') {
      const tell = (state: TrunkState, failure: string | null) => tellStore(trunkId, state, failure);
      const line = openTrunkLine({ ...ways, trunkId, place, proxy, clock, log, token, tell });
      return {
        get flow() {
          return line.flow;
        },
        get isUp() {
          return line.isUp;
        },
        serviceRoutes: [],
        isFrom: (address) => line.isFrom(address),
        flowLost: (flow) => line.flowLost(flow),
        close: async () => line.stop(),
      };
    }
    const registration = openRegistration({
      ...ways,
      registrar: place,
      proxy,
      clock,
      log,
      token,
      random,
      about: { trunkId },
      account: { username: username ?? '', contactToken },
      tell: (state, failure) => tellStore(trunkId, stateOf[state], failure),
    });
    return {
      get flow() {
        return registration.flow;
      },
      get isUp() {
        return registration.flow !== undefined;
      },
      get serviceRoutes() {
        return registration.serviceRoutes;
      },
      isFrom: (address) => registration.isFrom(address),
      flowLost: (flow) => registration.flowLost(flow),
      close: () => registration.unregister(),
    };
  };
  const open = (account: TrunkAccount): void => {
    const { trunkId, host, port, transport, outboundProxy } = account;
    const place = { host: host.replace(/^\[|\]$/g, ''), port: port ?? undefined, transport };
    const proxy = outboundProxy === null ? undefined : readPlace(outboundProxy);
    if (outboundProxy !== null && !proxy) {
      tellStore(trunkId, 'failing', trunkFailureTexts.unreadableProxy);
      return;
    }
    const connection = connect(account, place, proxy);
    trunks.set(trunkId, { account, place, proxy, connection, isSource: addressList(account.sourceAddresses) });
  };
  const refreshOnce = async (trunkId: string): Promise<void> => {
    const account = await store.byId(trunkId);
    const known = trunks.get(trunkId);
    if (stopped) return;
    if (known && account && connectsAlike(known.account, account)) {
      trunks.set(trunkId, { ...known, account, isSource: addressList(account.sourceAddresses) });
      return;
    }
    if (known) {
      trunks.delete(trunkId);
      await known.connection.close();
      if (!account) tellStore(trunkId, 'off', null);
    }
    if (account && !stopped && !trunks.has(trunkId)) open(account);
  };
  const isFull = ({ trunkId, maxCalls }: TrunkAccount) => maxCalls !== null && callsOf(trunkId) >= maxCalls;
  const layerOver = (kept: Kept | undefined) => kept && layerFor(kept.account);
  const sends = ({ connection, isSource }: Kept, flow: Flow): boolean => {
    const { address } = flow.remote;
    return isSource(address) || (connection.isFrom(address) && isSameWay(flow, connection.flow));
  };

  return {
    async load() {
      for (const account of await store.all()) open(account);
    },
    refresh: refreshInTurn(refreshOnce),
    wayOut(order) {
      const { target } = order;
      const kept = target.kind === 'trunk' ? trunks.get(target.trunkId) : undefined;
      const flow = kept?.connection.flow;
      if (target.kind !== 'trunk' || !kept || !flow || (!target.isEmergency && isFull(kept.account))) return undefined;
      const { account, place, proxy, connection } = kept;
      const { serviceRoutes } = connection;
      const contact = contactOf(account, flow);
      return {
        trunkId: account.trunkId,
        flow,
        layer: layerFor(account),
        invite: (tag) =>
          trunkInvite({ trunk: account, place, proxy, serviceRoutes, contact, flow, order, target, tag }),
      };
    },
    async recognise(request, flow) {
      if (flow.transport === 'ws' || flow.transport === 'wss') return undefined;
      const all = [...trunks.values()];
      const called = parseUri(request.uri)?.user;
      const named = all.find(({ account }) => account.contactToken === called);
      if (named && !named.connection.isFrom(flow.remote.address) && !sends(named, flow)) {
        log.warn({ trunkId: named.account.trunkId, remote: flow.remote }, 'trunks: call from a foreign source ignored');
        return 'refused';
      }
      // Several accounts may have trunks at one provider: the number tells whose call it is.
      const near = named || isDevice(flow) ? [] : all.filter((kept) => sends(kept, flow));
      if (!named && near.length === 0) return undefined;
      // Only the registrar knows our contact. An address may be that of phones as well, of other accounts too.
      const senders = named ? [named] : await claiming(near, request, store);
      if (senders.length === 0) return 'unclaimed';
      const open = senders.filter(({ account }) => !isFull(account));
      const [free] = open;
      if (!free) return 'full';
      const { trunkId } = free.account;
      return { trunkId, layer: layerFor(free.account), from: trunkCaller(open, free, request, flow) };
    },
    isPeer: (flow) => [...trunks.values()].some((kept) => sends(kept, flow)),
    layerOf: (trunkId) => layerOver(trunks.get(trunkId)),
    async ask(trunkId) {
      const kept = trunks.get(trunkId);
      const flow = kept?.connection.flow;
      if (!kept || !flow) return undefined;
      const asked = question(kept.place, kept.proxy, token);
      return await askTrunk({ question: asked, flow, layer: layerFor(kept.account), clock });
    },
    standing(trunkId) {
      const { flow, isUp = false } = trunks.get(trunkId)?.connection ?? {};
      return flow && { isUp, address: flow.remote.address };
    },
    flowLost(flow) {
      for (const { connection } of trunks.values()) connection.flowLost(flow);
    },
    async stop() {
      stopped = true;
      await Promise.all([...trunks.values()].map(({ connection }) => connection.close()));
      trunks.clear();
      await written;
    },
  };
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
  const hops = Number(request.headers.get('Max-Forwards') ?? 70);
  return {
    kind: 'trunk',
    trunks: open.flatMap(({ account }) => {
      const number = calledBy(account, request);
      const { trunkId, accountId, numberForm } = account;
      return number === null ? [] : [{ trunkId, accountId, called: number, numberForm }];
    }),
    ...callerOf(request),
    ...(flow.transport === 'tls' && { srtp: carrier.account.srtp }),
    maxForwards: Number.isInteger(hops) ? Math.min(Math.max(hops, 0), 70) : 70,
  };
};
