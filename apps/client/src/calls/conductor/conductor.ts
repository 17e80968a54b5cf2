import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { docIdOf } from '@sidetone/contract/rules/doc-id.ts';
import type { StoreApi } from 'zustand/vanilla';
import { newCall } from '../core/call.ts';
import { addCall, admitIncoming, admitOutgoing, liveCalls } from '../core/call-list.ts';
import { isOver, mayRefuse } from '../core/call-machine.ts';
import { checkDialled } from '../core/dial-rules.ts';
import { muteByUser } from '../core/mute.ts';
import type { EngineCall } from '../engine/call-engine.ts';
import { CallError, problemOf } from '../engine/call-error.ts';
import { createEffects } from './effects.ts';
import { hearFacts } from './facts.ts';
import { createHold } from './hold.ts';
import type { Parts } from './parts.ts';
import { type CallsState, createStage } from './stage.ts';
import { createTones } from './tones.ts';

export interface DialOrder {
  /** As typed, pasted or stored. */
  readonly number: string;
  readonly channelId: string | null;
  /** Who is called, where that is known already. */
  readonly remote?: Remote | null;
}

/** Places and takes calls with one engine: feeds the core, performs its effects, keeps the view. */
export interface Conductor {
  readonly store: StoreApi<CallsState>;
  start(): Promise<void>;
  stop(): Promise<void>;
  reconnect(): void;
  /** Throws `CallError` when the call cannot be started. */
  dial(order: DialOrder): Promise<void>;
  accept(id: string): Promise<void>;
  decline(id: string): void;
  hangUp(id: string): void;
  toggleMute(id: string): void;
  toggleHold(id: string): Promise<void>;
  sendTones(id: string, text: string): void;
  /** Starts, continues or stops. Throws `CallError` CONSENT_NEEDED when the user has to be reminded first. */
  toggleRecording(id: string): Promise<void>;
  confirmRecording(id: string, how: { remember: boolean }): Promise<void>;
  /** Blind transfer. Throws `CallError` INVALID_PHONE_NUMBER or DIAL_FAILED. */
  transferTo(id: string, number: string): Promise<void>;
  /** Null: the line that is not heard now. */
  switchLine(id: string | null): Promise<void>;
  startConference(): Promise<void>;
  abortTransfer(): Promise<void>;
  handOver(): void;
}

