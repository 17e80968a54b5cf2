import { sql } from 'kysely';
import { pino } from 'pino';
import { answerQuestion } from '../apps/server/src/ai/chat/answer-question.ts';
import { noServices } from '../apps/server/src/ai/services.ts';
import { someCompany } from '../apps/server/src/storage/testing/some-company.ts';
import { testDatabase } from '../apps/server/src/storage/testing/test-database.ts';
import type { Figure } from './figures.ts';

const documentedCalls = Number(process.env['BENCH_DOCUMENTED_CALLS'] ?? 10_000);
const questions = 60;

/** From a question to the first words of its answer, which are quotes, whatever service is set up. */
export async function measureChat(): Promise<Figure[]> {
  const database = await testDatabase();
  const { db } = database;
  try {
    await someCompany(db);
    await db
      .updateTable('accounts')
      .set({ flags: JSON.stringify({ hasAiInsightsChat: true }) })
      .execute();
    const [member] = await db.selectFrom('channel_members').selectAll().execute();
    if (!member) throw new Error('nobody is a member of a channel');
    await writeCalls(database.db, member.channel_id);
    await db.insertInto('chats').values({ id: 'chat', user_id: member.user_id, title: null }).execute();
    const parts = { db, log: pino({ level: 'silent' }), services: noServices };
    const ms: number[] = [];
    for (let at = 0; at < questions; at += 1) {
      const id = `answer-${at}`;
      // A rare word and two that many calls have.
      const text = `When will pallet w${(at * 37) % 977} of the delivery in order ${at % 40} arrive?`;
      await db.insertInto('chat_messages').values({ id, chat_id: 'chat', text }).execute();
      const since = performance.now();
      await answerQuestion(parts, id, AbortSignal.timeout(60_000));
      ms.push(performance.now() - since);
    }
    const quoted = await db.selectFrom('chat_messages').select('id').where('state', '=', 'done').execute();
    if (quoted.length < questions / 2) throw new Error(`only ${quoted.length} of ${questions} questions were answered`);
    const what = `AI chat: question → first words, ${documentedCalls.toLocaleString('en')} documented calls`;
    return [{ what, unit: 'ms', ours: ms, rival: undefined }];
  } finally {
    await database.drop();
  }
}

/** Calls of thirty lines about deliveries, each with words of its own. */
async function writeCalls(db: Parameters<typeof someCompany>[0], channelId: string): Promise<void> {
  await sql`insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state,
      remote_phone_number, started_at, established_at, terminated_at, terminated_reason, documentation)
    select 'bench-' || n, account_id, ${channelId}, 'bench-' || n, false, 'INCOMING', 'FINISHED',
      '+4930' || 7000000 + n % 2000, at, at, at + interval '3 minutes', 'HANGUP',
      jsonb_build_object('transcription', jsonb_build_object('status', 'success', 'items', (
        select jsonb_agg(jsonb_build_object('id', 's' || line, 'speaker', line % 2, 'startTime', line * 3, 'endTime', line * 3 + 2,
          'text', 'The delivery of pallet w' || (n * 31 + line * 17) % 977 || ' in order ' || (n + line) % 40
            || ' will arrive at gate ' || line || ' of house x' || (n * 7 + line) % 4001))
        from generate_series(1, 30) as line)))
    from channels, (select n, now() - n * interval '5 minutes' as at from generate_series(1, ${documentedCalls}::int) as n) as calls
    where channels.id = ${channelId}`.execute(db);
  await sql`analyze`.execute(db);
}
