import type { Order } from '../commands.ts';
import type { CallsState } from '../conductor/stage.ts';
import type { CallProblem } from '../engine/call-error.ts';

/** What tabs of one browser say to each other. All run the same build or are told to reload, so nothing is parsed. */
export type TabMessage =
  /** To the tab with the phone: are you awake, and what is there to see? */
  | { readonly type: 'ping' }
  /** From the tab with the phone, after each change and for each ping. */
  | { readonly type: 'state'; readonly state: CallsState }
  | { readonly type: 'order'; readonly orderId: string; readonly order: Order }
  | { readonly type: 'done'; readonly orderId: string; readonly problem: CallProblem | null }
  /** An order failed while the tab with the phone was hidden. */
  | { readonly type: 'problem'; readonly problem: CallProblem };
