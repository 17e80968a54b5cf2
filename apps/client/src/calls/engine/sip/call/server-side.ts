import type { OngoingCall, OngoingTransfer } from '@sidetone/contract/entities/ongoing-call.ts';
import type { Clock } from '../../../core/clock.ts';
import type { EngineCall, EngineFact, RunningTransfer } from '../../call-engine.ts';
import { CallError } from '../../call-error.ts';
import type { FactTap } from '../../fact-tap.ts';
import { commandsInOrder, type InOrder } from '../../in-order.ts';
import { isRunning } from '../../ongoing-facts.ts';
import {
  factsOfRow,
  followLine,
  handOverBlindly,
  joined,
  nothingTold,
  rowOfTarget,
  type ServerSideOfCall,
  strangeTransfer,
} from '../../server-side-of-call.ts';
import type { SipServer } from '../sip-server.ts';
import { createLegOrders, type LegOrders } from './leg-orders.ts';
import { createSecondLine, type SecondLine } from './second-line.ts';

/** What the server knows and does of a call besides SIP: hold, recording, transfers, and what became of it. */
export interface ServerSide {
  readonly orders: Pick<EngineCall, 'hold' | 'record' | 'startTransfer' | 'transferTo' | 'joinWith'>;
  /** Where facts of the leg go: to the call, or to the second line once that has the leg alone. */
  voice(): FactTap;
  /** The user hangs up: with two lines this hands the call over. */
  leaving(): void;
  /** A transfer that already runs, where the server's row tells of one. */
  resumeTransfer(): RunningTransfer | null;
  /** The leg is gone. Tells the last facts as soon as the outcome of the call is known. */
  close(last: EngineFact, established: boolean): void;
}

interface ServerSideParts {
  readonly server: SipServer;
  readonly clock: Clock;
  readonly sipCallId: () => string;
  readonly facts: Pick<EngineCall, 'sessionId' | 'direction'>;
  readonly tap: FactTap;
  readonly initial: () => EngineCall;
  readonly hangUpLeg: () => void;
  readonly onAlone: (line: SecondLine) => void;
}

/** The server reports the outcome of a hand-over within this; after that it counts as done. */
const handOverMs = 3000;

/** The owner of the leg: the call, or TARGET once INITIAL has left. */
interface LegOwner {
  readonly sessionId: string;
  readonly tap: FactTap;
  /** Reads what its row says beyond that of every call. */
  readonly read: (row: OngoingCall) => void;
}

interface Side extends ServerSideOfCall<SecondLine> {
  readonly parts: ServerSideParts;
  readonly inOrder: InOrder;
  readonly leg: LegOrders;
  owner: LegOwner;
  /** The outcome of a hand-over has been told. */
  isDecided: boolean;
  /** Tells the last facts; set while the leg is gone and the server has not reported the outcome. */
  tellEnd: (() => void) | null;
  stopFollowing: () => void;
}

export function createServerSide(parts: ServerSideParts): ServerSide {
  const { server, clock, sipCallId, tap } = parts;
  const inOrder = commandsInOrder();
  const side: Side = {
    ...nothingTold<SecondLine>(),
    parts,
    inOrder,
    leg: createLegOrders(server, clock, sipCallId, inOrder),
    owner: { sessionId: parts.facts.sessionId, tap, read: () => {} },
    isDecided: false,
    tellEnd: null,
    stopFollowing: () => {},
  };
  side.stopFollowing = server.ongoing.watch(() => follow(side));
  follow(side);
  return {
    voice: () => side.owner.tap,
    leaving() {
      if (side.line !== null && !side.line.isOver() && side.handing !== 'blind') side.handing = 'over';
    },
    resumeTransfer: () => resumeTransfer(side),
    close: (last, established) => close(side, last, established),
    orders: ordersOf(side),
  };
}

function ordersOf(side: Side): ServerSide['orders'] {
  const { leg } = side;
  return {
    hold: (value) => leg.hold(value),
    record: (on) => leg.record(on),
    startTransfer: (request) => startTransfer(side, request),
    transferTo: (number, to) =>
      handOver(side, (server, id) =>
        to === 'park' ? server.park(sessionThere(side)) : server.transferTo(id, number, to),
      ),
    joinWith: (other) => handOver(side, (server) => server.joinCalls(sessionThere(side), other)),
  };
}

// What the rows say.

const rowsOf = ({ parts }: Side): readonly OngoingCall[] => parts.server.ongoing.read() ?? [];

function ownRow(side: Side): OngoingCall | null {
  const { sessionId } = side.owner;
  const sipCallId = side.parts.sipCallId();
  const rows = rowsOf(side);
  return rows.find((row) => row.id === sessionId) ?? rows.find((row) => row.callId === sipCallId) ?? null;
}

/** The session of the call at the server: one that was picked up keeps that under which it rang. */
const sessionThere = ({ row, owner }: Side): string => row?.id ?? owner.sessionId;

/** A code was dialled that took a call which rang: only the row says who calls, under the session in which it rang. */
const isTaken = ({ parts, owner }: Side, row: OngoingCall): boolean =>
  parts.facts.direction === 'OUTGOING' && row.direction === 'INCOMING' && row.id !== owner.sessionId;

