import { type Documentation, documentation } from '@sidetone/contract/entities/documentation.ts';
import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import type { Selectable } from 'kysely';
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
  const setting = await settingOf(trx, call);
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
  return {
    kind: 'call',
    entities: unit?.entities ?? [],
    call,
    setting,
    documentation: await documentationOf(trx, call),
    outcome: log.selected_outcome,
  };
}

const refOf = ({ type, id }: { readonly type: EntityType; readonly id: string }): EntityRef => ({ type, id });

async function documentationOf(trx: Writer, call: LoggedCall): Promise<Documentation> {
  const row = await trx
    .selectFrom('inbox_events')
    .select('documentation')
    .where('channel_id', '=', call.channelId)
    .where('session_id', '=', call.sessionId)
    .executeTakeFirst();
  const { note, summary, callHeadline, actionItem, smallTalk } = documentation.shape;
  const parts = { note, summary, callHeadline, actionItem, smallTalk };
  const stored: Readonly<Record<string, unknown>> = row?.documentation ?? {};
  // A part that breaks its schema is none, and the others are written all the same.
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, shape]) => {
      const read = shape.safeParse(stored[name]);
      return read.success && read.data !== undefined ? [[name, read.data]] : [];
    }),
  );
}

async function settingOf(trx: Writer, call: LoggedCall): Promise<Setting> {
  const row = await trx
    .selectFrom('accounts')
    .leftJoin('users', (join) => join.on('users.id', '=', call.owner))
    .leftJoin('channels', (join) => join.on('channels.id', '=', call.channelId))
    .select([
      'accounts.time_zone',
      'accounts.country',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.locale',
      'channels.name as channel_name',
    ])
    .where('accounts.id', '=', call.accountId)
    .executeTakeFirst();
  const name = [row?.first_name, row?.last_name].filter((part) => part).join(' ');
  return {
    user: row?.email ? { name: name || row.email, email: row.email } : null,
    channelName: row?.channel_name ?? null,
    locale: row?.locale ?? (germanCountries.includes(row?.country ?? '') ? 'de' : 'en'),
    timeZone: row?.time_zone ?? 'UTC',
  };
}

const germanCountries = ['DE', 'AT', 'CH', 'LI'];
