import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import type { Clock } from '../../core/clock.ts';
import type { EngineCall, EngineFact } from '../call-engine.ts';
import { CallError, transferError } from '../call-error.ts';
import type { FactTap } from '../fact-tap.ts';
import { commandsInOrder } from '../in-order.ts';
import { ongoingFacts } from '../ongoing-facts.ts';
import { createSecondLine, type SecondLine } from './second-line.ts';
import type { SipServer } from './sip-server.ts';

/** What the server knows and does of a call besides SIP: hold, recording, transfers, and what became of it. */
export interface ServerSide {
  readonly orders: Pick<EngineCall, 'hold' | 'record' | 'startTransfer' | 'transferTo'>;
  /** Where facts of the leg go: to the call, or to the second line once that has the leg alone. */
  voice(): FactTap;
  /** The user hangs up: with two lines this hands the call over. */
  leaving(): void;
  /** A transfer that already runs, where the server's row tells of one. */
  resumeTransfer(): SecondLine | null;
  /** The leg is gone. Tells the last facts, as soon as it is known what became of the call. */
  close(last: EngineFact, established: boolean): void;
}

interface ServerSideParts {
  readonly server: SipServer;
  readonly clock: Clock;
  readonly callId: () => string;
  readonly facts: Pick<EngineCall, 'sessionId'>;
  readonly tap: FactTap;
  readonly initial: () => EngineCall;
  readonly hangUpLeg: () => void;
  readonly onAlone: (line: SecondLine) => void;
}

/** The server tells so soon what became of a hand-over; after that it counts as done. */
const handOverMs = 3000;

type Leaving = 'handOver' | 'blind';

export function createServerSide(parts: ServerSideParts): ServerSide {
  const { server, clock, callId, tap } = parts;
  const { ongoing } = server;
  const inOrder = commandsInOrder();
  let seen: OngoingCall | null = null;
  let second: SecondLine | null = null;
  let alone = false;
  let leaving: Leaving | null = null;
  let decided = false;
  /** The server said that a blind transfer is done. */
  let isHandedOver = false;
  let recordingId: string | null = null;
  /** Tells the last facts; set while the leg is gone and the server has not said what became of the call. */
  let tellEnd: (() => void) | null = null;

  const voice = () => (alone && second !== null ? second.tap : tap);

  function ownRow(): OngoingCall | null {
    const rows = ongoing.read() ?? [];
    const sessionId = alone && second !== null ? second.sessionId : parts.facts.sessionId;
    return rows.find((row) => row.id === sessionId) ?? rows.find((row) => row.callId === callId()) ?? null;
  }

  /** INITIAL left: the leg is TARGET's from now on, and the server has a row for it under that session. */
  function watchForInitialLeaving() {
    if (second === null || alone || second.tap.isEnded) return;
    const { sessionId } = second;
    const goesOn = ongoing
      .read()
      ?.some((row) => row.id === sessionId && row.callId === callId() && row.state !== 'ended');
    if (!goesOn || leaving !== null) return;
    alone = true;
    seen = null;
    tap.tell({ type: 'ended', reason: 'HANGUP', by: 'remote' });
    parts.onAlone(second);
  }

  function follow() {
    watchForInitialLeaving();
    const row = ownRow();
    if (row === null) return;
    const isOurs = row.callId === null || row.callId === callId();
    if (!isOurs) return;
    for (const fact of ongoingFacts(seen, row)) tell(fact);
    seen = row;
    recordingId = row.recording?.id ?? recordingId;
    if (!alone) second?.follow(row);
    if (second !== null && !alone && second.tap.isEnded) second = null;
    if (decided) tellEnd?.();
  }

  function tell(fact: EngineFact) {
    if (fact.type === 'transferred' || fact.type === 'transferFailed') {
      if (decided) return;
      decided = true;
    }
    voice().tell(fact);
  }

  function begin(transferId: string, sessionId: string, number: string | null, displayName: string | null) {
    second = createSecondLine({
      server,
      inOrder,
      callId,
      transferId,
      sessionId,
      number,
      displayName,
      initial: parts.initial(),
      isAlone: () => alone,
      hangUpLeg: parts.hangUpLeg,
    });
    follow();
    return second;
  }

  const stopFollowing = ongoing.watch(follow);
  follow();

  return {
    voice,

    leaving() {
      if (second !== null && !alone && !second.tap.isEnded) leaving = 'handOver';
    },

    resumeTransfer() {
      const transfer = ownRow()?.transfer;
      if (transfer == null || transfer.state === 'failed' || transfer.state === 'ended') return null;
      return begin(transfer.id, transfer.sessionId, transfer.number, transfer.name);
    },

    close(last, established) {
      const tellLast = (fallback: EngineFact | null) => {
        if (tellEnd === null) return;
        tellEnd = null;
        cancel();
        stopFollowing();
        if (fallback !== null) tell(fallback);
        const main = voice();
        // With the leg goes the second line, whatever it was waiting for.
        if (second !== null && main !== second.tap) second.tap.tell(last);
        main.tell(last);
      };
      let cancel = () => {};
      tellEnd = () => tellLast(null);
      if (isHandedOver) {
        tellLast({ type: 'transferred' });
        return;
      }
      if (leaving !== null && established && !decided) {
        cancel = clock.after(handOverMs, () => tellLast({ type: 'transferred' }));
        follow();
        return;
      }
      const row = ownRow();
      const elsewhere = established && row?.state === 'talking' && row.callId !== null && row.callId !== callId();
      tellLast(elsewhere && !tap.isEnded ? { type: 'continuedElsewhere' } : null);
    },

    orders: {
      async hold(value) {
        try {
          await inOrder(() => server.hold(callId(), value));
        } catch (cause) {
          throw new CallError(value ? 'HOLD_FAILED' : 'UNHOLD_FAILED', cause);
        }
      },

      async record(on) {
        try {
          if (on) {
            recordingId = await inOrder(() => server.startRecording(callId()));
            return;
          }
          const id = recordingId;
          if (id === null) throw new Error('there is no recording');
          await inOrder(() => server.stopRecording(callId(), id));
        } catch (cause) {
          throw new CallError(on ? 'RECORDING_START_FAILED' : 'RECORDING_STOP_FAILED', cause);
        }
      },

      async startTransfer({ number, sessionId, ownNumber }) {
        try {
          const transferId = await inOrder(() => server.startTransfer(callId(), { number, ownNumber, sessionId }));
          return begin(transferId, sessionId, number, null).transfer;
        } catch (cause) {
          throw new CallError('DIAL_FAILED', cause);
        }
      },

      async transferTo(number) {
        leaving = 'blind';
        try {
          await inOrder(() => server.transferTo(callId(), number));
        } catch (cause) {
          leaving = null;
          tellEnd?.();
          throw transferError(cause);
        }
        isHandedOver = true;
        tell({ type: 'transferring' });
        // The goodbye may have come before the reply.
        if (tellEnd !== null) {
          tell({ type: 'transferred' });
          tellEnd?.();
        }
      },
    },
  };
}
