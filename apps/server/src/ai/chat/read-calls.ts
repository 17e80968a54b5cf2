import { transcription } from '@sidetone/contract/entities/documentation.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';
import type { DocumentedCall } from '../../storage/documentation-writer.ts';
import type { SpokenCall } from '../basic/call.ts';
import { languageOf } from '../transcript/language.ts';

/** A call that may answer a question. */
export interface ChatCall extends DocumentedCall {
  readonly spoken: SpokenCall;
}

const row = z.object({
  channelId: z.string(),
  docId: z.string(),
  day: z.string(),
  isVoicemail: z.boolean(),
  transcription: transcription.nullable().catch(null),
  user: z.string().nullable(),
  account: z.string(),
  remote: z.string().nullable(),
  organization: z.string().nullable(),
});

/** The calls among these that have a transcript, in their order. `locale`: for transcripts that do not tell their language. */
export async function readCalls(
  db: Database,
  calls: readonly DocumentedCall[],
  locale: SpokenCall['language'],
): Promise<ChatCall[]> {
  if (calls.length === 0) return [];
  const { rows } = await sql`
    select event.channel_id as "channelId", event.id as "docId", event.day::text as day,
      jsonb_typeof(event.documentation -> 'voicemail') is not distinct from 'object' as "isVoicemail",
      event.documentation -> 'transcription' as transcription,
      nullif(concat_ws(' ', users.first_name, users.last_name), '') as user, accounts.name as account,
      coalesce(contacts.name, event.remote_name) as remote, contacts.organization
    from unnest(${calls.map(({ channelId }) => channelId)}::text[], ${calls.map(({ docId }) => docId)}::text[])
        with ordinality as asked (channel_id, doc_id, at)
      join inbox_events as event on event.channel_id = asked.channel_id and event.id = asked.doc_id
      join accounts on accounts.id = event.account_id
      left join users on users.id = event.owner
      left join contacts on contacts.id = event.contact_id and contacts.account_id = event.account_id
    where event.documentation #>> '{transcription,status}' = 'success'
    order by asked.at`.execute(db);
  return z
    .array(row)
    .parse(rows)
    .flatMap((each) => callOf(each, locale));
}

function callOf(found: z.infer<typeof row>, locale: SpokenCall['language']): ChatCall[] {
  const { transcription: said, channelId, docId, day, isVoicemail } = found;
  if (said === null || said.items.length === 0) return [];
  const language = said.madeBy?.language ?? languageOf(said.items.map(({ text }) => text).join(' '));
  const spoken: SpokenCall = {
    language: language === 'de' || language === 'en' ? language : locale,
    day,
    isVoicemail,
    user: { name: found.user, organization: found.account },
    remote: { name: found.remote, organization: found.organization },
    utterances: said.items.flatMap(({ id, speaker, text }) => (id === undefined ? [] : [{ id, speaker, text }])),
  };
  return [{ channelId, docId, spoken }];
}
