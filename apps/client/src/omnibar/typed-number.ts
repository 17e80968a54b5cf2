import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Colleague } from '@sidetone/contract/entities/webuser.ts';
import type { SearchType } from '@sidetone/contract/rules/defaults.ts';
import {
  emergencyNumberOf,
  formatNumber,
  isDialable,
  type NumberPlace,
  needsAreaCode,
  normalizeNumber,
  withoutPunctuation,
} from '@sidetone/contract/rules/numbers/dialable.ts';
import { withoutSendKey } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { isTransferTarget } from '@sidetone/contract/rules/numbers/transfer-target.ts';
import { callsChannel } from '#contacts/contact-as-remote.ts';
import type { DialObstacle } from './people-rows.ts';
import type { ResultRow, RowOf } from './rows.ts';

interface Ground {
  readonly type: SearchType;
  readonly place: NumberPlace;
  readonly ownNumbers: readonly string[];
  readonly colleagues: readonly Colleague[];
  readonly shared: readonly ChannelRow[];
  readonly dialObstacle: DialObstacle | null;
}

export interface TypedNumber {
  readonly row: ResultRow & RowOf<'typed'>;
  /** Its form in contacts; null for extensions, codes and incomplete numbers. */
  readonly e164: string | null;
}

const nobodys: Pick<TypedNumber['row'], 'person' | 'channel'> = { person: null, channel: null };

/**
 * The line that dials the typed text; null where that does not look like a number. Emergency numbers can always be
 * called.
 */
export function typedNumber(text: string, ground: Ground): TypedNumber | null {
  const { type, place, ownNumbers, colleagues, shared, dialObstacle } = ground;
  const dialled = withoutSendKey(withoutPunctuation(text));
  if (!/^[0-9*#+]+$/.test(dialled)) return null;
  const line = (number: string, obstacle: ResultRow['obstacle'], whose = nobodys): TypedNumber['row'] => ({
    key: 'typed',
    kind: 'typed',
    number,
    shown: formatNumber(number),
    ...whose,
    obstacle,
  });
  if (!isDialable(text, place)) {
    const why = needsAreaCode(dialled, place) ? 'noAreaCode' : 'notDialable';
    return { row: line(dialled, why), e164: null };
  }
  if (emergencyNumberOf(text, place) !== null) return { row: line(dialled, null), e164: null };
  const e164 = normalizeNumber(text, place);
  const number = e164 ?? dialled;
  // Codes are for the user's own calls, not for participants.
  if (type === 'addParticipant' && !isTransferTarget(number)) return { row: line(number, 'notDialable'), e164 };
  if (ownNumbers.includes(number)) return { row: line(number, 'ownNumber'), e164 };
  const person = colleagues.find((each) => each.extension === number || each.number === number) ?? null;
  const channel = shared.find((each) => callsChannel(number, each)) ?? null;
  return { row: line(number, dialObstacle, { person, channel }), e164 };
}
