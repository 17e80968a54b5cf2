import type { DialOrder } from '../conductor/conductor.ts';
import type { CallsState } from '../conductor/stage.ts';
import type { CallProblem } from '../engine/call-error.ts';

/** What a user asks of the phone, in this tab or for another. */
export type Order =
  | { readonly do: 'dial'; readonly request: DialOrder }
  | { readonly do: 'accept' | 'decline' | 'hangUp' | 'mute' | 'hold' | 'record'; readonly id: string }
  | { readonly do: 'confirmRecording'; readonly id: string; readonly remember: boolean }
  /** Null: the line that the user does not hear now. */
  | { readonly do: 'switch'; readonly id: string | null }
  | { readonly do: 'confer' | 'abortTransfer' | 'handOver' }
  | { readonly do: 'tones'; readonly id: string; readonly text: string }
  | { readonly do: 'reconnect' | 'setUp' };

/** What tabs of one browser say to each other. All run the same build or are told to reload, so nothing is parsed. */
export type TabMessage =
  /** To the tab with the phone: are you awake, and what is there to see? */
  | { readonly type: 'ping' }
  /** From the tab with the phone, whenever something changed or somebody asked. */
  | { readonly type: 'state'; readonly state: CallsState }
  | { readonly type: 'order'; readonly orderId: string; readonly order: Order }
  | { readonly type: 'done'; readonly orderId: string; readonly problem: CallProblem | null }
  /** Something failed while the tab with the phone was out of sight. */
  | { readonly type: 'problem'; readonly problem: CallProblem };
