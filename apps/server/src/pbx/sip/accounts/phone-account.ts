import type { PhoneState } from '@sidetone/contract/entities/phone.ts';

/** A phone of the classic generation: an account at a registrar, which may be any provider or PBX. */
export interface PhoneAccount {
  readonly phoneId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly username: string;
  /** Where it differs from `username`. */
  readonly authUsername: string | null;
  readonly password: string;
  /** A SIP URI, or `host` or `host:port`. */
  readonly registrar: string;
  /** Likewise; everything is sent there first. */
  readonly outboundProxy: string | null;
  /** `public`: nothing is sent to the server's own network, except to hosts that the operator named and to this server. */
  readonly reaches: 'everywhere' | 'public';
  /** The number that calls show; null for what the registrar knows of the account. */
  readonly callerId: string | null;
  /** User part of the contact we register: unguessable, and the same after a restart. */
  readonly contactToken: string;
  /** How often its user asked to register it again: more of them are one more question. */
  readonly syncs: number;
}

/** Where the phones are kept. */
export interface PhoneStore {
  /** All that are to be registered, their passwords in the clear. */
  all(): Promise<readonly PhoneAccount[]>;
  /** Null when the phone is gone or switched off. */
  byId(phoneId: string): Promise<PhoneAccount | null>;
  /** Whether something may be sent to this address and port of a host for a phone. */
  mayReach(phone: Pick<PhoneAccount, 'reaches'>, host: string, address: string, port: number): boolean;
  /** `failure`: what went wrong, in words. */
  stateChanged(phoneId: string, state: PhoneState, failure: string | null): Promise<void>;
}

/** Whether two states of a phone lead to the same registration; the number that calls show does not matter for it. */
export const registersAlike = (one: PhoneAccount, other: PhoneAccount): boolean =>
  one.username === other.username &&
  one.authUsername === other.authUsername &&
  one.password === other.password &&
  one.registrar === other.registrar &&
  one.outboundProxy === other.outboundProxy &&
  one.reaches === other.reaches;
