import { sql } from 'kysely';
import type { Again, JobKind } from '../jobs/job-kind.ts';
import type { DocumentedCall } from '../storage/documentation-writer.ts';
import { answersKind, beginKind, documentKind, jobIdOf, renewKind, transcribeKind } from './call-jobs.ts';
import type { DocumentingParts } from './deps.ts';
import { soundOf } from './sound-of-call.ts';

const everySeconds = 5 * 60;
const atOnce = 500;

type HealingParts = Pick<DocumentingParts, 'db' | 'jobs' | 'log' | 'files'>;

/** A call with parts in the making. */
interface Candidate {
  readonly channelId: string;
  readonly docId: string;
  readonly needsWords: boolean;
  /** Parts that the step of answers alone makes. */
  readonly needsAnswers: boolean;
  readonly needsDocument: boolean;
  /** It ended more than a day ago. */
  readonly isOld: boolean;
}

/**
 * Looks for calls that have parts in the making and no job: after a restored backup, or a death between two steps. The other way
 * round needs nothing: a step without its part ends quietly. Only a call with a sound is ever transcribed, so that parts which came
 * about another way, those of the demo company among them, stay as they are.
 */
export async function heal(parts: HealingParts): Promise<Again> {
  const { db, jobs, log } = parts;
  const candidates = await candidatesOf(parts);
  let healed = 0;
  const byStep: readonly [JobKind, readonly Candidate[]][] = [
    [transcribeKind, candidates.filter(({ needsWords }) => needsWords)],
    [documentKind, candidates.filter(({ needsWords, needsDocument }) => !needsWords && needsDocument)],
    [answersKind, candidates.filter(({ needsWords, needsAnswers }) => !needsWords && needsAnswers)],
  ];
  for (const [kind, calls] of byStep) {
    const ids = calls.map(jobIdOf);
    const [there, beginning] = [await jobs.among(db, kind, ids), await jobs.among(db, beginKind, ids)];
    for (const call of calls) {
      const id = jobIdOf(call);
      if (there.has(id) || beginning.has(id) || !(await isHere(parts, call))) continue;
      await jobs.enqueue(db, kind, id);
      healed += 1;
    }
  }
  healed += await healRenewals(parts);
  if (healed > 0) log.warn({ calls: healed }, 'ai: parts without a job taken up again');
  return { againAfterSeconds: everySeconds };
}

/** Takes up what was asked for once more and has no job. Gives how many calls that were. */
async function healRenewals({ db, jobs }: HealingParts): Promise<number> {
  const { rows } = await sql<DocumentedCall>`
    select channel_id as "channelId", id as "docId" from inbox_events
    where jsonb_path_exists(documentation, '$.*.renewal.status ? (@ == "waiting")')
    order by started_at desc limit ${atOnce}`.execute(db);
  const there = await jobs.among(db, renewKind, rows.map(jobIdOf));
  const left = rows.map(jobIdOf).filter((id) => !there.has(id));
  for (const id of left) await jobs.enqueue(db, renewKind, id);
  return left.length;
}

/** Calls whose sound is kept, or whose transcript was written or given up by a step. */
async function candidatesOf({ db }: HealingParts): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    select channel_id as "channelId", id as "docId", needs_words as "needsWords", needs_answers as "needsAnswers",
      jsonb_path_exists(documentation,
        '$.keyvalue() ? (@.key == "summary" || @.key == "actionItem" || @.key == "smallTalk"
          || @.key == "callHeadline").value.status ? (@ == "waiting" || @ == "loading")') as "needsDocument",
      terminated_at < now() - interval '1 day' as "isOld"
    from inbox_events
    cross join lateral (select coalesce(
      documentation #>> '{transcription,status}' in ('waiting', 'loading'), false) as needs_words, coalesce(
      documentation #>> '{smartAnswers,status}' in ('waiting', 'loading'), false) as needs_answers) as needs
    where jsonb_path_exists(documentation,
        '$.*[*] ? (exists (@.status ? (@ == "waiting" || @ == "loading")) || exists (@.transcription.status ? (@ == "waiting" || @ == "loading")))')
      and jsonb_path_exists(documentation,
        '$.keyvalue() ? (@.key == "transcription" || @.key == "summary" || @.key == "actionItem" || @.key == "smallTalk"
          || @.key == "callHeadline" || @.key == "smartAnswers").value.status ? (@ == "waiting" || @ == "loading")')
      and terminated_at < now() - interval '1 minute'
      and case when needs_words
        then exists (select from captures where channel_id = inbox_events.channel_id and doc_id = inbox_events.id)
          or exists (select from recordings where channel_id = inbox_events.channel_id and doc_id = inbox_events.id)
          or exists (select from voicemails where channel_id = inbox_events.channel_id and doc_id = inbox_events.id)
        else documentation -> 'transcription' ?| array['madeBy', 'reason']
          or (needs_answers and documentation -> 'smartAnswers' ? 'askedAt') end
    order by started_at desc limit ${atOnce}`.execute(db);
  return rows;
}

/** Files of a sound may be at another server. After a day nobody waits for them, and the step says that they are gone. */
const isHere = async ({ db, files }: HealingParts, call: Candidate): Promise<boolean> =>
  !call.needsWords || call.isOld || (await soundOf(db, files, call)).paths.length > 0;
