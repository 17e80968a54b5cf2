import { isOpened } from '../calls/booking.ts';
import {
  type Call,
  type Caller,
  type Fork,
  isInQueue,
  isInRoom,
  isParked,
  type Ringing,
  type Serving,
  type Talking,
} from '../calls/call.ts';
import { afterHold } from '../calls/leg-hold.ts';
import { afterAck, afterConnection, afterOffer } from '../calls/leg-media.ts';
import type { Transfer } from '../calls/transfer.ts';
import { kept, winnerOf } from '../calls/turn.ts';
import type { SeenSince, StoredCall } from '../ports.ts';
import { isVirtual, type Leg } from './call-table.ts';
import type { RecordedLeg, RecordingMemory } from './recording/recording-desk.ts';

/** Raised with every change of what a snapshot says. */
const version = 2;

/** What goes on after a restart: two who talk, one who waits in a place to be taken or in a queue, or one in a conference room. */
type GoingOn = Talking | Ringing | Serving;

/** A call that goes on, as a restart of signalling takes it over. Plain JSON. */
export interface CallSnapshot {
  readonly version: number;
  readonly call: GoingOn;
  /** The dialog that speaks for each leg. */
  readonly dialogs: Readonly<Record<string, string>>;
  /** The transfer whose INITIAL this call is. */
  readonly transfer: Transfer | null;
  readonly recordings: readonly { readonly leg: Omit<RecordedLeg, 'others'>; readonly memory: RecordingMemory }[];
}

/** The two who talk; a second line has neither dialog nor audio of its own. */
export const talkingLegs = (call: Call): Leg[] => {
  const winner = winnerOf(call);
  return [call.caller, ...(winner ? [winner] : [])].filter((leg) => leg.state !== 'over');
};

/** The call as it is when the caller has been told of the answer. */
export const onceTold = (call: Call): Call =>
  call.state === 'answering' ? { ...kept(call), state: 'talking', bridged: false } : call;

/** Whether a restart can go on with it; what rings, is answered or speaks with the exchange itself ends. */
export const mayGoOn = (call: Call): call is GoingOn =>
  call.state === 'talking' || isInRoom(call) || ((isParked(call) || isInQueue(call)) && isOpened(call.booking));

const partiesOf = (call: GoingOn): number => (call.state === 'talking' ? 2 : 1);

/** Null while there is nothing to go on with: a call that rings ends with its signalling, unless its caller waits in a queue. */
export function snapshotOf(
  call: Call,
  more: {
    readonly transfer: Transfer | undefined;
    dialogOf(legId: string): string;
    recordings(call: Call): CallSnapshot['recordings'];
    /** Of the call as it goes on. */
    seen(call: Call): readonly SeenSince[];
  },
): StoredCall | null {
  if (!mayGoOn(call) || talkingLegs(call).length < partiesOf(call)) return null;
  const transfer = more.transfer && more.transfer.phase !== 'over' ? more.transfer : null;
  const dialogs = Object.fromEntries(
    talkingLegs(call)
      .filter((leg) => !isVirtual(leg))
      .map(({ legId }) => [legId, more.dialogOf(legId)]),
  );
  const snapshot: CallSnapshot = { version, call, dialogs, transfer, recordings: more.recordings(call) };
  return { callId: call.callId, snapshot: { ...snapshot }, seen: more.seen(settled(call)) };
}

/**
 * What a take-over makes of a snapshot: two that are the same in this need not both be written. Our SDP of the 200 is of no use
 * after it, and sides that are not steered are joined again in any case. Of times it matters that there is one: what was
 * written with the answer may be some milliseconds early.
 */
export function whatIsTaken({ snapshot, seen }: StoredCall): object {
  const taken = snapshot as unknown as CallSnapshot;
  const { caller, ...call } = settled(taken.call);
  const since = seen.map(({ id, establishedAt, transfer }) => [
    id,
    establishedAt !== null,
    transfer && [transfer.id, transfer.establishedAt !== null],
  ]);
  const joined = call.state === 'talking' ? { bridged: call.bridged || !call.steered } : {};
  return { ...taken, since, call: { ...call, caller: { ...caller, sdp: null }, ...joined } };
}

/** What a program of a version wrote, as calls of today; calls of a version without a reader are not gone on with. */
export const readSnapshots = (stored: readonly StoredCall[]): CallSnapshot[] =>
  stored
    .flatMap(({ snapshot }) => readers.get(snapshot['version'])?.(snapshot) ?? [])
    .filter(({ call }) => call.state === 'talking' || isParked(call) || isInQueue(call) || isInRoom(call));

