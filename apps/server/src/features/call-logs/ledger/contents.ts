import type { CallLogText } from '@sidetone/contract/entities/call-log.ts';
import { type Documentation, documentation } from '@sidetone/contract/entities/documentation.ts';
import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import { type Selectable, sql } from 'kysely';
import type { EntityRef } from '../../../crm/crm-side.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { Writer } from '../../../storage/writer.ts';
import { callOf, type LoggedCall } from '../log/call.ts';
import { loggedTo } from '../log/stored.ts';
import type { Entry } from './entries.ts';

/** Who had the call, and in which words and time zone it is told. */
interface Setting {
  /** Null where nobody of the company had it. */
  readonly user: { readonly name: string; readonly email: string } | null;
  /** Which user of the CRM an administrator said they are; null: the one with the same email address. */
  readonly crmUserId: string | null;
  readonly channelName: string | null;
  readonly locale: 'de' | 'en';
  readonly timeZone: string;
}

/** What is written of an entry, as it is now. `entities` are those of its unit. */
export type Contents =
  | {
      readonly kind: 'call';
      readonly entities: readonly EntityRef[];
      readonly call: LoggedCall;
      readonly setting: Setting;
      readonly documentation: Documentation;
      readonly outcome: { readonly id: string; readonly displayValue: string } | null;
      /** Who handed the call over; null where nobody did. */
      readonly takenOverFrom: string | null;
      /** What it says besides what all do. */
      readonly says: Pick<CallLogText, 'smallTalk' | 'link'>;
    }
  | {
      readonly kind: 'task';
      readonly entities: readonly EntityRef[];
      readonly call: LoggedCall;
      readonly setting: Setting;
      readonly task: Selectable<Schema['call_tasks']>;
    };

/** `unitsOf` divides what a call is logged to, by the name of the CRM. */
export type UnitsOf = (
  source: string,
  entities: readonly EntityRef[],
) => readonly { readonly name: string; readonly entities: readonly EntityRef[] }[];

/** Null where the call, or its task, was deleted. */
export async function readContents(trx: Writer, entry: Entry, unitsOf: UnitsOf): Promise<Contents | null> {
  const of = { channelId: entry.channel_id, sessionId: entry.session_id };
  const [call, log] = await Promise.all([
    callOf(trx, of.channelId, of.sessionId),
    trx
      .selectFrom('call_logs')
      .select('selected_outcome')
      .where('channel_id', '=', of.channelId)
      .where('session_id', '=', of.sessionId)
      .executeTakeFirst(),
  ]);
  if (!call || !log) return null;
  const chosen = (await loggedTo(trx, of)).filter(({ source }) => source === entry.source);
  const { setting, says } = await settingOf(trx, call, entry.source);
  if (entry.kind === 'task') {
    const task = await trx
      .selectFrom('call_tasks')
      .selectAll()
      .where('channel_id', '=', of.channelId)
      .where('session_id', '=', of.sessionId)
      .executeTakeFirst();
    return task ? { kind: 'task', entities: chosen.map(refOf), call, setting, task } : null;
  }
  const unit = unitsOf(entry.source, chosen.map(refOf)).find(({ name }) => name === entry.unit);
  const told = await toldOf(trx, call);
  return { kind: 'call', entities: unit?.entities ?? [], call, setting, ...told, outcome: log.selected_outcome, says };
}

const refOf = ({ type, id }: { readonly type: EntityType; readonly id: string }): EntityRef => ({ type, id });

/** What is documented of a call, and the name of who had the other half of it if it was transferred, else of its channel. SENT-055 */
async function toldOf(
  trx: Writer,
  call: LoggedCall,
): Promise<{ documentation: Documentation; takenOverFrom: string | null }> {
  const row = await trx
    .selectFrom('inbox_events as event')
    .leftJoin('inbox_events as before', (join) =>
      join
        .on(sql<boolean>`before.channel_id = event.transferred_from ->> 'channelId'`)
        .on(sql<boolean>`before.id = event.transferred_from ->> 'docId'`)
        .on(sql<boolean>`before.owner is distinct from event.owner`)
        .onRef('before.account_id', '=', 'event.account_id'),
    )
    .leftJoin('users', 'users.id', 'before.owner')
    .leftJoin('channels', 'channels.id', 'before.channel_id')
    .select(['event.documentation', 'users.first_name', 'users.last_name', 'channels.name'])
    .where('event.channel_id', '=', call.channelId)
    .where('event.session_id', '=', call.sessionId)
    .executeTakeFirst();
  const person = [row?.first_name, row?.last_name].filter((part) => part).join(' ');
  return { documentation: documentationOf(row?.documentation ?? {}), takenOverFrom: person || (row?.name ?? null) };
}

/** A part that breaks its schema is none, and the others are written all the same. */
function documentationOf(stored: Readonly<Record<string, unknown>>): Documentation {
  const { note, summary, callHeadline, actionItem, smallTalk } = documentation.shape;
  const parts = { note, summary, callHeadline, actionItem, smallTalk };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, shape]) => {
      const read = shape.safeParse(stored[name]);
      return read.success && read.data !== undefined ? [[name, read.data]] : [];
    }),
  );
}

interface Words {
  readonly setting: Setting;
  readonly says: Pick<CallLogText, 'smallTalk' | 'link'>;
}

async function settingOf(trx: Writer, call: LoggedCall, source: string): Promise<Words> {
  const row = await trx
    .selectFrom('accounts')
    .leftJoin('users', (join) => join.on('users.id', '=', call.owner))
    .leftJoin('channels', (join) => join.on('channels.id', '=', call.channelId))
    .leftJoin('call_log_texts as texts', 'texts.account_id', 'accounts.id')
    .select([
      'accounts.time_zone',
      'accounts.country',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.locale',
      'channels.name as channel_name',
      'texts.small_talk',
      'texts.link',
    ])
    .select((eb) =>
      eb
        .selectFrom('crm_users')
        .innerJoin('integrations', 'integrations.id', 'crm_users.integration_id')
        .select('crm_users.crm_user_id')
        .whereRef('crm_users.user_id', '=', 'users.id')
        .where('integrations.name', '=', source)
        .where('integrations.account_id', '=', call.accountId)
        .as('crm_user_id'),
    )
    .where('accounts.id', '=', call.accountId)
    .executeTakeFirst();
  const name = [row?.first_name, row?.last_name].filter((part) => part).join(' ');
  const setting: Setting = {
    user: row?.email ? { name: name || row.email, email: row.email } : null,
    crmUserId: row?.crm_user_id ?? null,
    channelName: row?.channel_name ?? null,
    locale: row?.locale ?? (germanCountries.includes(row?.country ?? '') ? 'de' : 'en'),
    timeZone: row?.time_zone ?? 'UTC',
  };
  return { setting, says: { smallTalk: row?.small_talk ?? false, link: row?.link ?? false } };
}

const germanCountries = ['DE', 'AT', 'CH', 'LI'];
