import type { ParkingSettings } from '@sidetone/contract/entities/call-settings.ts';
import { keyedListeners } from './keyed-listeners.ts';

/** The places where calls of an account are parked, and how they wait there. */
export interface ParkRules extends Omit<ParkingSettings, 'music'> {
  /** WAV file for parked callers; null for silence. Left out: what they hear on hold. */
  readonly music?: string | null;
}

/** A caller whom a user has left in a place from where anybody of the account may take them. */
interface ParkedCall {
  readonly slot: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly parkedBy: string;
  /** In ms since 1970. */
  readonly since: number;
}

/** Which calls are parked, kept in memory for the apps. */
export interface ParkedCalls {
  /** Where a call is parked now; null once it is not. */
  show(accountId: string, callId: string, now: ParkedCall | null): void;
  /** Those of an account, by their places. */
  of(accountId: string): readonly ParkedCall[];
  /** Calls back after a change in this account; gives the way to stop. */
  onChange(accountId: string, listener: () => void): () => void;
}

export function parkedCalls(): ParkedCalls {
  const calls = new Map<string, Map<string, ParkedCall>>();
  const { tell, onChange } = keyedListeners();
  return {
    show(accountId, callId, now) {
      const before = calls.get(accountId)?.get(callId);
      if (!before && !now) return;
      const ofAccount = calls.get(accountId) ?? new Map<string, ParkedCall>();
      if (now) calls.set(accountId, ofAccount.set(callId, now));
      else ofAccount.delete(callId);
      if (ofAccount.size === 0) calls.delete(accountId);
      tell(accountId);
    },
    of: (accountId) => [...(calls.get(accountId)?.values() ?? [])].sort((one, two) => one.slot - two.slot),
    onChange,
  };
}
