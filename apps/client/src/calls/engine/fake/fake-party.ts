import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import type { EngineFact, Refusal } from '../call-engine.ts';
import type { FakeTap } from './fake-tap.ts';

/** One end of a session on the fake network. */
export interface Party {
  readonly number: string;
  readonly displayName: string | null;
  /** The party they talk to. */
  partner: Party | null;
  /** What rings on their behalf. */
  ringing: Ringing | null;
  rings(): void;
  answers(): void;
  /** Nobody took their call; `how` where a phone refused. */
  refused(reason: TerminationReason, how: Refusal | null): void;
  hears(fact: EngineFact): void;
}

/** Phones that ring for somebody: for the `caller` of the moment when one of them answers. */
export interface Ringing {
  caller: Party;
  leave(elsewhere: boolean): void;
}

/** Who calls, as the called phone sees it. */
export interface From {
  readonly sessionId: string;
  readonly number: string | null;
  readonly displayName: string | null;
  readonly channelId: string | null;
  readonly asksToAnswer?: true;
}

export type RingTo = (to: string, from: From, caller: Party) => Ringing;

/** From now on the two talk to each other. */
export function talk(one: Party, other: Party): void {
  one.partner = other;
  other.partner = one;
}

/** Leaves: phones that ring for this end stop, and the party that it talks to hears that it left. */
export function hangUpOn(party: Party): void {
  const { partner, ringing } = party;
  party.partner = null;
  party.ringing = null;
  ringing?.leave(false);
  if (partner === null) return;
  partner.partner = null;
  partner.hears({ type: 'ended', reason: 'HANGUP', by: 'remote' });
}

/** The wire takes a moment, so that no code relies on an answer inside the order. */
export function later(task: () => void): void {
  queueMicrotask(task);
}

/** A party without a phone of ours: hears nothing. */
export function stranger(number: string): Party {
  return {
    number,
    displayName: null,
    partner: null,
    ringing: null,
    rings() {},
    answers() {},
    refused() {},
    hears() {},
  };
}

/** A phone's end of a session: what it hears becomes facts. */
export function partyOf(tap: FakeTap, number: string, displayName: string | null): Party {
  return {
    ...stranger(number),
    displayName,
    rings: () => tap.tell({ type: 'remoteRings' }),
    answers: () => {
      later(() => tap.tell({ type: 'answered' }));
      later(() => tap.tell({ type: 'connected' }));
    },
    refused: (reason) => later(() => tap.tell({ type: 'ended', reason, by: 'remote' })),
    hears: (fact) => later(() => tap.tell(fact)),
  };
}
