import type { NewTrunk, TrunkState } from '@sidetone/contract/entities/trunk.ts';
import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';

/** A trunk as SIP works with it: what an administrator set, with the password in the clear. */
export interface TrunkAccount extends Readonly<Omit<NewTrunk, 'sourceAddresses' | 'isEnabled' | 'addressConfirmed'>> {
  readonly trunkId: string;
  readonly accountId: string;
  readonly sourceAddresses: readonly string[];
  /** `public`: nothing is sent to the server's own network, except to hosts that the operator named. */
  readonly reaches: 'everywhere' | 'public';
  /** How numbers of the account are read and written. */
  readonly place: NumberPlace;
  /** User part of the contact we register: unguessable, and the same after a restart. */
  readonly contactToken: string;
}

/** Where the trunks are kept. */
export interface TrunkStore {
  /** All that are switched on. */
  all(): Promise<readonly TrunkAccount[]>;
  /** Null when the trunk is gone or switched off. */
  byId(trunkId: string): Promise<TrunkAccount | null>;
  /** Whether something may be sent to this address of a host for a trunk. */
  mayReach(trunk: Pick<TrunkAccount, 'reaches'>, host: string, address: string): boolean;
  /** The accounts that have these numbers, by number (E.164); others are left out. */
  ownersOf(numbers: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** `failure`: what went wrong, in words. */
  stateChanged(trunkId: string, state: TrunkState, failure: string | null): Promise<void>;
}

const connecting = [
  'kind',
  'host',
  'port',
  'transport',
  'username',
  'authUsername',
  'password',
  'outboundProxy',
  'reaches',
] satisfies (keyof TrunkAccount)[];

/** Whether two states of a trunk lead to the same connection; the rest counts from the next call on. */
export const connectsAlike = (one: TrunkAccount, other: TrunkAccount): boolean =>
  connecting.every((field) => one[field] === other[field]);