function follow(side: Side) {
  watchForInitialLeaving(side);
  const row = ownRow(side);
  if (row === null) return;
  if (row.callId !== null && row.callId !== side.parts.sipCallId()) return;
  if (side.row === null && isTaken(side, row)) {
    const { number, name: displayName, docId, channelId } = row;
    tell(side, { type: 'remoteChanged', number, displayName, takenFrom: { docId, channelId } });
  }
  for (const fact of factsOfRow(side, row)) tell(side, fact);
  const strange = strangeTransfer(side, row);
  if (strange !== null) tell(side, { type: 'transferBegan', transfer: join(side, strange) });
  side.leg.read(row);
  side.owner.read(row);
  followLine(side, row);
  if (side.isDecided) side.tellEnd?.();
}

/** INITIAL left: the leg is TARGET's from now on, and the server has a row for it under that session. */
function watchForInitialLeaving(side: Side) {
  const { line, parts, owner } = side;
  if (line === null || line.isOver() || side.handing !== 'no') return;
  const { sessionId, tap } = line;
  if (rowOfTarget(rowsOf(side), sessionId, (sipCallId) => sipCallId === parts.sipCallId()) === null) return;
  side.owner = { sessionId, tap, read: (row) => line.goOn(row) };
  side.line = null;
  side.row = null;
  owner.tap.tell({ type: 'ended', reason: 'HANGUP', by: 'remote' });
  parts.onAlone(line);
}

function tell(side: Side, fact: EngineFact) {
  if (fact.type === 'transferred' || fact.type === 'transferFailed') {
    if (side.isDecided) return;
    side.isDecided = true;
  }
  side.owner.tap.tell(fact);
}

// Transfers.

async function startTransfer(side: Side, { number, sessionId, ownNumber }: Parameters<EngineCall['startTransfer']>[0]) {
  const { parts, inOrder, orderedSessions } = side;
  const { server, sipCallId } = parts;
  orderedSessions.add(sessionId);
  try {
    const order = { number, ownNumber, sessionId };
    const id = await inOrder(() => server.startTransfer(sipCallId(), order));
    const { transfer } = openLine(side, { id, sessionId, number, name: null });
    follow(side);
    return transfer;
  } catch (cause) {
    throw new CallError('DIAL_FAILED', cause);
  } finally {
    orderedSessions.delete(sessionId);
  }
}

function resumeTransfer(side: Side): RunningTransfer | null {
  const told = ownRow(side)?.transfer ?? null;
  if (!isRunning(told)) return null;
  const running = join(side, told);
  follow(side);
  return running;
}

const join = (side: Side, told: OngoingTransfer): RunningTransfer => joined(openLine(side, told), told);

function openLine(
  side: Side,
  { id, sessionId, number, name }: Pick<OngoingTransfer, 'id' | 'sessionId' | 'number' | 'name'>,
): SecondLine {
  const { parts, inOrder } = side;
  side.knownTransfers.add(id);
  const line: SecondLine = createSecondLine({
    server: parts.server,
    clock: parts.clock,
    inOrder,
    sipCallId: parts.sipCallId,
    transferId: id,
    sessionId,
    number,
    displayName: name,
    initial: parts.initial(),
    isAlone: () => side.owner.tap === line.tap,
    hangUpLeg: parts.hangUpLeg,
  });
  side.line = line;
  return line;
}

/** Leaves the call to others, as the server is asked to. */
async function handOver(side: Side, order: (server: SipServer, sipCallId: string) => Promise<void>) {
  const { server, sipCallId } = side.parts;
  try {
    await handOverBlindly(side, () => side.inOrder(() => order(server, sipCallId())));
  } catch (cause) {
    side.tellEnd?.();
    throw cause;
  }
  tell(side, { type: 'transferring' });
  // The goodbye may have come before the reply.
  if (side.tellEnd === null) return;
  tell(side, { type: 'transferred' });
  side.tellEnd?.();
}

// The end.

function close(side: Side, last: EngineFact, established: boolean) {
  const { parts, handing } = side;
  let cancel = () => {};
  const tellLast = (fallback: EngineFact | null) => {
    if (side.tellEnd === null) return;
    side.tellEnd = null;
    cancel();
    side.stopFollowing();
    if (fallback !== null) tell(side, fallback);
    // The second line ends with the leg, even while it rings.
    side.line?.tap.tell(last);
    side.owner.tap.tell(last);
  };
  side.tellEnd = () => tellLast(null);
  if (handing === 'blind') tellLast({ type: 'transferred' });
  else if (handing !== 'no' && established && !side.isDecided) {
    cancel = parts.clock.after(handOverMs, () => tellLast({ type: 'transferred' }));
    follow(side);
  } else {
    const isElsewhere = established && talksInAnotherLeg(ownRow(side), parts.sipCallId());
    tellLast(isElsewhere ? { type: 'continuedElsewhere' } : null);
  }
}

/** Whether a row shows a call that continues, but not in this leg. */
function talksInAnotherLeg(row: OngoingCall | null, sipCallId: string): boolean {
  return row?.state === 'talking' && row.callId !== null && row.callId !== sipCallId;
}
