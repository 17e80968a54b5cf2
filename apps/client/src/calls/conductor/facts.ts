import type { CallState } from '@sidetone/contract/rules/call-states.ts';
import { isOver } from '../core/call-machine.ts';
import type { EngineCall, EngineFact } from '../engine/call-engine.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

/** Turns what an engine tells about a call into moves of that call. */
export function hearFacts({ sounds, report }: Parts, stage: Stage, id: string, engineCall: EngineCall): void {
  /** A call is established when it was answered and its audio can flow, in whichever order that comes. */
  function establish() {
    if (stage.connected.has(id) && stage.call(id)?.state === 'Establishing' && answered) stage.go(id, 'Established');
  }

  let answered = false;

  function hear(fact: EngineFact) {
    const call = stage.call(id);
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
        return sounds.watchLocal(id, fact.local);
      case 'answered':
        answered = true;
        if (call.state === 'Ringing') stage.go(id, 'Establishing');
        return establish();
      case 'connected':
        stage.connected.add(id);
        return establish();
      case 'ended':
        // What was noted when we asked for the end says more than the engine's echo of it.
        stage.change(id, { reason: call.reason ?? fact.reason, endedBy: call.endedBy ?? fact.by });
        stage.go(id, endStateOf(call.state, fact));
        if (fact.noLine) report('NO_OUTSIDE_LINE');
        return;
      case 'transferring':
      case 'transferred':
      case 'transferFailed':
      case 'continuedElsewhere':
      case 'held':
      case 'recording':
      case 'remoteChanged':
        return;
      default:
        return unreachable(fact);
    }
  }

  engineCall.listen(hear);
}

/** Where a call ends up: taken by another device, a transfer that came to nothing, or simply over. */
function endStateOf(state: CallState, fact: Extract<EngineFact, { type: 'ended' }>): CallState {
  if (state === 'Transferring') return 'TransferFailed';
  const beforeTalking = state === 'Ringing' || state === 'Establishing';
  return fact.reason === 'ACCEPTED_ELSEWHERE' && beforeTalking ? 'AcceptedElsewhere' : 'Terminated';
}

function unreachable(never: never): never {
  throw new Error(`not handled: ${JSON.stringify(never)}`);
}
