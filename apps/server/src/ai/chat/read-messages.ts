import { type ChatBlock, type ChatCitation, type ChatMessage, chatBlock } from '@sidetone/contract/entities/chat.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';

const citationRow = z.object({
  messageId: z.string(),
  number: z.number(),
  channelId: z.string(),
  docId: z.string(),
  utteranceIds: z.array(z.string()),
  said: z
    .array(z.object({ speaker: z.union([z.literal(0), z.literal(1)]), startTime: z.number(), text: z.string() }))
    .nullable(),
  startedAt: z.date(),
  direction: z.enum(['INCOMING', 'OUTGOING']),
  remoteName: z.string().nullable(),
  remoteOrganization: z.string().nullable(),
  remotePhoneNumber: z.string().nullable(),
});

/**
 * The questions of a chat with their answers, the oldest first; nothing for anyone but whose chat it is. Quotes are read where
 * they stand, in channels that the user is a member of at this moment; what rests on others is left out.
 */
export async function readMessages(db: Database, userId: string, chatId: string): Promise<ChatMessage[]> {
  const rows = await db
    .selectFrom('chat_messages as message')
    .innerJoin('chats', 'chats.id', 'message.chat_id')
    .selectAll('message')
    .select(sql<string | null>`to_char(from_day, 'YYYY-MM-DD')`.as('from'))
    .select(sql<string | null>`to_char(to_day, 'YYYY-MM-DD')`.as('to'))
    .select(sql<number>`(select count(*)::int from chat_citations where message_id = message.id)`.as('cited'))
    .where('message.chat_id', '=', chatId)
    .where('chats.user_id', '=', userId)
    .orderBy('message.asked_at')
    .orderBy('message.id')
    .execute();
  const citations = await readCitations(db, userId, chatId);
  return rows.map((row): ChatMessage => {
    const own = citations.get(row.id) ?? [];
    const numbers = new Set(own.map(({ number }) => number));
    const blocks = chatBlock
      .array()
      .parse(row.blocks)
      .flatMap((block) => openBlock(block, numbers));
    const isClosed = row.state === 'done' && row.cited > 0 && (row.service === null ? own : blocks).length === 0;
    return {
      id: row.id,
      chatId,
      text: row.text,
      channelIds: row.channel_ids,
      from: row.from,
      to: row.to,
      askedAt: row.asked_at.toISOString(),
      state: isClosed ? 'closed' : row.state,
      problem: row.problem,
      madeBy: row.service === null ? { kind: 'quotes' } : { kind: 'model', service: row.service },
      blocks,
      citations: own,
      calls: row.calls,
      rating: row.rating,
      rev: Number(row.rev),
    };
  });
}

async function readCitations(db: Database, userId: string, chatId: string): Promise<Map<string, ChatCitation[]>> {
  // The transcript of each call is unpacked once, however many answers quote it.
  const { rows } = await sql`
    with cited as materialized (
      select citation.* from chat_messages as message join chat_citations as citation on citation.message_id = message.id
      where message.chat_id = ${chatId}
    ),
    wanted as (
      select channel_id, doc_id, array_agg(distinct utterance_id) as ids
      from cited, unnest(utterance_ids) as utterance_id group by 1, 2
    ),
    said as materialized (
      select wanted.channel_id, wanted.doc_id, item ->> 'id' as id, place,
        jsonb_build_object('speaker', item -> 'speaker', 'startTime', item -> 'startTime', 'text', item -> 'text') as line
      from wanted join inbox_events as event on event.channel_id = wanted.channel_id and event.id = wanted.doc_id,
        jsonb_array_elements(event.documentation #> '{transcription,items}') with ordinality as each (item, place)
      where event.documentation #>> '{transcription,status}' = 'success' and item ->> 'id' = any(ids)
    )
    select citation.message_id as "messageId", citation.number, citation.channel_id as "channelId",
      citation.doc_id as "docId", citation.utterance_ids as "utteranceIds", event.started_at as "startedAt", event.direction,
      coalesce(contacts.name, nullif(concat_ws(' ', colleague.first_name, colleague.last_name), ''), event.remote_name)
        as "remoteName",
      contacts.organization as "remoteOrganization", event.remote_phone_number as "remotePhoneNumber",
      (select jsonb_agg(line order by place) from said
        where said.channel_id = citation.channel_id and said.doc_id = citation.doc_id
          and said.id = any(citation.utterance_ids)) as said
    from cited as citation
      join inbox_events as event on event.channel_id = citation.channel_id and event.id = citation.doc_id
      join channel_members as member on member.channel_id = citation.channel_id and member.user_id = ${userId}
      left join contacts on contacts.id = event.contact_id and contacts.account_id = event.account_id
      left join users as colleague on colleague.id = event.remote_user_id and colleague.account_id = event.account_id
    where event.documentation #>> '{transcription,status}' = 'success'
    order by citation.message_id, citation.number`.execute(db);
  const found = z.array(citationRow).parse(rows).flatMap(citationOf);
  const byMessage = Map.groupBy(found, ({ messageId }) => messageId);
  return new Map([...byMessage].map(([id, all]) => [id, all.map(({ messageId: _, ...citation }) => citation)]));
}

function citationOf({
  said,
  startedAt,
  ...row
}: z.infer<typeof citationRow>): (ChatCitation & { readonly messageId: string })[] {
  const [first] = said ?? [];
  if (first === undefined) return [];
  const quote = said?.map(({ text }) => text).join(' ') ?? '';
  return [{ ...row, quote, speaker: first.speaker, at: first.startTime, startedAt: startedAt.toISOString() }];
}

/** What of a block rests on citations that are open alone; of a table whole rows. */
function openBlock(block: ChatBlock, open: ReadonlySet<number>): ChatBlock[] {
  const isOpen = ({ cites }: { readonly cites: readonly number[] }) => cites.every((number) => open.has(number));
  switch (block.kind) {
    case 'paragraph': {
      const sentences = block.sentences.filter(isOpen);
      return sentences.length === 0 ? [] : [{ kind: 'paragraph', sentences }];
    }
    case 'list': {
      const items = block.items.filter(isOpen);
      return items.length === 0 ? [] : [{ kind: 'list', items }];
    }
    case 'table': {
      const rows = block.rows.filter((row) => row.every(isOpen));
      return rows.length === 0 ? [] : [{ kind: 'table', columns: block.columns, rows }];
    }
  }
}
