import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { factsOfRow } from '../../server-side-of-call.ts';
import {
  answer,
  bySystem,
  type CallState,
  endedByFarSide,
  failHandingSoon,
  finish,
  finishSoon,
  isIncoming,
  takenElsewhere,
  tellHeld,
} from './call-state.ts';
import { leaveTo, readTransfer } from './transfers.ts';

/** The server does not know a call that it has not reported after this long. */
const unknownAfterMs = 10_000;

const isYoung = ({ parts, bornAt }: CallState): boolean => parts.clock.now() - bornAt <= unknownAfterMs;

/** What the server's rows of the user's calls, all of them, say of this call. */
export function readRows(state: CallState, rows: readonly OngoingCall[]): void {
  const { tap, side, parts } = state;
  const { line } = side;
  if (tap.isEnded) return;
  if (line !== null && side.handing === 'no' && line.ownRow(rows) !== null) {
    leaveTo(state, line, rows);
    return;
  }
  const row = rows.find(({ id }) => id === parts.facts.sessionId);
  if (row === undefined) {
    const isUnknown = side.row !== null || !isYoung(state);
    if (isUnknown && state.sipCallId !== null) finishSoon(state, endedByFarSide(state, 'HANGUP'));
    return;
  }
  // A row of the same session from before: this call is younger.
  if (row.state === 'ended' && side.row === null && isYoung(state)) return;
  state.cancelEnd();
  // INITIAL left, and the row of TARGET is about to become the user's own: that is no hand-over.
  if (row.state === 'ended' && line !== null && side.handing === 'no') {
    finishSoon(state, endedByFarSide(state, 'HANGUP'));
    return;
  }
  readOwnRow(state, row);
}

function readOwnRow(state: CallState, row: OngoingCall) {
  const { side, tap } = state;
  for (const fact of factsOfRow(side, row)) {
    if (fact.type === 'held') tellHeld(state, fact.held);
    else tap.tell(fact);
  }
  // An ended row no longer has a transfer, but TARGET may have a row of its own.
  if (row.state !== 'ended') readTransfer(state, row);
  if (row.transferredTo !== null) finish(state, bySystem('HANGUP'));
  else if (row.state === 'talking') readTalking(state);
  else if (row.state === 'ended' && side.handing === 'no') finishSoon(state, endedByFarSide(state, 'HANGUP'));
  else if (row.state === 'ended') failHandingSoon(state);
}

function readTalking(state: CallState) {
  if (!isIncoming(state)) answer(state);
  else if (state.progress === 'waiting') finishSoon(state, takenElsewhere);
}
