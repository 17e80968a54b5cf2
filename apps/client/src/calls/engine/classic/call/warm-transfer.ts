import type { OngoingCall, OngoingTransfer, TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import { warmTransferDigitDelayMs } from '@sidetone/contract/rules/call-timing.ts';
import type { Log } from '../../../conductor/parts.ts';
import type { Clock } from '../../../core/clock.ts';
import type { EngineCall, EngineFact, EngineTransfer, TransferRequest } from '../../call-engine.ts';
import { CallError } from '../../call-error.ts';
import { createFactTap } from '../../fact-tap.ts';
import type { InOrder } from '../../in-order.ts';
import { targetFacts } from '../../ongoing-facts.ts';
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
  readonly callId: string;
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

/** A warm transfer of the classic generation, steered by feature codes and read from the row of INITIAL. */
export interface WarmTransfer extends EngineTransfer {
  /** Fulfils when the digits were sent. */
  readonly started: Promise<void>;
  read(transfer: OngoingTransfer | null): void;
  /** TARGET's own row, which it has once INITIAL has left; null before. */
  ownRow(rows: readonly OngoingCall[]): OngoingCall | null;
  /** INITIAL has left, and TARGET goes on as this call. */
  goOn(as: EngineCall): void;
  isAnswered(): boolean;
  /** Nothing more is to be read of it, not even that it was given up. */
  isOver(): boolean;
  /** The digits are sent: from now on hanging up hands over. */
  hasBegun(): boolean;
  end(fact: Extract<EngineFact, { type: 'ended' }>): void;
}

/** What `*3` wants behind it: the plus is 00, and a hash says that the number is complete. */
function targetDigits(number: string): string {
  return `${number.replace(/^\+/, '00')}#`;
}

/** Of a transfer that was given up before the server told of it, the rows may tell so long afterwards. */
const rowsLagMs = 1000;

/** Sends star-3, and 2 s later the digits, unless it runs already; everything after that is a feature code, too. */
export function startWarmTransfer(parts: WarmTransferParts): WarmTransfer {
  const { request, callId, server, clock, inOrder, main } = parts;
  const tap = createFactTap();
  let now: OngoingTransfer | null = null;
  /** TARGET as a call of its own, after INITIAL. */
  let heir: EngineCall | null = null;
  let isForgotten = false;
  let lines: readonly TransferLine[] = parts.running?.activeLines ?? ['TARGET'];
  let begun = parts.running !== undefined;

  async function start() {
    await inOrder(async () => {
      await server.tones(callId, featureCodes.transfer);
      await new Promise<void>((resolve) => void clock.after(warmTransferDigitDelayMs, resolve));
      if (parts.isMainOver()) return;
      if (tap.isEnded) {
        await server.tones(callId, featureCodes.abort);
        return;
      }
      await server.tones(callId, targetDigits(request.number));
      begun = true;
    });
  }

  function finish(fact: Extract<EngineFact, { type: 'ended' }>) {
    tap.tell(fact);
  }

  const abort = async () => {
    finish({ type: 'ended', reason: 'HANGUP', by: 'user' });
    try {
      const drop = () => server.tones(callId, featureCodes.abort);
      // In order, so that a code that comes twice never ends a transfer that was begun after this one.
      await inOrder(() => untilBack(clock, drop, () => drop().catch(unlessDone)));
    } finally {
      clock.after(rowsLagMs, () => {
        isForgotten = true;
      });
    }
  };

  const speaker = () => heir ?? main;

  const line: EngineCall = {
    sessionId: request.sessionId,
    direction: 'OUTGOING',
    number: request.number,
    displayName: null,
    calledNumber: null,
    channelId: main.channelId,
    accept: () => Promise.reject(new CallError('INVALID_STATE_ERROR')),
    refuse: () => {},
    hangUp() {
      if (tap.isEnded) return;
      if (heir !== null) heir.hangUp();
      else abort().catch((cause: unknown) => parts.log('warn', 'TERMINATE_FAILED', { callId, cause: String(cause) }));
    },
    openMicrophone: (open) => speaker().openMicrophone(open),
    hold: (value) => speaker().hold(value),
    sendTones: (tones) => speaker().sendTones(tones),
    record: (on) => speaker().record(on),
    startTransfer: (next) => heir?.startTransfer(next) ?? Promise.reject(new CallError('INVALID_STATE_ERROR')),
    transferTo: (number) => heir?.transferTo(number) ?? Promise.reject(new CallError('INVALID_STATE_ERROR')),
    listen: (listener) => tap.listen(listener),
  };

  return {
    line,
    started: parts.running === undefined ? start() : Promise.resolve(),
    abort,

    // What switching does depends on what the order before it came to.
    setLines: (wanted) =>
      inOrder(async () => {
        if (String(lines) === String(wanted)) return;
        const mark = async () => await server.markTransfer(parts.sessionId, theOne(now).id, markOf(wanted));
        const code = codeFor(lines, wanted);
        // A code that comes twice would switch back.
        await untilBack(clock, code === null ? mark : () => server.tones(callId, code), mark);
        lines = wanted;
      }),

    read(transfer) {
      if (transfer !== null && transfer.id === parts.before) return;
      for (const fact of targetFacts(now, transfer)) {
        if (fact.type === 'ended') finish(fact);
        else tap.tell(fact);
      }
      now = transfer;
      if (transfer !== null && transfer.activeLines.length > 0) lines = transfer.activeLines;
    },

    ownRow: (rows) => (tap.isEnded || now === null ? undefined : rows.find((each) => isOwnRow(each, now))) ?? null,

    goOn(as) {
      heir = as;
      as.listen((fact) => tap.tell(fact));
    },

    isAnswered: () => now?.state === 'talking',
    isOver: () => tap.isEnded && (now !== null || isForgotten),
    hasBegun: () => begun && !tap.isEnded,
    end: finish,
  };
}

/** An order that is given again finds nothing left to do where only its answer was lost. */
function unlessDone(cause: unknown): void {
  if ((cause as { code?: unknown } | null)?.code !== 'CONFLICT') throw cause;
}

function theOne<T>(transfer: T | null): T {
  if (transfer === null) throw new CallError('INVALID_STATE_ERROR');
  return transfer;
}

/** What a command calls these lines. */
function markOf([only, second]: readonly TransferLine[]): TransferLine | 'BOTH' {
  if (only === undefined) throw new CallError('INVALID_STATE_ERROR');
  return second === undefined ? only : 'BOTH';
}

/** The code that leads from some lines to others; null where only a command that names them does. */
function codeFor(before: readonly TransferLine[], wanted: readonly TransferLine[]): string | null {
  if (wanted.length > 1) return featureCodes.conference;
  return before.length === 1 ? featureCodes.switch : null;
}

/** The row of TARGET as the user's own call: somebody of the user's has taken it, which is the leg of both. */
function isOwnRow({ id, callId, state }: OngoingCall, transfer: OngoingTransfer | null): boolean {
  return id === transfer?.sessionId && callId !== null && state !== 'ended';
}
