import { hangingCallCheckMs } from '@sidetone/contract/rules/call-timing.ts';
import { emergencyNumberOf } from '@sidetone/contract/rules/dialable.ts';
import type { CallFigures } from '#audio/quality.ts';
import type { Call } from '../core/call.ts';
import { liveCalls } from '../core/call-list.ts';
import type { Effect } from '../core/call-machine.ts';
import type { DueOrder } from '../core/deadlines.ts';
import type { EndCall } from './ending-calls.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';
import type { Tones } from './tones.ts';
import type { Transfers } from './transfers/transfers.ts';

interface Company {
  readonly stage: Stage;
  readonly tones: Tones;
  readonly transfers: Transfers;
  readonly end: EndCall;
}

/** Performs what the core orders, and what time demands. The company is asked for late: it needs these first. */
export function createEffects(parts: Parts, company: () => Company) {
  const { sounds, surroundings, log } = parts;
  const stage = () => company().stage;

  function lookUpRemote({ id, number, remote }: Call) {
    if (number === null || remote?.contactId || remote?.userId) return;
    surroundings.findRemote(number, remote?.name ?? null).then(
      (found) => {
        if (found !== null) stage().change(id, { remote: found });
      },
      (cause: unknown) => log('warn', 'caller not looked up', { sessionId: id, cause: String(cause) }),
    );
  }

  function sendFigures(id: string, figures: CallFigures | null) {
    if (figures === null) return;
    surroundings.addStatistics(id, figures).catch((cause: unknown) => {
      log('warn', 'statistics not sent', { sessionId: id, cause: String(cause) });
    });
  }

  return {
    /** The other side is somebody else now. */
    lookUpRemoteOf(id: string): void {
      const call = stage().call(id);
      if (call !== null) lookUpRemote(call);
    },

    /** Contacts changed: whoever is in a call may be known by now, or by another name. */
    lookUpAgain(): void {
      for (const { id, number, remote } of liveCalls(stage().store.getState().calls)) {
        if (number === null || remote?.userId) continue;
        surroundings.findRemote(number, remote?.name ?? null).then(
          (found) => {
            if (found !== null && stage().call(id) !== null) stage().change(id, { remote: found });
          },
          (cause: unknown) => log('warn', 'caller not looked up again', { sessionId: id, cause: String(cause) }),
        );
      }
    },

    perform(effect: Effect, call: Call): void {
      const { id } = call;
      switch (effect) {
        case 'lookUpRemote':
          lookUpRemote(call);
          return;
        case 'startAlerting':
          log('info', 'ringing', { sessionId: id, direction: call.direction });
          if (call.direction === 'INCOMING') sounds.ring();
          return;
        case 'stopAlerting':
          sounds.quiet();
          return;
        case 'openAudio':
          log('info', 'established', { sessionId: id });
          stage()
            .engineCalls.get(id)
            ?.openMicrophone(call.mute === 'NONE');
          return;
        case 'dropTones':
          company().tones.drop(id);
          return;
        case 'closeAudio':
          sendFigures(id, sounds.stopRemote(id));
          shutMicrophone(stage(), id);
          return;
        case 'sayThatItEnded':
          log('info', `ended: ${call.reason}`, { sessionId: id, by: call.endedBy, state: call.state });
          // A call that was handed over may go on; only one that was hung up must be over.
          if (call.endedBy === 'user' && call.reason === 'HANGUP' && call.state === 'Terminated') checkLater(parts, id);
          // Of the two calls of a transfer only the one that was handed over says so.
          if (call.state === 'TransferFailed' && call.transferredTo !== null) parts.report('TRANSFER_FAILED');
          company().transfers.ended(id);
          if (wasNotPutThrough(call)) {
            sounds.busyTone();
            // Whoever needs help must not have to guess from a word that is gone in two seconds.
            if (emergencyNumberOf(call.number ?? '', surroundings.ground().place)) parts.report('EMERGENCY_FAILED');
          }
          return;
        default:
          unreachable(effect);
      }
    },

    due(order: DueOrder, { id, direction }: Call): void {
      switch (order) {
        case 'giveUpRinging': {
          const incoming = direction === 'INCOMING';
          stage().change(id, { endedBy: 'system', reason: incoming ? 'TERMINATED' : 'REQUEST_TIMEOUT' });
          stage().go(id, 'Terminating');
          company().end(id, incoming ? 'busy' : 'hangUp');
          return;
        }
        case 'giveUpConnecting':
          log('error', 'Timeout: Could not build a web-rtc connection in 10s.', { sessionId: id });
          parts.report(direction === 'INCOMING' ? 'CALL_ACCEPTING_ERROR' : 'DIAL_FAILED');
          stage().change(id, { endedBy: 'system', reason: 'TERMINATED' });
          stage().go(id, 'Terminating');
          company().end(id, 'hangUp');
          return;
        case 'giveUpTransferring':
          company().transfers.decided(id, 'TransferFailed');
          // It may still run at the phone system, and then others would hear the user.
          company().end(id, 'hangUp');
          return;
        case 'giveUpEnding':
          stage().go(id, 'Terminated');
          return;
        case 'close':
          stage().close(id);
          return;
        default:
          unreachable(order);
      }
    },
  };
}

/** Whatever its engine still does for a call that no longer has a way out, nobody hears the user through it. */
function shutMicrophone({ engineCalls, released, store }: Stage, id: string): void {
  const engineCall = engineCalls.get(id);
  const { transfer } = store.getState();
  // The lines of a transfer share one microphone, and the other line goes on.
  const isShared = transfer !== null && [transfer.initialId, transfer.targetId].includes(id);
  if (engineCall !== undefined && !isShared && !released.has(engineCall)) engineCall.openMicrophone(false);
}

/** The inbox event of a call that the user ended must not stay open (specification 4). */
function checkLater({ clock, log, surroundings }: Pick<Parts, 'clock' | 'log' | 'surroundings'>, id: string): void {
  clock.after(hangingCallCheckMs, () => {
    surroundings.checkHangingCall(id).catch((cause: unknown) => {
      log('warn', 'ended call not checked', { sessionId: id, cause: String(cause) });
    });
  });
}

/** A call out that ended before anybody answered, and not because the user gave it up. */
function wasNotPutThrough({ direction, establishedAt, endedBy, state }: Call): boolean {
  return direction === 'OUTGOING' && establishedAt === null && endedBy !== 'user' && state === 'Terminated';
}

function unreachable(never: never): never {
  throw new Error(`not handled: ${String(never)}`);
}
