import type { RealtimeEvent } from '#live/line/realtime.ts';
import { answer, bySystem, type CallState, endedByFarSide, finish, isIncoming, takenElsewhere } from './call-state.ts';

type Name = RealtimeEvent['name'];
type PayloadOf<N extends Name> = Extract<RealtimeEvent, { name: N }>['payload'];

/** The step that a call takes with each event about it; an event without a step says nothing new. */
const steps: { readonly [N in Name]?: (state: CallState, payload: PayloadOf<N>) => void } = {
  ringing(state) {
    if (!isIncoming(state) && state.progress !== 'answered') state.tap.tell({ type: 'remoteRings' });
  },
  accepted(state, { clientId }) {
    if (!isIncoming(state)) answer(state);
    else if (state.progress === 'waiting' && clientId !== state.parts.clientId) finish(state, takenElsewhere);
  },
  transferring({ side, tap }, { transferId }) {
    // Second lines of all programs are reported like this, too; the row says more about them.
    if (side.handing !== 'no' || side.line !== null || transferId != null) return;
    side.handing = 'blind';
    tap.tell({ type: 'transferring' });
  },
  transferred: (state) => decided(state, 'transferred'),
  'transfer-failed': (state) => decided(state, 'transferFailed'),
  'remote-hangup': (state) => leftByFarSide(state, 'HANGUP'),
  terminated: (state, { reason }) => leftByFarSide(state, reason),
  error(state, { code }) {
    state.parts.log('error', code, { sipCallId: state.sipCallId });
    if (state.progress !== 'answered') finish(state, bySystem('TERMINATED'));
  },
};

/**
 * A TARGET that does not answer is reported as well, but INITIAL continues then. The outcome of an order that is on its
 * way comes with its reply.
 */
function decided(state: CallState, type: 'transferred' | 'transferFailed') {
  const { handing } = state.side;
  if (handing === 'no' || handing === 'asked') return;
  state.tap.tell({ type });
  finish(state, bySystem('HANGUP'));
}

function leftByFarSide(state: CallState, reason: Parameters<typeof endedByFarSide>[1]) {
  if (state.side.handing === 'no') finish(state, endedByFarSide(state, reason));
}

/** Takes the step of an event about this call. */
export function hearEvent(state: CallState, { name, payload }: RealtimeEvent): void {
  if (state.tap.isEnded) return;
  const step: ((state: CallState, payload: never) => void) | undefined = steps[name];
  step?.(state, payload as never);
}
