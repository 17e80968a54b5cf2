import type { Peer } from './peer.ts';

/** Header fields of a request. */
export type Fields = readonly (readonly [string, string])[];

/** What this side has to tell the far side of a session, as far as it has not said it yet. */
export interface Unsaid {
  /** A new description of this side's audio. */
  offer: string | undefined;
  /** Header fields for an UPDATE, or whatever else goes. */
  fields: Fields | undefined;
  /** The session is to be refreshed (RFC 4028 §7.4). */
  refresh: boolean;
}

/** One request that says some of it. */
export interface Attempt {
  readonly method: 'INVITE' | 'UPDATE';
  /** What the call core asked for, and hears of. */
  readonly offer?: string;
  readonly body?: string;
  readonly fields: Fields;
}

/** The request that says what comes first; undefined where nothing is to be said, or nothing can be. */
export function nextAttempt(unsaid: Unsaid, peer: Peer, localSdp: string | undefined): Attempt | undefined {
  const { offer } = unsaid;
  if (offer !== undefined) return { method: 'INVITE', offer, body: offer, fields: unsaid.fields ?? [] };
  const takesUpdate = peer.allows('UPDATE');
  if (!takesUpdate) unsaid.fields = undefined;
  if (takesUpdate && (unsaid.fields || unsaid.refresh)) return { method: 'UPDATE', fields: unsaid.fields ?? [] };
  // RFC 4028 §7.4: a re-INVITE with the same description changes nothing either.
  return unsaid.refresh && localSdp !== undefined ? { method: 'INVITE', body: localSdp, fields: [] } : undefined;
}

/** Strikes what the far side heard, or will not hear; what was asked for meanwhile stays. */
export function strike(unsaid: Unsaid, said: Attempt): void {
  unsaid.refresh = false;
  if (unsaid.offer === said.offer) unsaid.offer = undefined;
  if (unsaid.fields === said.fields) unsaid.fields = undefined;
}
