import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repairWav } from '@sidetone/wav/repair-wav.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { heardAnswers } from '../../../features/asked-callers/heard-answers.ts';
import { keepAskings } from '../../../features/asked-callers/keep-askings.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { someJobs } from '../../../jobs/testing/some-jobs.ts';
import { soundFiles } from '../../../sound/sound-files.ts';
import { someCompany } from '../../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../../storage/testing/test-database.ts';
import { transcriptFiles } from '../../../storage/transcript-files.ts';
import type { AiServices } from '../../services.ts';
import { dialogue, writePlanted } from '../../testing/planted-call.ts';
import { askedFeature } from '../feature.ts';
import { hearAskingKind } from '../hear-asking.ts';

/** What callers say, by its place. */
export const lines = dialogue([
  '> My name is Ingrid Thalbach from the public utilities in Ahrenshoop',
  '> It is about the tender for winter road clearance at twelve sites and I would like to know if you want to take part',
]);

const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });

/**
 * A company whose call assistant asks callers; every test has a call of its own, and what it opened is closed after it. Call it once
 * in a file.
 */
export function askedWorld() {
  let database: TestDatabase;
  let folder: string;
  let jobs: Jobs;
  let count = 0;
  let resultId: string;
  let docId: string;
  const working: { stop?(): unknown }[] = [];
  beforeAll(async () => {
    database = await testDatabase();
    const { db } = database;
    await someCompany(db);
    for (const id of ['greeting', 'name', 'concern'])
      await db.insertInto('announcements').values({ id, account_id: 's1', name: id, duration_ms: 1000 }).execute();
    await db
      .insertInto('assistants')
      .values({
        id: 'desk',
        account_id: 's1',
        name: 'Front desk',
        greeting_announcement_id: 'greeting',
        questions: JSON.stringify([
          { id: 'name', text: 'Who is calling, please?', label: 'Name', announcementId: 'name' },
          { id: 'unrecorded', text: 'Which town?' },
          { id: 'concern', text: 'What is it about?', announcementId: 'concern' },
        ]),
        topics: JSON.stringify([
          { label: 'Invoices', color: 'red' },
          { label: 'Tenders', color: 'blue' },
        ]),
      })
      .execute();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    count += 1;
    [resultId, docId] = [`result-${count}`, `pbx-${count}`];
    folder = mkdtempSync(join(tmpdir(), 'asked-'));
    jobs = await someJobs(database.db);
    await database.db
      .insertInto('inbox_events')
      .values({
        id: docId,
        account_id: 's1',
        channel_id: 'cteam',
        session_id: docId.slice(4),
        unresolved: true,
        direction: 'INCOMING',
        state: 'RINGING',
        remote_phone_number: '+4930555020',
        started_at: new Date(),
        documentation: '{}',
      })
      .execute();
  });
  afterEach(async () => {
    for (const each of working.splice(0)) await each.stop?.();
    await jobs.stop();
    rmSync(folder, { recursive: true });
    // The next server of this name would take up what this one was asking.
    await database.db.deleteFrom('assistant_askings').execute();
    await database.db.updateTable('accounts').set({ plan: '{}' }).execute();
  });

  function askedBy(services: AiServices, node = 'here', isAtHost?: (path: string) => boolean) {
    const { db } = database;
    const files = soundFiles(join(folder, 'answers'), undefined, isAtHost);
    const transcripts = transcriptFiles(join(folder, 'transcripts'));
    const keeper = keepAskings({
      db,
      node,
      files,
      log,
      fileOf: async (id) => `/${id}.wav`,
      canHear: async (accountId) => (await services.ground.connection(accountId, 'speech')) !== null,
      hear: (trx, id) => jobs.enqueue(trx, hearAskingKind, id),
      repair: repairWav,
    });
    const feature = askedFeature({
      db,
      jobs,
      services,
      log,
      store: heardAnswers({ db, files, keepTranscript: transcripts.keep }),
    });
    working.push({ stop: () => keeper.stop() }, feature);
    return {
      transcript: async () => {
        const path = await transcripts.fileOf({ assistantId: 'desk', transcriptDocId: resultId });
        return path === null ? null : readFileSync(path, 'utf8');
      },
      keeper,
      work: async () => await feature.jobs?.[0]?.resume(),
      async begins() {
        const script = await keeper.scriptOf('s1', 'desk');
        const asked = { resultId, assistantId: 'desk', accountId: 's1', channelId: 'cteam', docId };
        await keeper.opened({ ...asked, sessionId: docId.slice(4), at: new Date() }, script?.questions ?? []);
      },
      /** The caller says this line; gives the path of the file. */
      async answers(questionId: string, line: number) {
        const { path } = await keeper.answering(resultId, questionId);
        const only = lines.map((each, at) => ({
          ...each,
          start: 0.5,
          speaker: at === line ? (0 as const) : (1 as const),
        }));
        writePlanted(path, only);
        return path;
      },
    };
  }

  return {
    get db() {
      return database.db;
    },
    get jobs() {
      return jobs;
    },
    get docId() {
      return docId;
    },
    get resultId() {
      return resultId;
    },
    /** Another caller is asked in the same call. */
    set resultId(next) {
      resultId = next;
    },
    askedBy,
    result: () => database.db.selectFrom('assistant_results').selectAll().where('id', '=', resultId).executeTakeFirst(),
    /** Answers that nobody has heard so far. */
    left: () => database.db.selectFrom('assistant_answers').selectAll().where('asking_id', '=', resultId).execute(),
    runs: () => database.db.selectFrom('ai_runs').selectAll().where('doc_id', '=', docId).orderBy('id').execute(),
  };
}
