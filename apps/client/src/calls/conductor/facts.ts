import type { CallState } from '@sidetone/contract/rules/call-states.ts';
import type { Call, CallQuality } from '../core/call.ts';
import { isOver } from '../core/call-machine.ts';
import type { EngineCall, EngineFact, RunningTransfer } from '../engine/call-engine.ts';
import type { Hold } from './hold.ts';
import type { Parts } from './parts.ts';
import type { Recorder } from './recorder.ts';
import type { Stage } from './stage.ts';
import type { Transfers } from './transfers/transfers.ts';

/** The parts that act on the facts of a call. */
export interface FactTakers {
  readonly hold: Hold;
  readonly recorder: Recorder;
  readonly transfers: Transfers;
  lookUpRemote(id: string): void;
  transferBegan(id: string, transfer: RunningTransfer): void;
  /** Takes the quality of a call's connection. */
  rate(id: string): (quality: CallQuality) => void;
}

/** Turns what an engine tells about a call into moves of that call. */
export function hearFacts(parts: Parts, stage: Stage, takers: FactTakers, id: string, engineCall: EngineCall): void {
  const { sounds } = parts;
  const { transfers } = takers;

  /** A call is established when it was answered and its audio can flow, in whichever order that comes. */
  function establish() {
    if (stage.connected.has(id) && stage.call(id)?.state === 'Establishing' && answered) stage.go(id, 'Established');
  }

  let answered = false;

  function hear(fact: EngineFact) {
    const call = stage.call(id);
    if (isLetGo(fact)) stage.released.add(engineCall);
    if (call === null || isOver(call.state)) return;
    switch (fact.type) {
      case 'remoteRings':
        stage.change(id, { remoteRings: true });
        if (call.state === 'Ringing' && call.direction === 'OUTGOING' && !call.earlyMedia) sounds.waitingTone();
        return;
      case 'earlyMedia':
        stage.change(id, { earlyMedia: true });
        if (call.direction === 'OUTGOING') sounds.quiet();
        return;
      case 'audio':
        sounds.playRemote(id, fact.remote);
        sounds.watchLocal(id, fact.local);
        if (fact.connection === undefined) return;
        return sounds.follow(id, fact.connection, fact.local, takers.rate(id));
      case 'answered':
        answered = true;
        if (call.state === 'Ringing') stage.go(id, 'Establishing');
        return establish();
      case 'connected':
        stage.connected.add(id);
        return establish();
      case 'transferring':
        stage.go(id, 'Transferring');
        return;
      case 'transferred':
      case 'transferFailed':
        // The state before depends on the one who handed it over: a desk phone's hand-over was never announced here.
        return transfers.decided(id, fact.type === 'transferred' ? 'Transferred' : 'TransferFailed');
      case 'continuedElsewhere':
        stage.go(id, 'ContinuedElsewhere');
        return;
      case 'ended':
        return hearEnd(fact, call, parts, stage, transfers);
      default:
        return hearServer(fact, call, parts, stage, takers);
    }
  }

  engineCall.listen(hear);
}

type Ended = Extract<EngineFact, { type: 'ended' }>;
/** Facts from the server's row of the call, in either generation. */
type OfServer = Extract<
  EngineFact,
  { type: 'held' | 'transferBegan' | 'lines' | 'recording' | 'forwarded' | 'remoteChanged' }
>;

function hearServer(
  fact: OfServer,
  { id, channelId, number }: Call,
  { surroundings }: Pick<Parts, 'surroundings'>,
  stage: Stage,
  { hold, recorder, transfers, ...takers }: FactTakers,
) {
  switch (fact.type) {
    case 'held':
      return hold.follow(id, fact.held);
    case 'transferBegan':
      return takers.transferBegan(id, fact.transfer);
    case 'lines':
      return transfers.follow(id, fact.active);
    case 'recording':
      return recorder.follow(id, fact.state);
    case 'forwarded':
      if (fact.channelId === channelId) return;
      stage.change(id, {
        forwardedFrom: { channelId: fact.channelId, name: surroundings.channelName(fact.channelId) },
      });
      return;
    case 'remoteChanged':
      if (fact.number === number) return;
      stage.change(id, { number: fact.number, remote: null, ...takenFrom(fact.takenFrom, surroundings) });
      return takers.lookUpRemote(id);
    default:
      return unreachable(fact);
  }
}

const takenFrom = (
  event: Extract<OfServer, { type: 'remoteChanged' }>['takenFrom'],
  { channelName }: Pick<Parts['surroundings'], 'channelName'>,
) => event && { ...event, channelName: event.channelId === null ? null : channelName(event.channelId) };

function hearEnd(
  fact: Ended,
  { id, state, reason, endedBy }: Call,
  { report }: Pick<Parts, 'report'>,
  stage: Stage,
  transfers: Transfers,
): void {
  // The call that was handed over takes the one that it was handed to with it.
  if (transfers.isHandedOver(id)) return;
  // The reason noted with our order to end says more than the engine's echo of it.
  stage.change(id, { reason: reason ?? fact.reason, endedBy: endedBy ?? fact.by });
  const to = endStateOf(state, fact);
  if (to === 'TransferFailed') transfers.decided(id, to);
  else stage.go(id, to);
  if (fact.refused) report(fact.refused);
}

/** This page no longer mutes or hangs up a call that ended or continues elsewhere. */
const isLetGo = ({ type }: EngineFact): boolean => type === 'ended' || type === 'continuedElsewhere';

/** The last state of a call: taken by another device, a failed transfer, or simply over. */
function endStateOf(state: CallState, fact: Ended): CallState {
  if (state === 'Transferring') return 'TransferFailed';
  const beforeTalking = state === 'Ringing' || state === 'Establishing';
  return fact.reason === 'ACCEPTED_ELSEWHERE' && beforeTalking ? 'AcceptedElsewhere' : 'Terminated';
}

function unreachable(never: never): never {
  throw new Error(`not handled: ${JSON.stringify(never)}`);
}
