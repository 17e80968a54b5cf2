import type { ChatBlock, ChatSentence } from '@sidetone/contract/entities/chat.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import type { ProvedBlock, ProvedSentence } from '../ports.ts';
import type { Asked } from './find-calls.ts';
import type { ChatCall } from './read-calls.ts';

/** What an answer says, and where it stands. `places` are what quotes alone rest on. */
export interface Answer {
  readonly state: 'reading' | 'done' | 'nothing' | 'failed';
  readonly service: string | null;
  readonly problem: string | null;
  readonly calls: number;
  readonly blocks: readonly ProvedBlock[];
  readonly places: readonly Rest[];
}

type Rest = ProvedSentence['rests'][number];

/**
 * Writes an answer that still grows. What rests on a call that is gone, whose words have changed, or of a channel that the
 * asker has left meanwhile is left out. Gives whether the answer still grew: nobody had stopped or deleted it.
 */
export async function writeAnswer(
  db: Database,
  id: string,
  asked: Asked,
  read: readonly ChatCall[],
  answer: Answer,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    // Calls first: who deletes one locks it before the answers that rest on it.
    const open = await callsStillThere(trx, asked, read);
    const row = await trx
      .selectFrom('chat_messages')
      .select('state')
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'reading'])
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    const { blocks, rests } = numbered(answer, open);
    const isEmpty = rests.length === 0 && answer.state === 'done';
    await trx.deleteFrom('chat_citations').where('message_id', '=', id).execute();
    const cited = rests.flatMap(({ call, utteranceIds }, at) => {
      const found = read[call];
      if (!found) return [];
      const { channelId: channel_id, docId: doc_id } = found;
      return [{ message_id: id, number: at + 1, channel_id, doc_id, utterance_ids: [...utteranceIds] }];
    });
    if (cited.length > 0) await trx.insertInto('chat_citations').values(cited).execute();
    await trx
      .updateTable('chat_messages')
      .set({
        state: isEmpty ? 'nothing' : answer.state,
        service: answer.service,
        problem: answer.problem,
        calls: answer.calls,
        blocks: jsonText(blocks),
      })
      .where('id', '=', id)
      .execute();
    return true;
  });
}

/** Calls, by their place among those that were read, that are as they were read; nobody deletes them before this is written. */
async function callsStillThere(
  trx: Writer,
  { userId }: Asked,
  read: readonly ChatCall[],
): Promise<ReadonlySet<number>> {
  if (read.length === 0) return new Set();
  const { rows } = await sql<{ at: number; items: { id?: string; text: string }[] | null }>`
    select (asked.at - 1)::int as at, event.documentation #> '{transcription,items}' as items
    from unnest(${read.map(({ channelId }) => channelId)}::text[], ${read.map(({ docId }) => docId)}::text[])
        with ordinality as asked (channel_id, doc_id, at)
      join inbox_events as event on event.channel_id = asked.channel_id and event.id = asked.doc_id
      join channel_members as member on member.channel_id = event.channel_id and member.user_id = ${userId}
    for share of event, member`.execute(trx);
  const same = rows.filter(({ at, items }) => {
    const now = new Map((items ?? []).map(({ id, text }) => [id, text]));
    return read[at]?.spoken.utterances.every(({ id, text }) => now.get(id) === text);
  });
  return new Set(same.map(({ at }) => at));
}

/** The blocks as they are kept, and what their numbers stand for, from 1 on; without what rests on calls that are not open. */
function numbered({ blocks, places }: Answer, open: ReadonlySet<number>): { blocks: ChatBlock[]; rests: Rest[] } {
  const rests: Rest[] = [];
  const numberOf = (rest: Rest): number => {
    const known = rests.findIndex(
      ({ call, utteranceIds }) => call === rest.call && utteranceIds.join(' ') === rest.utteranceIds.join(' '),
    );
    return known >= 0 ? known + 1 : rests.push(rest);
  };
  const isOpen = (sentence: ProvedSentence) => sentence.rests.every(({ call }) => open.has(call));
  const kept = (sentence: ProvedSentence): ChatSentence => ({
    text: sentence.text,
    cites: sentence.rests.map(numberOf),
  });
  const made = blocks.flatMap(({ kind, columns, rows }): ChatBlock[] => {
    const whole = rows.filter((row) => row.every(isOpen)).map((row) => row.map(kept));
    if (whole.length === 0) return [];
    if (kind === 'table') return [{ kind, columns: [...columns], rows: whole }];
    return kind === 'list' ? [{ kind, items: whole.flat() }] : [{ kind, sentences: whole.flat() }];
  });
  for (const place of places) if (open.has(place.call)) numberOf(place);
  return { blocks: made, rests };
}
