import type { PhoneFeatureDesk } from '@sidetone/contract/rules/phones/phone-features.ts';
import { type FakeClock, fakeClock } from '@sidetone/sip/testing/fake-clock.ts';
import type { LegFact } from '../../calls/legs.ts';
import type { LampBoard, Watched } from '../../lamps.ts';
import type { Credentials, SipCredential, WaitingMessages } from '../../ports.ts';
import type { PhoneStore } from '../accounts/phone-account.ts';
import type { NameService } from '../accounts/sip-place.ts';
import { md5, sha256 } from '../admission/authenticate.ts';
import type { SipGuard } from '../admission/guard.ts';
import type { DialogStore, StoredDialog } from '../dialogs/stored-dialog.ts';
import type { InviteGate } from '../dispatcher.ts';
import type { RegistrationStore, StoredRegistration } from '../registrar/registration-store.ts';
import { openSipCore, realm } from '../sip-core.ts';
import type { TrunkStore } from '../trunks/trunk-account.ts';
import type { Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';

/** Passwords of the people here are their user names backwards. */
export const passwordOf = (username: string): string => [...username].reverse().join('');

/** Credentials of these devices; each belongs to a user of its own, `w-anna` for `anna`. `app` is our app, the others are phones. */
export function knownDevices(usernames: readonly string[]): Credentials {
  const all = new Map(
    usernames.map((username): [string, SipCredential] => [
      username,
      {
        endpointId: `e-${username}`,
        accountId: 's1',
        userId: `w-${username}`,
        kind: username === 'app' ? 'app' : 'phone',
        ha1: md5(`${username}:${realm}:${passwordOf(username)}`),
        ha1Sha256: sha256(`${username}:${realm}:${passwordOf(username)}`),
      },
    ]),
  );
  return {
    bySipUsername: async (username) => [all.get(username) ?? []].flat(),
    remembered: () => [],
    ha1sOf: async (endpointIds) =>
      new Map(
        [...all.values()]
          .filter(({ endpointId }) => endpointIds.includes(endpointId))
          .map(({ endpointId, ha1 }) => [endpointId, [ha1]]),
      ),
  };
}

/** Registrations that outlive an exchange but not the test. */
export function memoryStore(): RegistrationStore & { readonly rows: Map<string, StoredRegistration> } {
  const rows = new Map<string, StoredRegistration>();
  return {
    rows,
    load: async () => [...rows.values()].filter(({ transport }) => !transport.startsWith('ws')),
    async write({ saved, removed }) {
      for (const id of removed) rows.delete(id);
      for (const registration of saved) rows.set(registration.id, registration);
    },
  };
}

/** Dialogs that outlive an exchange but not the test. */
export function memoryDialogs(): DialogStore & { readonly rows: Map<string, StoredDialog> } {
  const rows = new Map<string, StoredDialog>();
  return {
    rows,
    load: async () => [...rows].map(([legId, snapshot]) => ({ legId, snapshot })),
    save: async (dialogs) => {
      // As a database would: what is read again is a copy.
      for (const { legId, snapshot } of dialogs) rows.set(legId, structuredClone(snapshot));
    },
    remove: async (legIds) => {
      for (const legId of legIds) rows.delete(legId);
    },
  };
}

const noNames: NameService = { addressesOf: async (host) => [host], servicesOf: async () => [] };

export const quietLog: SipLog = { debug() {}, info() {}, warn() {}, error() {} };

/** SIP without sockets on a clock that stands still, and every fact it stated. */
export function fakeExchange(
  given: {
    store?: ReturnType<typeof memoryStore>;
    dialogs?: ReturnType<typeof memoryDialogs>;
    clock?: FakeClock;
    credentials?: Credentials;
    /** Phones to register elsewhere; they begin once `core.phones` is told to load. */
    phones?: PhoneStore;
    /** Likewise, once `core.trunks` is told to load. */
    trunks?: TrunkStore;
    messagesOf?: (userId: string) => Promise<WaitingMessages>;
    guard?: SipGuard;
    gate?: InviteGate;
    lamps?: LampBoard;
    watchedBy?: (accountId: string, extensions: readonly string[]) => Promise<ReadonlyMap<string, Watched>>;
    features?: PhoneFeatureDesk;
    asksPhones?: boolean;
    /** Where hosts of phones and trunks are; left out: each is its own address. */
    names?: NameService;
  } = {},
) {
  const clock = given.clock ?? fakeClock();
  const store = given.store ?? memoryStore();
  const dialogs = given.dialogs ?? memoryDialogs();
  const facts: LegFact[] = [];
  const changes: string[] = [];
  const errors: string[] = [];
  const udpFlows = new Map<string, Flow>();
  let serial = 0;
  const core = openSipCore({
    credentials: given.credentials ?? knownDevices(['anna', 'bob', 'carol', 'app']),
    registrations: store,
    dialogs,
    clock,
    log: {
      ...quietLog,
      error: (fields, message) => errors.push(`${message} ${String('err' in fields && fields.err)}`),
    },
    token: () => {
      serial += 1;
      return `t${serial}`;
    },
    random: () => 0.5,
    waysOut: { udp: ({ address, port }) => udpFlows.get(`${address}:${port}`), tcp: () => undefined },
    messageBytes: 65_536,
    ...(given.guard ? { guard: given.guard } : {}),
    ...(given.gate && { gate: given.gate }),
    ...(given.lamps && { lamps: given.lamps }),
    ...(given.watchedBy && { watchedBy: given.watchedBy }),
    ...(given.features && { features: given.features }),
    ...(given.asksPhones && { asksPhones: true }),
    ...(given.messagesOf ? { messagesOf: given.messagesOf } : {}),
    ...(given.phones ? { phones: { store: given.phones, names: given.names ?? noNames } } : {}),
    ...(given.trunks ? { trunks: { store: given.trunks, names: given.names ?? noNames } } : {}),
  });
  core.book.legs.onFact((fact) => facts.push(fact));
  core.bindings.onChange(({ userId }) => changes.push(userId));
  return {
    clock,
    core,
    store,
    dialogs,
    facts,
    /** Users whose registrations changed, in order. */
    changes,
    /** What was logged as an error; stays empty where nothing is broken. */
    errors,
    udpFlows,
    legs: core.book.legs,
    /** Lets `ms` pass, and everything that it brings. */
    pass: (ms = 20) => clock.advanceAsync(ms),
    /** The last fact of a type. */
    fact<Type extends LegFact['type']>(type: Type): Extract<LegFact, { type: Type }> {
      const found = facts.findLast((fact): fact is Extract<LegFact, { type: Type }> => fact.type === type);
      if (!found) throw new Error(`no fact ${type} among ${facts.map((fact) => fact.type).join(', ')}`);
      return found;
    },
  };
}

export type FakeExchange = ReturnType<typeof fakeExchange>;
