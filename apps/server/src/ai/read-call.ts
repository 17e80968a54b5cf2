import type { Direction } from '@sidetone/contract/entities/common.ts';
import { type Documentation, documentation } from '@sidetone/contract/entities/documentation.ts';
import { type Flags, flagsOf } from '@sidetone/contract/entities/flags.ts';
import { numberPlanRules } from '@sidetone/contract/entities/number-plan.ts';
import { plan } from '@sidetone/contract/entities/plan.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { isEmergency } from '@sidetone/contract/rules/numbers/emergency-numbers.ts';
import { sql } from 'kysely';
import type { DocumentedCall } from '../storage/documentation-writer.ts';
import { prepared, type SlotOf } from '../storage/prepared.ts';
import type { Writer } from '../storage/writer.ts';
import type { Language, Party } from './basic/call.ts';

/** A call with everything that its documentation depends on. */
export interface CallToDocument extends DocumentedCall {
  readonly accountId: string;
  readonly sessionId: string;
  /** Whose call it is; of a message on the machine of somebody's own line, that person; null for one of a shared channel. */
  readonly userId: string | null;
  /** What is switched on for them; without the grant they have no transcript, and so nothing that rests on one. */
  readonly flags: Flags;
  readonly isEmergency: boolean;
  readonly direction: Direction;
  readonly isVoicemail: boolean;
  readonly isOver: boolean;
  /** Hours since it ended, or since it began where it goes on. */
  readonly hoursAgo: number;
  /** Where the account is: the day of the call, the month now, and the language of its country. */
  readonly day: string;
  readonly month: string;
  readonly locale: Language;
  readonly user: Party;
  readonly remote: Party;
  readonly parts: Documentation;
  /** Calls a month of which services may be asked; null without a limit. */
  readonly limit: number | null;
}

/** The grant whose quota counts calls of which services were asked. */
export const boosts = 'CALL_BOOSTS';

const germanCountries = ['DE', 'AT', 'CH', 'LI'];

/** The call as it is now; null where it is gone. */
export async function readCall(db: Writer, call: DocumentedCall): Promise<CallToDocument | null> {
  const [row] = await callRows(db, [call]);
  return row ? callOfRow(row) : null;
}

/** A call of a row. Throws for a row that cannot be read, which is nothing to the others that were read with it. */
export function callOfRow(row: Awaited<ReturnType<typeof callRows>>[number]): CallToDocument {
  const parts = documentation.parse(row.documentation);
  const { emergencyNumbers } = numberPlanRules.parse(row.number_plan);
  const flags = flagsOf(row.account_flags, { flags: row.user_flags ?? {}, settings: row.settings ?? {} });
  const mayHave = row.user_id === null || hasGrant({ grants: row.grants ?? [] }, boosts);
  const isEmergencyCall =
    row.direction === 'OUTGOING' && isEmergency(row.remote_phone_number ?? '', row.country, emergencyNumbers);
  return {
    channelId: row.channel_id,
    docId: row.id,
    accountId: row.account_id,
    sessionId: row.session_id,
    userId: row.user_id,
    flags: mayHave ? flags : { ...flags, hasCallTranscription: false },
    isEmergency: isEmergencyCall,
    direction: row.direction,
    isVoicemail: parts.voicemail !== undefined,
    isOver: row.terminated_at !== null,
    hoursAgo: row.hours_ago,
    day: row.day_text,
    month: row.month_text,
    locale: germanCountries.includes(row.country) ? 'de' : 'en',
    user: { name: nameOf(row.first_name, row.last_name), organization: row.account_name },
    remote: { name: row.contact_name ?? row.remote_name, organization: row.organization },
    parts,
    limit:
      plan.shape.quotas
        .catch([])
        .parse(row.plan['quotas'])
        .find(({ grant }) => grant === boosts)?.limit ?? null,
  };
}

const nameOf = (first: string | null, last: string | null): string | null => {
  const name = [first, last].filter((part) => part).join(' ');
  return name === '' ? null : name;
};

/** The rows of at least one call, read in one statement; calls that are gone have none. */
export const callRows = (db: Writer, calls: readonly DocumentedCall[]) =>
  rowsOf(db, { channelIds: calls.map(({ channelId }) => channelId), docIds: calls.map(({ docId }) => docId) });

const rowsOf = prepared((db, slot: SlotOf<{ channelIds: readonly string[]; docIds: readonly string[] }>) =>
  db
    .selectFrom('inbox_events as event')
    .innerJoin('accounts', 'accounts.id', 'event.account_id')
    .innerJoin('channels', 'channels.id', 'event.channel_id')
    .leftJoin('users', (join) => join.on('users.id', '=', sql<string>`coalesce(event.owner, channels.owner_user_id)`))
    .leftJoin('contacts', 'contacts.id', 'event.contact_id')
    .select([
      'event.channel_id',
      'event.id',
      'event.account_id',
      'event.session_id',
      'event.direction',
      'event.remote_phone_number',
      'event.remote_name',
      'event.terminated_at',
      'event.documentation',
      'accounts.name as account_name',
      'accounts.flags as account_flags',
      'accounts.plan',
      'accounts.country',
      'accounts.number_plan',
      'users.id as user_id',
      'users.first_name',
      'users.last_name',
      'users.flags as user_flags',
      'users.settings',
      'users.grants',
      'contacts.name as contact_name',
      'contacts.organization',
      sql<string>`event.day::text`.as('day_text'),
      sql<string>`to_char(day_of_call(now(), event.account_id), 'YYYY-MM')`.as('month_text'),
      sql<number>`extract(epoch from now() - coalesce(event.terminated_at, event.started_at))::float8 / 3600`.as(
        'hours_ago',
      ),
    ])
    .where(
      sql<boolean>`(event.channel_id, event.id) in (select * from unnest(${slot('channelIds')}::text[], ${slot('docIds')}::text[]))`,
    ),
);
