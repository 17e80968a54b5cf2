import { sql } from 'kysely';
import type { Again, JobKind } from '../jobs/job-kind.ts';
import { beginKind, documentKind, jobIdOf, transcribeKind } from './call-jobs.ts';
import type { DocumentingParts } from './deps.ts';

const everySeconds = 5 * 60;
const atOnce = 500;

/**
 * Looks for calls that have parts in the making and no job: after a restored backup, or a death between two steps. The other way
 * round needs nothing: a step without its part ends quietly.
 */
export async function heal({ db, jobs, log }: Pick<DocumentingParts, 'db' | 'jobs' | 'log'>): Promise<Again> {
  const { rows } = await sql<{ channelId: string; docId: string; needsWords: boolean }>`
    select channel_id as "channelId", id as "docId",
      documentation #>> '{transcription,status}' in ('waiting', 'loading') as "needsWords"
    from inbox_events
    where jsonb_path_exists(documentation,
        '$.*[*] ? (exists (@.status ? (@ == "waiting" || @ == "loading")) || exists (@.transcription.status ? (@ == "waiting" || @ == "loading")))')
      and jsonb_path_exists(documentation,
        '$.keyvalue() ? (@.key == "transcription" || @.key == "summary" || @.key == "actionItem" || @.key == "smallTalk"
          || @.key == "callHeadline").value.status ? (@ == "waiting" || @ == "loading")')
      and terminated_at < now() - interval '1 minute'
    order by started_at desc limit ${atOnce}`.execute(db);
  let healed = 0;
  const byStep: readonly [JobKind, typeof rows][] = [
    [transcribeKind, rows.filter(({ needsWords }) => needsWords)],
    [documentKind, rows.filter(({ needsWords }) => !needsWords)],
  ];
  for (const [kind, calls] of byStep) {
    const ids = calls.map(jobIdOf);
    const [there, beginning] = [await jobs.among(db, kind, ids), await jobs.among(db, beginKind, ids)];
    for (const id of ids) {
      if (there.has(id) || beginning.has(id)) continue;
      await jobs.enqueue(db, kind, id);
      healed += 1;
    }
  }
  if (healed > 0) log.warn({ calls: healed }, 'ai: parts without a job taken up again');
  return { againAfterSeconds: everySeconds };
}
