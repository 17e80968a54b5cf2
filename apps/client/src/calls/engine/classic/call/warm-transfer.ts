import type { OngoingCall, OngoingTransfer, TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import { warmTransferDigitDelayMs } from '@sidetone/contract/rules/call-timing.ts';
import type { Log } from '../../../conductor/parts.ts';
import type { Clock } from '../../../core/clock.ts';
import type { EngineCall, EngineFact, TransferRequest } from '../../call-engine.ts';
import { CallError } from '../../call-error.ts';
import { createFactTap, type FactTap } from '../../fact-tap.ts';
import type { InOrder } from '../../in-order.ts';
import { targetFacts } from '../../ongoing-facts.ts';
import { rowOfTarget, type ToldLine } from '../../server-side-of-call.ts';
import { untilBack } from '../../until-back.ts';
import type { ClassicServer } from '../classic-server.ts';

/** The feature codes of the classic generation (specification 4). */
const featureCodes = {
  transfer: '*3',
  switch: '*4',
  conference: '*5',
  abort: '*8',
} as const;

interface WarmTransferParts {
  readonly request: TransferRequest;
  /** The user's own leg, in which both lines are heard. */
  readonly sipCallId: string;
  /** Session of INITIAL. */
  readonly sessionId: string;
  /** A transfer that the row still shows and that is not this one. */
  readonly before: string | null;
  /** It runs already, from before a reload or in another window: nothing is sent to start it. */
  readonly running?: OngoingTransfer;
  readonly server: Pick<ClassicServer, 'tones' | 'markTransfer' | 'hold'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly inOrder: InOrder;
  /** INITIAL, whose audio both lines share. */
  readonly main: EngineCall;
  readonly isMainOver: () => boolean;
}

/** A warm transfer of the classic generation, controlled by feature codes and read from the row of INITIAL. */
export interface WarmTransfer extends ToldLine {
  /** Fulfils when the digits were sent. */
  readonly started: Promise<void>;
  /** TARGET's own row, which it has once INITIAL has left; null before. */
  ownRow(rows: readonly OngoingCall[]): OngoingCall | null;
  /** INITIAL has left, and TARGET continues as this call. */
  goOn(as: EngineCall): void;
  isAnswered(): boolean;
  /** The digits are sent: from now on hanging up hands over. */
  hasBegun(): boolean;
  end(fact: Ended): void;
}

type Ended = Extract<EngineFact, { type: 'ended' }>;

interface Warm {
  readonly parts: WarmTransferParts;
  readonly tap: FactTap;
  /** The transfer in the last row of INITIAL; null before a row has it. */
  told: OngoingTransfer | null;
  /** TARGET as a call of its own, after INITIAL. */
  heir: EngineCall | null;
  lines: readonly TransferLine[];
  hasBegun: boolean;
  /** It was given up before the server reported it, and the server will no longer report it. */
  isForgotten: boolean;
}

/** The digits that follow `*3`: the plus is 00, and a hash says that the number is complete. */
function targetDigits(number: string): string {
  return `${number.replace(/^\+/, '00')}#`;
}

/** Rows may still show a transfer this long after it was given up. */
const rowsLagMs = 1000;

/** Sends star-3, and 2 s later the digits, unless it runs already. Everything after that is a feature code, too. */
export function startWarmTransfer(parts: WarmTransferParts): WarmTransfer {
  const { running } = parts;
  const warm: Warm = {
    parts,
    tap: createFactTap(),
    told: null,
    heir: null,
    lines: running?.activeLines ?? ['TARGET'],
    hasBegun: running !== undefined,
    isForgotten: false,
  };
  const { tap } = warm;
  return {
    transfer: {
      line: lineOf(warm),
      abort: () => abort(warm),
      setLines: (wanted) => setLines(warm, wanted),
    },
    started: running === undefined ? start(warm) : Promise.resolve(),
    follow: (row) => follow(warm, row),
    ownRow: (rows) => ownRow(warm, rows),
    goOn(as) {
      warm.heir = as;
      as.listen((fact) => tap.tell(fact));
    },
    isAnswered: () => warm.told?.state === 'talking',
    isOver: () => tap.isEnded && (warm.told !== null || warm.isForgotten),
    hasBegun: () => warm.hasBegun && !tap.isEnded,
    end: (fact) => tap.tell(fact),
  };
}

/** TARGET as a call for the user. Once INITIAL has left, it is a call like any other. */
function lineOf(warm: Warm): EngineCall {
  const { request, sipCallId, main, log } = warm.parts;
  const speaker = () => warm.heir ?? main;
  const notYet = () => Promise.reject(new CallError('INVALID_STATE_ERROR'));
  return {
    sessionId: request.sessionId,
    direction: 'OUTGOING',
    number: request.number,
    displayName: null,
    calledNumber: null,
    channelId: main.channelId,
    accept: notYet,
    refuse: () => {},
    hangUp() {
      if (warm.tap.isEnded) return;
      if (warm.heir !== null) warm.heir.hangUp();
      else abort(warm).catch((cause: unknown) => log('warn', 'TERMINATE_FAILED', { sipCallId, cause: String(cause) }));
    },
    openMicrophone: (open) => speaker().openMicrophone(open),
    hold: (value) => speaker().hold(value),
    sendTones: (tones) => speaker().sendTones(tones),
    record: (on) => speaker().record(on),
    startTransfer: (next) => warm.heir?.startTransfer(next) ?? notYet(),
    transferTo: (number, to) => warm.heir?.transferTo(number, to) ?? notYet(),
    joinWith: (other) => warm.heir?.joinWith(other) ?? notYet(),
    listen: (listener) => warm.tap.listen(listener),
  };
}

async function start(warm: Warm) {
  const { request, sipCallId, server, clock, inOrder, isMainOver } = warm.parts;
  await inOrder(async () => {
    await server.tones(sipCallId, featureCodes.transfer);
    await new Promise<void>((resolve) => void clock.after(warmTransferDigitDelayMs, resolve));
    if (isMainOver()) return;
    if (warm.tap.isEnded) {
      await server.tones(sipCallId, featureCodes.abort);
      return;
    }
    await server.tones(sipCallId, targetDigits(request.number));
    warm.hasBegun = true;
  });
}

async function abort(warm: Warm) {
  const { sipCallId, server, clock, inOrder } = warm.parts;
  warm.tap.tell({ type: 'ended', reason: 'HANGUP', by: 'user' });
  try {
    const drop = () => server.tones(sipCallId, featureCodes.abort);
    // In order, so that a code that comes twice never ends a transfer that was begun after this one.
    await inOrder(() => untilBack(clock, drop, () => drop().catch(unlessDone)));
  } finally {
    clock.after(rowsLagMs, () => {
      warm.isForgotten = true;
    });
  }
}

/** In order: what a switch does depends on the outcome of the order before it. */
function setLines(warm: Warm, wanted: readonly TransferLine[]): Promise<void> {
  const { sessionId, sipCallId, server, clock, inOrder } = warm.parts;
  return inOrder(async () => {
    if (String(warm.lines) === String(wanted)) return;
    const mark = async () => await server.markTransfer(sessionId, theOne(warm.told).id, markOf(wanted));
    const code = codeFor(warm.lines, wanted);
    // A code that comes twice would switch back.
    await untilBack(clock, code === null ? mark : () => server.tones(sipCallId, code), mark);
    warm.lines = wanted;
  });
}

function follow(warm: Warm, { transfer }: OngoingCall) {
  if (transfer !== null && transfer.id === warm.parts.before) return;
  for (const fact of targetFacts(warm.told, transfer)) warm.tap.tell(fact);
  warm.told = transfer;
  if (transfer !== null && transfer.activeLines.length > 0) warm.lines = transfer.activeLines;
}

/**
 * The row with the leg of both lines, which is TARGET's alone once INITIAL has left. A row of TARGET's session with
 * another leg is that of another phone of the user, which was called. The server has chosen the session: where INITIAL
 * left before a row told of the transfer, any other session with the leg is it.
 */
function ownRow({ tap, told, parts }: Warm, rows: readonly OngoingCall[]): OngoingCall | null {
  if (tap.isEnded) return null;
  const isOurLeg = (sipCallId: string) => sipCallId === parts.sipCallId;
  if (told !== null) return rowOfTarget(rows, told.sessionId, isOurLeg);
  const isOther = ({ id, callId, state }: OngoingCall) =>
    id !== parts.sessionId && callId !== null && isOurLeg(callId) && state !== 'ended';
  return rows.find(isOther) ?? null;
}

/** A repeated order has nothing left to do where only its answer was lost. */
function unlessDone(cause: unknown): void {
  if ((cause as { code?: unknown } | null)?.code !== 'CONFLICT') throw cause;
}

function theOne<T>(transfer: T | null): T {
  if (transfer === null) throw new CallError('INVALID_STATE_ERROR');
  return transfer;
}

/** The name of these lines in a command. */
function markOf([only, second]: readonly TransferLine[]): TransferLine | 'BOTH' {
  if (only === undefined) throw new CallError('INVALID_STATE_ERROR');
  return second === undefined ? only : 'BOTH';
}

/** The code that switches from some lines to others; null where only a command with names can. */
function codeFor(before: readonly TransferLine[], wanted: readonly TransferLine[]): string | null {
  if (wanted.length > 1) return featureCodes.conference;
  return before.length === 1 ? featureCodes.switch : null;
}
