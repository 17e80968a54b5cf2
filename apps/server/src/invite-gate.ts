import { mayBeEmergency } from '@sidetone/contract/rules/numbers/emergency-numbers.ts';
import { sql } from 'kysely';
import type { ChangeFeed } from './documents/change-feed.ts';
import { topic } from './documents/live-source.ts';
import type { CallPace } from './pbx/call-pace.ts';
import type { InviteGate } from './pbx/sip/dispatcher.ts';
import type { Database } from './storage/database.ts';

interface Parts {
  readonly db: Database;
  readonly feed: Pick<ChangeFeed, 'onChange' | 'onGap'>;
  readonly pace: Pick<CallPace, 'isFull'>;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Lets calls for help in however many are being begun, also to the emergency numbers that companies added. Those are read again
 * when a company changes. Rejects when they cannot be read.
 */
export async function openInviteGate({ db, feed, pace, onTrouble }: Parts): Promise<InviteGate> {
  let own = await addedNumbers(db);
  const readAgain = (): void => {
    addedNumbers(db).then((numbers) => {
      own = numbers;
    }, onTrouble);
  };
  feed.onChange((topics) => {
    if (topics.length === 0 || topics.some((each) => each.startsWith(topic('accounts', 'id', '')))) readAgain();
  });
  feed.onGap(readAgain);
  const longest = () => Math.max(0, ...[...own].map(({ length }) => length));
  return {
    isFull: () => pace.isFull(),
    // A prefix for the outside may stand before it.
    isForHelp: (dialled) =>
      mayBeEmergency(dialled) ||
      (dialled.length <= longest() + 4 && [...own].some((number) => dialled.endsWith(number))),
  };
}

async function addedNumbers(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ number: string }>`
    select distinct jsonb_array_elements_text(number_plan -> 'emergencyNumbers') as number from accounts
    where jsonb_typeof(number_plan -> 'emergencyNumbers') = 'array'`.execute(db);
  return new Set(rows.map(({ number }) => number));
}