/** By the version that wrote them. A change of the form adds a reader here and keeps the one before it. */
const readers = new Map<unknown, (snapshot: StoredCall['snapshot']) => CallSnapshot[]>([
  [1, (snapshot) => fromVersion1(snapshot as unknown as SnapshotOfVersion1)],
  [version, (snapshot) => [snapshot as unknown as CallSnapshot]],
]);

/** Everything of these calls that the neighbours are asked to go on with. */
export const partsOf = (snapshots: readonly CallSnapshot[]) => ({
  dialogs: snapshots.flatMap(({ dialogs }) => Object.values(dialogs)),
  endpoints: [...new Set(snapshots.flatMap(({ call }) => talkingLegs(call).map(({ mediaId }) => mediaId)))],
});

/**
 * The calls that go on: both sides have their dialog and their audio. A second line goes on with the call whose leg it
 * speaks through; without it the transfer is over, and INITIAL goes on alone.
 */
export function goOn(
  snapshots: readonly CallSnapshot[],
  alive: { readonly dialogs: ReadonlySet<string>; readonly endpoints: ReadonlySet<string> },
): CallSnapshot[] {
  const isWhole = ({ call, dialogs }: CallSnapshot): boolean =>
    talkingLegs(call).length === partiesOf(call) &&
    talkingLegs(call).every(
      (leg) => alive.endpoints.has(leg.mediaId) && (isVirtual(leg) || alive.dialogs.has(dialogs[leg.legId] ?? '')),
    );
  const whole = snapshots.filter(isWhole);
  const targets = new Set(whole.flatMap(({ transfer }) => transfer?.targetId ?? []));
  const kept = whole.filter(({ call }) => !call.caller.virtual || targets.has(call.callId));
  const ids = new Set(kept.map(({ call }) => call.callId));
  return kept.map((snapshot) => ({
    ...snapshot,
    call: settled(snapshot.call),
    transfer: snapshot.transfer && ids.has(snapshot.transfer.targetId) ? snapshot.transfer : null,
  }));
}

/** Without what was under way when signalling ended: devices that still rang, a request that was not acknowledged. */
function settled(call: GoingOn): GoingOn {
  const winner = winnerOf(call);
  return {
    ...call,
    ...(isInQueue(call) && { rings: [], late: null, along: [], awaited: null }),
    booking: 'settled',
    caller: { ...call.caller, state: 'talking', media: afterAck(call.caller.media) },
    forks: winner ? [{ ...winner, state: 'talking', media: afterAck(winner.media) }] : [],
  };
}

/** Where version 1 said it differently: by flags, and with the fields of every state. */
interface SnapshotOfVersion1 extends Omit<CallSnapshot, 'call'> {
  readonly call: Omit<Talking, 'state' | 'booking' | 'caller' | 'forks'> & {
    readonly phase: string;
    readonly service: unknown;
    readonly caller: LegOfVersion1<Caller> & { readonly settled: boolean };
    readonly forks: readonly LegOfVersion1<Fork>[];
  };
}
type LegOfVersion1<Kind extends Leg> = Omit<Kind, 'hold' | 'media'> & Flags;
interface Flags {
  readonly media: 'none' | 'open' | 'closed';
  readonly mediaConnected: boolean;
  readonly answerDue: boolean;
  readonly heldByUser: boolean;
  readonly heldByDevice: boolean;
}

function fromVersion1({ call, ...snapshot }: SnapshotOfVersion1): CallSnapshot[] {
  if (call.phase !== 'talking' || call.service !== null) return [];
  const { settled: _, ...caller } = call.caller;
  const legs = { caller: legOf(caller), forks: call.forks.map((fork) => legOf(fork)) };
  const base = kept({ ...call, ...legs, state: 'talking', booking: 'settled' });
  return [{ ...snapshot, version, call: { ...base, state: 'talking', bridged: call.bridged } }];
}

function legOf<Given extends Flags>(given: Given) {
  const { heldByUser, heldByDevice, media, mediaConnected, answerDue, ...leg } = given;
  const connected = mediaConnected ? afterConnection(media) : media;
  return {
    ...leg,
    media: answerDue ? afterOffer(connected) : connected,
    hold: afterHold(heldByUser ? 'user' : 'none', 'device', heldByDevice),
  };
}
