import type { CallRecord } from '@sidetone/contract/entities/call-record.ts';
import { csvTable } from '../../requests/csv-table.ts';
import type { Database } from '../../storage/database.ts';

interface Names {
  readonly users: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
}

/** Names of the account's users and channels. One's own line is named by its owner. */
export async function readNames(db: Database, accountId: string): Promise<Names> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('account_id', '=', accountId)
    .execute();
  const named = new Map(users.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]));
  const channels = await db
    .selectFrom('channels')
    .select(['id', 'name', 'owner_user_id'])
    .where('account_id', '=', accountId)
    .execute();
  const nameOf = (owner: string | null) => (owner === null ? '' : (named.get(owner) ?? ''));
  return { users: named, channels: new Map(channels.map((one) => [one.id, one.name ?? nameOf(one.owner_user_id)])) };
}

const heads = {
  en: [
    'Start',
    'Answered',
    'End',
    'Direction',
    'Outcome',
    'Reason',
    'Channel',
    'User',
    'Other side',
    'Number of the other side',
    'Own number',
    'Keys pressed in menus',
    'Seconds until answered',
    'Seconds talked',
    'Cost centre',
    'Forwarded to',
    'Forwarded from',
    'Recorded',
    'Call',
  ],
  de: [
    'Beginn',
    'Angenommen',
    'Ende',
    'Richtung',
    'Ergebnis',
    'Grund',
    'Kanal',
    'Benutzer',
    'Gegenseite',
    'Nummer der Gegenseite',
    'Eigene Nummer',
    'Tasten in Menüs',
    'Sekunden bis zur Annahme',
    'Gesprächssekunden',
    'Kostenstelle',
    'Weitergeleitet an',
    'Weitergeleitet von',
    'Aufgenommen',
    'Anruf',
  ],
} as const;

const words = {
  en: {
    INCOMING: 'incoming',
    OUTGOING: 'outgoing',
    answered: 'answered',
    unanswered: 'not answered',
    rejected: 'declined',
  },
  de: {
    INCOMING: 'eingehend',
    OUTGOING: 'ausgehend',
    answered: 'angenommen',
    unanswered: 'nicht angenommen',
    rejected: 'abgelehnt',
  },
} as const;
const yesNo = { en: ['no', 'yes'], de: ['nein', 'ja'] } as const;

/** Calls as a table (CSV), in the pieces that they come in. Moments are in ISO 8601; `Call` is the same in all records of a call. */
export function recordsTable(
  portions: AsyncIterable<readonly CallRecord[]>,
  { users, channels }: Names,
  language: 'de' | 'en',
): AsyncIterable<string> {
  const word = words[language];
  const [no, yes] = yesNo[language];
  const partner = (of: CallRecord['forwardedTo']) =>
    of === null ? null : (of.number ?? (of.channelId === null ? null : (channels.get(of.channelId) ?? null)));
  return csvTable({
    heads: heads[language],
    separator: language === 'de' ? ';' : ',',
    portions,
    cellsOf: (row) => [
      row.startedAt,
      row.establishedAt,
      row.endedAt,
      word[row.direction],
      word[row.outcome],
      row.reason,
      channels.get(row.channelId) ?? row.channelId,
      row.userId === null ? null : (users.get(row.userId) ?? null),
      (row.remoteUserId === null ? null : users.get(row.remoteUserId)) ?? row.remoteName,
      row.remoteNumber,
      row.ownNumber,
      row.menuPath,
      row.waitedSeconds,
      row.talkedSeconds,
      row.costCentre,
      partner(row.forwardedTo),
      partner(row.forwardedFrom),
      row.isRecorded ? yes : no,
      row.sessionId,
    ],
  });
}
