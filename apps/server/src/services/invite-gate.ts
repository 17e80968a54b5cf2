import { longPrefixesOf, type NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { emergencyNumbers, mayCallForHelp } from '@sidetone/contract/rules/numbers/emergency-numbers.ts';
import { sql } from 'kysely';
import type { ChangeFeed } from '../documents/change-feed.ts';
import { followed } from '../documents/followed.ts';
import { topic } from '../documents/live-source.ts';
import type { CallPace } from '../pbx/call-pace.ts';
import type { InviteGate } from '../pbx/sip/dispatcher.ts';
import type { Database } from '../storage/database.ts';

interface Parts {
  readonly db: Database;
  readonly feed: Pick<ChangeFeed, 'onChange' | 'onGap'>;
  readonly pace: Pick<CallPace, 'isFull' | 'isBusy'>;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Lets calls for help in however many are being begun: to the emergency numbers of the countries in which there are companies, and to
 * those that companies added. They are read again when a company changes. Rejects when they cannot be read.
 */
export async function openInviteGate({ db, feed, pace, onTrouble }: Parts): Promise<InviteGate> {
  const numbers = await followed({
    feed,
    touches: [topic('accounts', 'id', '')],
    read: () => numbersForHelp(db),
    onTrouble,
  });
  return {
    isFull: () => pace.isFull(),
    isBusy: () => pace.isBusy(),
    isForHelp(dialled) {
      const { all, prefixes } = numbers.now();
      return mayCallForHelp(dialled, all, prefixes);
    },
  };
}

/** The numbers, and what people of these companies may dial before them. */
async function numbersForHelp(db: Database) {
  const { rows } = await sql<Pick<NumberPlace, 'country'> & Plan>`
    select country, number_plan ->> 'outsidePrefix' as outside, number_plan ->> 'internationalPrefix' as abroad,
      coalesce(jsonb_agg(distinct number) filter (where number is not null), '[]') as added
    from accounts
    left join lateral jsonb_array_elements_text(
      case jsonb_typeof(number_plan -> 'emergencyNumbers') when 'array' then number_plan -> 'emergencyNumbers' end) as number on true
    group by 1, 2, 3`.execute(db);
  return {
    all: new Set(rows.flatMap(({ country, added }) => [...emergencyNumbers(country), ...added])),
    prefixes: new Set(
      rows.flatMap(({ country, outside, abroad }) =>
        longPrefixesOf({ country, areaCode: '', outsidePrefix: outside ?? '', internationalPrefix: abroad }),
      ),
    ),
  };
}

interface Plan {
  readonly outside: string | null;
  readonly abroad: string | null;
  readonly added: readonly string[];
}
