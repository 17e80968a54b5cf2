import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import type { Remote } from '../../calls/call.ts';
import type { CallFact } from '../../calls/call-facts.ts';
import type { Transfer, TransferOrder } from '../../calls/transfer.ts';
import { legOf, partnerOf } from '../../calls/turn.ts';
import { unreachable } from '../../calls/unreachable.ts';
import type { CallTable, Leg } from '../call-table.ts';
import type { MediaQueue } from '../media-orders.ts';
import type { RunningCall } from '../running-call.ts';
import { goOnWithTarget, handOver } from './hand-over.ts';

export interface TransferParts {
  readonly table: CallTable;
  readonly audio: MediaQueue;
  /** This leg's user handed its far side over to somebody. */
  handedOver(running: RunningCall, userLeg: Leg, to: Remote): void;
  guestsIn(callId: string): readonly string[];
  warn(error: unknown, what: string): void;
}

/** The two calls of a transfer as they run; TARGET may be over already. */
interface Between {
  readonly transfer: Transfer;
  readonly initial: RunningCall;
  readonly userLeg: Leg;
  readonly target: RunningCall | undefined;
}

/** Does what the transfer core decides. `ending`: the fact of the user's leg that brought it, which INITIAL has not taken. */
export function performTransfer(
  parts: TransferParts,
  transfer: Transfer,
  order: TransferOrder,
  ending?: CallFact,
): void {
  const initial = parts.table.byId(transfer.initialId);
  const target = parts.table.byId(transfer.targetId);
  const userLeg = initial && legOf(initial.call, transfer.userLegId);
  if (!initial || !userLeg) return;
  const between = { transfer, initial, userLeg, target };
  switch (order.do) {
    case 'steerInitial':
      initial.take({ type: 'steered', value: true });
      break;
    case 'hearLines':
      hearLines(parts, between, order.lines);
      break;
    case 'waits': {
      const far = partnerOf(initial.call, userLeg.legId);
      const other = target && partnerOf(target.call, transfer.lineLegId);
      if (far) initial.take({ type: 'waits', legId: far.legId, hears: order.initial });
      if (target && other) target.take({ type: 'waits', legId: other.legId, hears: order.target });
      break;
    }
    case 'endTarget':
      target?.take({ type: 'hungUp', legId: transfer.lineLegId });
      break;
    case 'returnToInitial':
      initial.take({ type: 'steered', value: false });
      break;
    case 'handOver':
      join(parts, between, ending ?? { type: 'hungUp', legId: userLeg.legId });
      break;
    case 'goOnWithTarget':
      if (target) goOnWithTarget(initial, userLeg, target);
      if (ending) initial.take(ending);
      break;
    default:
      unreachable(order);
  }
}

/** The far sides of both calls are joined, and the user leaves; where nobody is left to join, they just leave. */
function join({ handedOver }: TransferParts, { transfer, initial, userLeg, target }: Between, ending: CallFact): void {
  const place = target && legOf(target.call, transfer.lineLegId);
  if (!target || !place || !handOver({ initial, userLeg, target, place, ending })) initial.take(ending);
  else handedOver(initial, userLeg, place.remote);
}

/** The user hears nobody, one of the lines, or both in a conference. */
function hearLines(
  { audio, warn }: TransferParts,
  { initial, userLeg, target }: Between,
  lines: readonly TransferLine[],
): void {
  const attempt = (ids: readonly string[], what: string, task: () => Promise<void>) =>
    void audio.inTurn(ids, task).catch((error: unknown) => warn(error, what));
  const { mediaId } = userLeg;
  if (lines.length === 0) {
    attempt([mediaId], 'unbridge', () => audio.media.unbridge(mediaId));
  } else if (lines.length === 1) {
    (lines[0] === 'INITIAL' ? initial : target)?.take({ type: 'joinAsked' });
  } else {
    const far = partnerOf(initial.call, userLeg.legId);
    const other = target && partnerOf(target.call, target.call.caller.legId);
    if (!far || !other) return;
    const everybody = [mediaId, far.mediaId, other.mediaId];
    attempt(everybody, 'confer', () => audio.media.confer(everybody));
  }
}
