import type { Call, CallQuality } from '../core/call.ts';
import { activeCall } from '../core/call-list.ts';
import { isOver } from '../core/call-machine.ts';
import { type Recording, recordedMs } from '../core/recording.ts';
import type { Transfer } from '../core/transfer.ts';
import { endedWords } from './call-words.ts';
import { type Person, personOf, shownNumber } from './person.ts';

/** One call as its header shows it. */
export interface HeaderCall {
  readonly id: string;
  readonly person: Person;
  readonly stage: 'dialling' | 'connecting' | 'talking' | 'ended';
  readonly establishedAt: number | null;
  readonly held: boolean;
  /** How it ended, in words; null while it runs. */
  readonly ended: string | null;
}

/** Calls that go out or run, as plain facts: one, the two of a warm transfer, or one and another that waited. */
export interface Running {
  /** The one that the user hears, or would hear if it were not held. */
  readonly lead: HeaderCall;
  readonly other: HeaderCall | null;
  /** The call that hanging up and recording are about: the first one of a warm transfer, else the lead. */
  readonly firstId: string;
  /** The two are lines of a warm transfer; else one of them waited and was taken. */
  readonly transfer: boolean;
  /** Both are heard. */
  readonly conference: boolean;
  /** Null for the user's private channel. */
  readonly channel: string | null;
  readonly ownNumber: string;
  readonly muted: boolean;
  readonly typed: string;
  readonly recording: Recording;
  readonly quality: CallQuality | null;
  /** Another tab has the phone. */
  readonly elsewhere: boolean;
  /** The music that the account plays on hold. */
  readonly heldHear: HeldHear;
}

type HeldHear = 'music' | 'silence';

/** The keys of the pad that do something now. A disabled key has no shortcut either. */
export interface ReadyKeys {
  readonly keypad: boolean;
  readonly record: boolean;
  readonly add: boolean;
  readonly hold: boolean;
  readonly switch: boolean;
  readonly conference: boolean;
  /** Two calls that came one after the other can be left to each other. */
  readonly join: boolean;
}

interface Seen {
  readonly calls: readonly Call[];
  readonly transfer: Transfer | null;
  readonly elsewhere: boolean;
}

/** What the dock shows of these calls; null when none of them goes out or runs. */
export function runningOf({ calls, transfer, elsewhere }: Seen, heldHear: HeldHear = 'music'): Running | null {
  const shown = calls.filter((call) => !isRingingIn(call));
  const lead = leadOf(shown, transfer);
  if (lead === null) return null;
  const other = shown.find((call) => call.id !== lead.id) ?? null;
  const recorded = shown.find((call) => call.recording.state !== 'none') ?? lead;
  return {
    lead: headerOf(lead),
    other: other === null ? null : headerOf(other),
    firstId: transfer?.initialId ?? lead.id,
    transfer: transfer !== null,
    conference: transfer?.activeLines.length === 2,
    channel: lead.channelName,
    ownNumber: lead.ownNumber === null ? '' : shownNumber(lead.ownNumber, true),
    muted: lead.mute === 'USER',
    typed: lead.typed,
    recording: recorded.recording,
    quality: lead.quality ?? other?.quality ?? null,
    elsewhere,
    heldHear,
  };
}

/** The keys that do something now (specification 2 and 4). */
export function readyKeys({ lead, other, transfer, conference, recording }: Running): ReadyKeys {
  const talking = lead.stage === 'talking';
  const both = talking && other?.stage === 'talking';
  const settled = ['none', 'recording', 'stopped'].includes(recording.state);
  return {
    keypad: talking,
    record: talking && settled,
    add: talking && other === null,
    hold: talking && other === null,
    switch: both,
    conference: (both && transfer) || conference,
    join: both && !transfer && !conference,
  };
}

/** The recorded time so far, in whole seconds; `now` in milliseconds since 1970. */
export function recordedSeconds(recording: Recording, now: number): number {
  return Math.floor(recordedMs(recording, now) / 1000);
}

/** An incoming call that waits for an answer. */
export function isRingingIn({ state, direction }: Pick<Call, 'state' | 'direction'>): boolean {
  return state === 'Ringing' && direction === 'INCOMING';
}

/** In a warm transfer the line that is heard; in a conference the call that was there first. */
function leadOf(calls: readonly Call[], transfer: Transfer | null): Call | null {
  const going = calls.filter((call) => goesOn(call.state));
  const hearsTarget = transfer?.activeLines.length === 1 && transfer.activeLines[0] === 'TARGET';
  const heard = hearsTarget ? transfer?.targetId : transfer?.initialId;
  return going.find((call) => call.id === heard) ?? activeCall(going);
}

/** Whether a call is one that keys act on: not over, not ending, and not handed over just now. */
function goesOn(state: Call['state']): boolean {
  return !isOver(state) && state !== 'Terminating' && state !== 'Transferring';
}

function headerOf(call: Call): HeaderCall {
  return {
    id: call.id,
    person: personOf(call),
    stage: stageOf(call),
    establishedAt: call.establishedAt,
    // The key already shows the wish while the phone system is being asked.
    held: call.hold === 'holding' || call.hold === 'held',
    ended: isOver(call.state) ? endedWords(call) : null,
  };
}

function stageOf({ state }: Call): HeaderCall['stage'] {
  if (state === 'Established' || state === 'WarmTransferStarted') return 'talking';
  if (isOver(state) || state === 'Terminating') return 'ended';
  return state === 'Establishing' ? 'connecting' : 'dialling';
}
