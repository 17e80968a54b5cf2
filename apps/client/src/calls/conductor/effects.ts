import { hangingCallCheckMs } from '@sidetone/contract/rules/call-timing.ts';
import { emergencyNumberOf } from '@sidetone/contract/rules/numbers/dialable.ts';
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

interface Effects {
  /** Performs what the core orders. */
  perform(effect: Effect, call: Call): void;
  /** Does what time demands. */
  due(order: DueOrder, call: Call): void;
  /** The other side is another person now. */
  lookUpRemoteOf(id: string): void;
  /** Contacts changed: those who are in a call may be known by now, or by another name. */
  lookUpAgain(): void;
}

/** What an effect works with. The company is asked for late: it needs the effects first. */
interface Scene {
  readonly parts: Parts;
  readonly company: () => Company;
}

/** Performs what the core orders, and what time demands. */
export function createEffects(parts: Parts, company: () => Company): Effects {
  const scene: Scene = { parts, company };
  return {
    perform: (effect, call) => effects[effect](scene, call),
    due: (order, call) => dues[order](scene, call),
    lookUpRemoteOf(id) {
      const call = company().stage.call(id);
      if (call !== null) lookUpRemote(scene, call);
    },
    lookUpAgain: () => lookUpAgain(scene),
  };
}

type Step = (scene: Scene, call: Call) => void;

const effects: Readonly<Record<Effect, Step>> = {
  lookUpRemote,
  startAlerting({ parts }, { id, direction }) {
    parts.log('info', 'ringing', { sessionId: id, direction });
    if (direction === 'INCOMING') parts.sounds.ring();
  },
  stopAlerting: ({ parts }) => parts.sounds.quiet(),
  openAudio({ parts, company }, { id, mute }) {
    const { engineCalls } = company().stage;
    parts.log('info', 'established', { sessionId: id });
    engineCalls.get(id)?.openMicrophone(mute === 'NONE');
  },
  dropTones: ({ company }, { id }) => company().tones.drop(id),
  closeAudio({ parts, company }, { id }) {
    sendFigures(parts, id, parts.sounds.stopRemote(id));
    shutMicrophone(company().stage, id);
  },
  sayThatItEnded,
};

const dues: Readonly<Record<DueOrder, Step>> = {
  giveUpRinging({ company }, { id, direction }) {
    const { stage, end } = company();
    const incoming = direction === 'INCOMING';
    stage.change(id, { endedBy: 'system', reason: incoming ? 'TERMINATED' : 'REQUEST_TIMEOUT' });
    stage.go(id, 'Terminating');
    end(id, incoming ? 'busy' : 'hangUp');
  },
  giveUpConnecting({ parts, company }, { id, direction }) {
    const { stage, end } = company();
    parts.log('error', 'Timeout: Could not build a web-rtc connection in 10s.', { sessionId: id });
    parts.report(direction === 'INCOMING' ? 'CALL_ACCEPTING_ERROR' : 'DIAL_FAILED');
    stage.change(id, { endedBy: 'system', reason: 'TERMINATED' });
    stage.go(id, 'Terminating');
    end(id, 'hangUp');
  },
  giveUpTransferring({ company }, { id }) {
    const { transfers, end } = company();
    transfers.decided(id, 'TransferFailed');
    // It may still run at the phone system, and then others would hear the user.
    end(id, 'hangUp');
  },
  giveUpEnding: ({ company }, { id }) => void company().stage.go(id, 'Terminated'),
  close: ({ company }, { id }) => company().stage.close(id),
};

function lookUpRemote({ parts, company }: Scene, { id, number, remote }: Call) {
  if (number === null || remote?.contactId || remote?.userId) return;
  parts.surroundings.findRemote(number, remote?.name ?? null).then(
    (found) => {
      if (found !== null) company().stage.change(id, { remote: found });
    },
    (cause: unknown) => parts.log('warn', 'caller not looked up', { sessionId: id, cause: String(cause) }),
  );
}

function lookUpAgain({ parts, company }: Scene) {
  const { stage } = company();
  for (const { id, number, remote } of liveCalls(stage.store.getState().calls)) {
    if (number === null || remote?.userId) continue;
    parts.surroundings.findRemote(number, remote?.name ?? null).then(
      (found) => {
        if (found !== null && stage.call(id) !== null) stage.change(id, { remote: found });
      },
      (cause: unknown) => parts.log('warn', 'caller not looked up again', { sessionId: id, cause: String(cause) }),
    );
  }
}

function sayThatItEnded({ parts, company }: Scene, call: Call) {
  const { id, reason, endedBy, state } = call;
  parts.log('info', `ended: ${reason}`, { sessionId: id, by: endedBy, state });
  // A call that was handed over may continue; only one that was hung up must be over.
  if (endedBy === 'user' && reason === 'HANGUP' && state === 'Terminated') checkLater(parts, id);
  // Of the two calls of a transfer only the one that was handed over says so.
  if (state === 'TransferFailed' && call.transferredTo !== null) parts.report('TRANSFER_FAILED');
  company().transfers.ended(id);
  if (!wasNotPutThrough(call)) return;
  parts.sounds.busyTone();
  // People who need help must not have to guess from a word that is gone in two seconds.
  const isEmergency = emergencyNumberOf(call.number ?? '', parts.surroundings.ground().place) !== null;
  if (isEmergency) parts.report('EMERGENCY_FAILED');
}

function sendFigures({ surroundings, log }: Parts, id: string, figures: CallFigures | null) {
  if (figures === null) return;
  surroundings.addStatistics(id, figures).catch((cause: unknown) => {
    log('warn', 'statistics not sent', { sessionId: id, cause: String(cause) });
  });
}

/** Nobody hears the user through a call that no longer has a way out, whatever its engine still does. */
function shutMicrophone({ engineCalls, released, store }: Stage, id: string): void {
  const engineCall = engineCalls.get(id);
  const { transfer } = store.getState();
  // The lines of a transfer share one microphone, and the other line continues.
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

/** An outgoing call that ended before it was answered, and that the user did not give up. */
function wasNotPutThrough({ direction, establishedAt, endedBy, state }: Call): boolean {
  return direction === 'OUTGOING' && establishedAt === null && endedBy !== 'user' && state === 'Terminated';
}
