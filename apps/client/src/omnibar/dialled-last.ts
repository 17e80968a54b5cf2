import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { isDialable } from '@sidetone/contract/rules/numbers/dialable.ts';
import type { DialGround } from './people-rows.ts';
import type { ResultRow } from './rows.ts';

/** A number that the user dialled, and whose it is. */
export interface DialledLast {
  readonly number: string;
  readonly remote: Remote;
}

const mostShown = 5;

/** Each number once, the last one first. */
export function dialledLast(rows: readonly Pick<InboxRow, 'call' | 'remote'>[]): readonly DialledLast[] {
  const byNumber = new Map<string, DialledLast>();
  for (const { call, remote } of rows) {
    const number = call.remotePhoneNumber;
    if (number !== null && !byNumber.has(number)) byNumber.set(number, { number, remote });
  }
  return [...byNumber.values()].slice(0, mostShown);
}

/** A line for each of them that can be dialled still. */
export function dialledRows(
  last: readonly DialledLast[],
  { dialObstacle, ownNumbers, place }: DialGround,
): ResultRow[] {
  return last
    .filter(({ number }) => isDialable(number, place) && !ownNumbers.includes(number))
    .map(({ number, remote }) => ({
      key: `dialled ${number}`,
      kind: 'dialled',
      number,
      remote,
      obstacle: dialObstacle,
    }));
}