export function createConductor(parts: Parts): Conductor {
  const { engine, surroundings, clock, log } = parts;
  const effects = createEffects(
    parts,
    () => stage,
    () => tones,
  );
  const stage = createStage(parts, effects);
  const tones = createTones(parts, stage);
  const hold = createHold(parts, stage);

  function incoming(engineCall: EngineCall) {
    const id = engineCall.sessionId;
    const admission = admitIncoming(stage.store.getState().calls, surroundings.isDnd());
    if (admission !== 'ring') {
      log('info', `refused: ${admission}`, { sessionId: id });
      engineCall.refuse(admission === 'refuseOccupied' ? 'occupied' : 'busy');
      return;
    }
    const channel = surroundings.channel(engineCall.channelId);
    const call = newCall({
      id,
      docId: docIdOf(id),
      direction: 'INCOMING',
      number: engineCall.number,
      remote: engineCall.displayName === null ? null : strangerCalled(engineCall.displayName),
      channelId: engineCall.channelId,
      channelName: channel?.name ?? null,
      ownNumber: engineCall.calledNumber ?? channel?.number ?? null,
      startedAt: clock.now(),
      closesAtOnce: channel?.closesAtOnce ?? false,
    });
    stage.engineCalls.set(id, engineCall);
    stage.setCalls(addCall(stage.store.getState().calls, call));
    if (stage.go(id, 'Ringing')) hearFacts(parts, stage, id, engineCall);
  }

  /** Asks the engine to end a call; the move to its end comes with the engine's last fact. */
  function end(id: string, how: 'hangUp' | 'declined' | 'busy') {
    const engineCall = stage.engineCalls.get(id);
    if (engineCall === undefined) return;
    if (how === 'hangUp') engineCall.hangUp();
    else engineCall.refuse(how);
  }

  return {
    store: stage.store,

    start: () => engine.start({ incoming, line: (line) => stage.store.setState({ line }) }),
    stop: () => engine.stop(),
    reconnect: () => engine.reconnect(),

    async dial({ number, channelId, remote = null }) {
      const checked = checkDialled(number, surroundings.ground());
      if ('problem' in checked) throw new CallError(checked.problem);
      const { dialled, emergency } = checked;
      const before = stage.store.getState();
      const admission = admitOutgoing(before.calls, emergency);
      if (admission !== 'dial' && admission !== 'endOthersAndDial') throw new CallError(admission);
      if (before.line.status !== 'REGISTERED') throw new CallError('OFFLINE');
      if (admission === 'endOthersAndDial') for (const call of liveCalls(before.calls)) this.hangUp(call.id);

      const channel = surroundings.channel(channelId);
      const id = parts.newSessionId();
      const ownNumber = channel?.number ?? null;
      const call = newCall({
        id,
        docId: docIdOf(id, dialled),
        direction: 'OUTGOING',
        number: dialled,
        remote,
        channelId,
        channelName: channel?.name ?? null,
        ownNumber,
        startedAt: clock.now(),
        closesAtOnce: channel?.closesAtOnce ?? false,
      });
      stage.setCalls(addCall(stage.store.getState().calls, call));
      // Not only once it rings: opening the microphone may take as long as a person takes to allow it.
      effects.perform('lookUpRemote', call);
      try {
        const engineCall = await engine.dial({ number: dialled, sessionId: id, channelId, ownNumber });
        stage.engineCalls.set(id, engineCall);
        // The user may have hung up while the microphone was still being opened.
        if (stage.call(id)?.state === 'Initial') stage.go(id, 'Ringing');
        else engineCall.hangUp();
        hearFacts(parts, stage, id, engineCall);
      } catch (error) {
        const givenUp = stage.call(id)?.endedBy === 'user';
        const problem = error instanceof CallError ? error : new CallError('DIAL_FAILED', error);
        if (!givenUp) stage.change(id, { endedBy: 'system', reason: 'TERMINATED' });
        if (stage.call(id)?.state === 'Initial') stage.go(id, 'Terminating');
        stage.go(id, 'Terminated');
        if (givenUp) return;
        log('error', `dial failed: ${problem.code}`, { sessionId: id, cause: String(problem.cause) });
        const attempt = { channelId, target: dialled, sender: ownNumber, sessionId: id, problem: problem.code };
        await surroundings.addFailedDial(attempt).catch((cause: unknown) => {
          log('warn', 'failed dial not noted', { sessionId: id, cause: String(cause) });
        });
        throw problem;
      }
    },

    async accept(id) {
      if (stage.call(id)?.state !== 'Ringing' || !stage.go(id, 'Establishing')) return;
      try {
        await stage.engineCalls.get(id)?.accept();
      } catch (error) {
        const call = stage.call(id);
        // The caller may have given up while the microphone was being opened: then nothing failed.
        if (call?.state !== 'Establishing' && call?.endedBy !== 'system') return;
        const problem = problemOf(error);
        log('error', `accept failed: ${problem}`, { sessionId: id, cause: String(error) });
        parts.report(problem === 'UNKNOWN' ? 'CALL_ACCEPTING_ERROR' : problem);
        if (call.state !== 'Establishing') return;
        stage.change(id, { endedBy: 'system', reason: 'TERMINATED' });
        stage.go(id, 'Terminating');
        end(id, 'busy');
      }
    },

    decline(id) {
      const call = stage.call(id);
      if (call === null || call.direction !== 'INCOMING' || !mayRefuse(call.state)) return;
      stage.change(id, { endedBy: 'user', reason: 'DECLINED' });
      stage.go(id, 'Terminating');
      end(id, 'declined');
    },

    hangUp(id) {
      const call = stage.call(id);
      if (call === null || isOver(call.state) || call.state === 'Terminating') return;
      if (call.direction === 'INCOMING' && call.state === 'Ringing') return this.decline(id);
      stage.change(id, { endedBy: 'user', reason: 'HANGUP' });
      if (stage.go(id, 'Terminating')) end(id, 'hangUp');
    },

    toggleMute(id) {
      const call = stage.call(id);
      if (call === null || isOver(call.state) || (call.state === 'Ringing' && call.direction === 'INCOMING')) return;
      const held = call.hold !== 'none';
      const mute = muteByUser(call.mute === 'USER' ? 'unmute' : 'mute', held);
      stage.change(id, { mute });
      stage.engineCalls.get(id)?.openMicrophone(mute === 'NONE');
    },

    toggleHold: (id) => hold(id),
    sendTones: (id, text) => tones.type(id, text),

    toggleRecording: () => Promise.reject(new CallError('RECORDING_START_FAILED')),
    confirmRecording: () => Promise.reject(new CallError('RECORDING_START_FAILED')),
    transferTo: () => Promise.reject(new CallError('TRANSFER_FAILED')),
    switchLine: () => Promise.reject(new CallError('INVALID_STATE_ERROR')),
    startConference: () => Promise.reject(new CallError('INVALID_STATE_ERROR')),
    abortTransfer: () => Promise.reject(new CallError('INVALID_STATE_ERROR')),
    handOver: () => {},
  };
}

/** What the network says about a caller, until the address book knows better. */
function strangerCalled(name: string): Remote {
  return {
    name,
    organization: null,
    avatarType: 'unknown',
    isTeam: false,
    contactId: null,
    userId: null,
  };
}
