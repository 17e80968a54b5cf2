import type { Call, Fork, NewCall, Ringing } from '../call.ts';
import { step } from '../call-core.ts';
import type { CallFact, CallOrder } from '../call-facts.ts';
import type { LegOrder } from '../legs.ts';
import { someCall } from './some-call.ts';

/** Drives the core by hand: facts in, orders kept, in sentences. */
export const begin = (forks: Fork[], given: Partial<Ringing> = {}) => beginWith(someCall(forks, given));

/** The same with a call that is made already. */
export function beginWith(begun: NewCall) {
  let call: Call = begun;
  const orders: CallOrder[] = [];
  const take = (...facts: CallFact[]): void => {
    for (const fact of facts) {
      const result = step(call, fact);
      call = result.call;
      orders.push(...result.orders);
    }
  };
  take({ type: 'begun' });
  return {
    take,
    orders,
    get call() {
      return call;
    },
    fork: (legId: string) => call.forks.find((fork) => fork.legId === legId),
    /** What a leg was told, e.g. `cancel "Declined"`. */
    told: (legId: string): string[] =>
      orders.flatMap((order) => (order.do === 'leg' && order.order.legId === legId ? [inWords(order.order)] : [])),
    ended: () => orders.flatMap((order) => (order.do === 'bookEnded' ? [order.reason] : [])),
    /** Until these devices ring. */
    ring(...legIds: string[]): void {
      take({ type: 'openedBooked' });
      for (const legId of legIds) {
        take({ type: 'mediaOpened', legId, sdp: 'offer' }, { type: 'provisional', legId, status: 180 });
      }
    },
    /** Until this device and the caller talk. */
    talk(legId: string): void {
      take(
        { type: 'answered', legId, sdp: 'answer' },
        { type: 'mediaAgreed', legId, codec: 'PCMA' },
        { type: 'establishedSettled' },
        { type: 'mediaOpened', legId: 'caller', sdp: 'our answer' },
        { type: 'acknowledged', legId: 'caller' },
      );
    },
  };
}

function inWords(order: LegOrder): string {
  const status = 'status' in order ? ` ${order.status}` : '';
  const reason = 'reason' in order && order.reason ? ` "${order.reason.text}"` : '';
  return `${order.do}${status}${reason}`;
}
