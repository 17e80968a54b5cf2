import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import type { EngineFact, Refusal } from '../call-engine.ts';

/** One end of a session on the fake network. */
export interface Party {
  readonly number: string;
  readonly displayName: string | null;
  /** Whom they talk to. */
  partner: Party | null;
  /** What rings on their behalf. */
  ringing: Ringing | null;
  rings(): void;
  answers(): void;
  /** Nobody took their call; `how` where a phone refused. */
  refused(reason: TerminationReason, how: Refusal | null): void;
  hears(fact: EngineFact): void;
}

/** Phones that ring for somebody. Whoever holds `caller` when one answers talks to it. */
export interface Ringing {
  caller: Party;
  leave(elsewhere: boolean): void;
}

/** Who calls, as the called phone sees it. */
interface From {
  readonly sessionId: string;
  readonly number: string | null;
  readonly displayName: string | null;
  readonly channelId: string | null;
}

export type RingTo = (to: string, from: From, caller: Party) => Ringing;

/** From now on the two talk to each other. */
export function talk(one: Party, other: Party): void {
  one.partner = other;
  other.partner = one;
}

/** Leaves whatever this end is in: what rings for it stops, who talks to it hears that it left. */
export function hangUpOn(party: Party): void {
  const { partner, ringing } = party;
  party.partner = null;
  party.ringing = null;
  ringing?.leave(false);
  if (partner === null) return;
  partner.partner = null;
  partner.hears({ type: 'ended', reason: 'HANGUP', by: 'remote' });
}

/** The wire takes a moment, so that nobody relies on an answer inside the order. */
export function later(task: () => void): void {
  queueMicrotask(task);
}
