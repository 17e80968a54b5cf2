import type { Dialog } from '@sidetone/sip/dialogs/dialog.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { Person } from './people.ts';

/** A call as two people want it. */
export interface CallWish {
  /** How long the callee lets it ring, and how long they talk, in ms. */
  readonly ringMs: number;
  readonly talkMs: number;
  /** Who hangs up. */
  readonly by: 'caller' | 'callee';
  /** The caller gives up this long after dialling. */
  readonly givesUpMs?: number;
}

/** One phone's part in an attempt. */
export interface Side {
  readonly attempt: Attempt;
  readonly role: 'caller' | 'callee';
  readonly port: number;
  dialog?: Dialog | undefined;
  invite?: ServerTransaction;
  isUp: boolean;
  isConfirmed: boolean;
  /** Since when nobody else speaks. */
  aloneSince?: number | undefined;
  stop(): void;
}

/** Somebody calls somebody, and what the phones saw of it. All times in ms of the simulation. */
export interface Attempt {
  readonly name: string;
  readonly from: Person;
  readonly to: Person;
  readonly wish: CallWish;
  readonly callId: string;
  readonly begunAt: number;
  readonly sides: Side[];
  rangAt?: number;
  /** The caller heard the answer. */
  answeredAt?: number;
  /** The callee's answer was acknowledged. */
  confirmedAt?: number;
  endedBy?: 'caller' | 'callee' | 'exchange';
  overAt?: number;
}
