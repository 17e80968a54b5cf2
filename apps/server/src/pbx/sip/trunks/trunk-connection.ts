import type { PhoneState } from '@sidetone/contract/entities/phone.ts';
import type { TrunkState } from '@sidetone/contract/entities/trunk.ts';
import type { ExchangeClock } from '../../ports.ts';
import { openRegistration } from '../accounts/registration.ts';
import type { FoundPlace, SipPlace } from '../accounts/sip-place.ts';
import type { RequestLayer } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';
import type { TrunkAccount } from './trunk-account.ts';
import { openTrunkLine } from './trunk-line.ts';

/** What registrations and lines have in common here. */
export interface TrunkConnection {
  readonly flow: Flow | undefined;
  readonly isUp: boolean;
  readonly serviceRoutes: readonly string[];
  isFrom(address: string): boolean;
  flowLost(flow: Flow): void;
  close(): Promise<void>;
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

interface Given {
  readonly account: TrunkAccount;
  readonly place: SipPlace;
  readonly proxy: SipPlace | undefined;
  readonly layer: RequestLayer;
  readonly clock: ExchangeClock;
  readonly log: SipLog;
  readonly token: () => string;
  readonly random: () => number;
  find(place: SipPlace, turn?: number): Promise<FoundPlace>;
  wayTo(place: FoundPlace): Flow | undefined;
  tell(state: TrunkState, failure: string | null): void;
}

/** Connects a trunk as its account wants it: known by our address, or registered. */
export const openTrunkConnection = (given: Given): TrunkConnection =>
  given.account.kind === 'address' ? overLine(given) : overRegistration(given);

function overLine({ account, place, proxy, layer, clock, log, token, find, wayTo, tell }: Given): TrunkConnection {
  const { trunkId } = account;
  const line = openTrunkLine({ trunkId, place, proxy, layer, clock, log, token, find, wayTo, tell });
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

function overRegistration(given: Given): TrunkConnection {
  const { account, place, proxy, layer, clock, log, token, random, find, wayTo, tell } = given;
  const { trunkId, username, contactToken } = account;
  const registration = openRegistration({
    about: { trunkId },
    account: { username: username ?? '', contactToken },
    registrar: place,
    proxy,
    layer,
    clock,
    log,
    token,
    random,
    find,
    wayTo,
    tell: (state, failure) => tell(stateOf[state], failure),
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
}
