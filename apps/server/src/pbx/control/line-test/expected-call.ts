import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { callerFromTrunk, numbersFromTrunk } from '@sidetone/contract/rules/numbers/trunk-numbers.ts';
import type { LegFact } from '../../calls/legs.ts';
import type { LineTestOrder } from '../../line-tests.ts';
import type { Waiting } from '../arriving/waiting-legs.ts';

export type Invited = Extract<LegFact, { type: 'invited' }>;

/** A call that came back, and what is said of it. */
export interface CameBack {
  readonly invited: Invited;
  readonly leg: Waiting;
}

/** What a test waits for that comes back. */
export interface Expected {
  readonly order: LineTestOrder;
  /** `hidden`: it may be the call of the test, or that of somebody who hides their number; null: it is somebody else's. */
  whose(invited: Invited): 'ours' | 'hidden' | null;
  /** True: the calling end of the test begins to ring within that time. */
  ringsWithin(ms: number): Promise<boolean>;
  readonly arrived: (call: CameBack) => void;
}

/**
 * Whose call comes in while a number of ours is tested. A call that shows a number of the company is its own; anybody else
 * who calls at that moment is a caller.
 */
export function whoseCall(
  { accountId, number, ownNumbers, fixedNumber }: LineTestOrder,
  place: NumberPlace,
  { from }: Invited,
): 'ours' | 'hidden' | null {
  if (from.kind !== 'trunk') return null;
  const way = from.trunks.find(
    ({ accountId: its, called, numberForm }) =>
      its === accountId && numbersFromTrunk(called, numberForm, place).includes(number),
  );
  if (!way) return null;
  if (from.number === null) return 'hidden';
  const shown = callerFromTrunk(from.number, way.numberForm, place);
  return ownNumbers.has(shown) || shown === fixedNumber ? 'ours' : null;
}

/** The number shown by a call that came back; null for none. */
export function shownBy({ accountId }: LineTestOrder, place: NumberPlace, { from }: Invited): string | null {
  if (from.kind !== 'trunk' || from.number === null) return null;
  const form = from.trunks.find((one) => one.accountId === accountId)?.numberForm ?? 'e164';
  return callerFromTrunk(from.number, form, place);
}
