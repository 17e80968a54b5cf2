import type { Colleague } from '@sidetone/contract/entities/webuser.ts';
import {
  emergencyNumberOf,
  formatNumber,
  isDialable,
  type NumberPlace,
  normalizeNumber,
  withoutPunctuation,
} from '@sidetone/contract/rules/dialable.ts';
import type { DialObstacle } from './people-rows.ts';
import type { ResultRow, RowOf } from './rows.ts';

interface Ground {
  readonly place: NumberPlace;
  readonly ownNumbers: readonly string[];
  readonly colleagues: readonly Colleague[];
  readonly dialObstacle: DialObstacle | null;
}

export interface TypedNumber {
  readonly row: ResultRow & RowOf<'typed'>;
  /** What contacts keep of it; null for extensions, codes and what is no complete number. */
  readonly e164: string | null;
}

/** The line that dials what was typed; null where that does not read like a number. Help can always be called. */
export function typedNumber(text: string, ground: Ground): TypedNumber | null {
  const { place, ownNumbers, colleagues, dialObstacle } = ground;
  const dialled = withoutPunctuation(text);
  if (!/^[0-9*#+]+$/.test(dialled)) return null;
  const line = (number: string, person: Colleague | null, obstacle: ResultRow['obstacle']): TypedNumber['row'] => ({
    key: 'typed',
    kind: 'typed',
    number,
    shown: formatNumber(number),
    person,
    obstacle,
  });
  if (!isDialable(text, place)) return { row: line(dialled, null, 'notDialable'), e164: null };
  if (emergencyNumberOf(text, place) !== null) return { row: line(dialled, null, null), e164: null };
  const e164 = normalizeNumber(text, place);
  const number = e164 ?? dialled;
  if (ownNumbers.includes(number)) return { row: line(number, null, 'ownNumber'), e164 };
  const person = colleagues.find((each) => each.extension === number || each.number === number) ?? null;
  return { row: line(number, person, dialObstacle), e164 };
}
