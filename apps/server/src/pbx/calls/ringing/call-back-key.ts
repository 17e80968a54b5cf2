import { wantingCallBack } from '../../routing/route-plan.ts';
import { isOpened } from '../booking.ts';
import type { Choosing, Ringing, Serving } from '../call.ts';
import { isIn, type Turn } from '../turn.ts';
import { askNextStage } from './next-stage.ts';
import { noAnswer } from './ring.ts';

/** What callers in a queue press who want to be called back. */
const callBackKey = '1';

/** A key of a caller who waits in a queue. True where it means that they want to be called back: what rings goes quiet. */
export function queueKey(turn: Turn<Ringing | Serving>, legId: string, digit: string): boolean {
  const { call } = turn;
  const { caller } = call;
  if (digit !== callBackKey || legId !== caller.legId || caller.virtual || caller.state !== 'talking') return false;
  if (isIn(turn, 'serving') && (turn.call.service === 'echo' || turn.call.service.kind !== 'place')) return false;
  const plan = wantingCallBack(call.plan);
  if (plan === null || !isOpened(call.booking)) return false;
  call.plan = plan;
  askNextStage(turn, noAnswer);
  return true;
}

/** A key that is pressed while it is asked what comes next counts for that. */
export function keyBetweenStages({ call }: Turn<Choosing>, legId: string, digit: string): void {
  if (legId === call.caller.legId) call.pressed = digit;
}
