import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentation } from '@sidetone/contract/entities/documentation.ts';
import { pino } from 'pino';
import { appendToNote } from '../../features/documentation/notes.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { someJobs } from '../../jobs/testing/some-jobs.ts';
import { soundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { askForDocumentation, documenting } from '../documenting.ts';
import type { ModelAnalysis } from '../ports.ts';
import type { SpeechProvider } from '../providers/speech.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import type { AiServices } from '../services.ts';
import { noServices } from '../services.ts';
import { type PlantedLine, writePlanted } from './planted-call.ts';

const options = { contextTokens: null, concurrency: null, timeoutSeconds: null, prices: null, voices: null };
const speechConnection: UsableConnection = {
  id: 'cs',
  purpose: 'speech',
  kind: 'openaiCompatible',
  name: 'Own recogniser',
  url: 'http://speech.example/v1',
  model: 'tones',
  options,
  key: null,
  changedRev: 1,
};
const languageConnection: UsableConnection = {
  ...speechConnection,
  id: 'cl',
  purpose: 'language',
  name: 'Own model',
  model: 'rules',
};

/** Services of a test: what is left out is not set up. `reported` has the failures that an administrator would see. */
export function someServices(given: {
  readonly speech?: SpeechProvider;
  readonly model?: AiServices['documentByModel'];
  readonly answers?: AiServices['answerByModel'];
  readonly local?: boolean;
  readonly words?: readonly string[];
}): AiServices & { readonly reported: string[] } {
  const reported: string[] = [];
  const kind = given.local ? 'local' : 'openaiCompatible';
  return {
    ...noServices,
    reported,
    ground: {
      ...noServices.ground,
      async connection(_accountId, purpose) {
        if (purpose === 'speech') return given.speech ? { ...speechConnection, kind } : null;
        return given.model || given.answers ? languageConnection : null;
      },
      reportFailure: async ({ id }, problem) => void reported.push(`${id} ${problem}`),
    },
    open: {
      speech: () => given.speech ?? noServices.open.speech(speechConnection),
      language: () => ({ object: () => Promise.reject(new Error()), check: () => Promise.resolve({ models: null }) }),
      voice: noServices.open.voice,
    },
    documentByModel: given.model ?? noServices.documentByModel,
    answerByModel: given.answers ?? noServices.answerByModel,
    ownWords: () => Promise.resolve(given.words ?? []),
  };
}

/** Says of a call what a model could, each point with what it rests on. */
export const modelAnalysis = (more: Partial<ModelAnalysis> = {}): ModelAnalysis => ({
  headline: { text: 'By a model', speaker: 0, evidence: ['s1'] },
  summary: { text: 'They spoke.', evidence: ['s1'] },
  keyPoints: [{ text: 'A point', speaker: 0, evidence: ['s1'] }],
  topics: [{ name: 'Delivery', evidence: ['s1'] }],
  actions: [],
  smallTalk: [],
  ...more,
});

/** The steps of the documentation of calls, in a company of `someCompany`, with files of the test. */
export async function documentedWorld(
  db: Database,
  services: AiServices,
  given: {
    readonly jobs?: Jobs;
    readonly folder?: string;
    readonly isServer?: boolean;
    readonly appendToNote?: typeof appendToNote;
  } = {},
) {
  const folder = given.folder ?? mkdtempSync(join(tmpdir(), 'documented-'));
  const jobs = given.jobs ?? (await someJobs(db, { isServer: given.isServer ?? false }));
  const files = {
    recordings: soundFiles(join(folder, 'recordings')),
    voicemails: soundFiles(join(folder, 'voicemails')),
    captures: soundFiles(join(folder, 'captures')),
  };
  const told: string[] = [];
  const handedOn: string[] = [];
  const rowOf = (docId: string) =>
    db
      .selectFrom('inbox_events')
      .select(['channel_id as channelId', 'id as docId'])
      .where('id', '=', docId)
      .executeTakeFirst();
  const steps = documenting({
    db,
    jobs,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    services,
    files,
    appendToNote: given.appendToNote ?? appendToNote,
    announce: ({ docId, limit }, { used }) => void told.push(`${docId} ${used}/${limit}`),
    handOn: async ({ docId }) => void handedOn.push(docId),
  });
  return {
    steps,
    jobs,
    files,
    folder,
    told,
    handedOn,

    /** A call of Anna's that was recorded, with these lines; its documentation is asked for. */
    async recorded(docId: string, lines: readonly PlantedLine[], more: { readonly parts?: object } = {}) {
      const call = (await rowOf(docId)) ?? (await this.ended(docId, more.parts ?? {}));
      const path = files.recordings.pathOf({ id: `r-${docId}`, accountId: 's1', at: new Date() });
      await files.recordings.makeRoom(path);
      const seconds = writePlanted(files.recordings.whole(path), lines);
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('recordings')
          .values({
            id: `r-${docId}`,
            account_id: 's1',
            user_id: 'wanna',
            channel_id: 'ca',
            doc_id: docId,
            session_id: docId.slice(4),
            mode: 'automatic',
            state: 'ready',
            original_path: path,
            duration_ms: Math.round(seconds * 1000),
            started_at: new Date(),
          })
          .execute();
        await askForDocumentation(jobs, trx, call);
      });
      return call;
    },

    /** What was captured of a call of Anna's; gives its path. */
    async captured(docId: string, lines: readonly PlantedLine[], state: 'processing' | 'ready' = 'ready') {
      const path = files.captures.pathOf({ id: `c-${docId}`, accountId: 's1', at: new Date() });
      await files.captures.makeRoom(path);
      const seconds = writePlanted(files.captures.whole(path), lines);
      await db
        .insertInto('captures')
        .values({
          id: `c-${docId}`,
          account_id: 's1',
          user_id: 'wanna',
          channel_id: 'ca',
          doc_id: docId,
          session_id: docId.slice(4),
          state,
          original_path: path,
          duration_ms: Math.round(seconds * 1000),
          started_at: new Date(),
        })
        .execute();
      return path;
    },

    /** A call of Anna's that is over, without a sound. */
    async ended(docId: string, parts: object = {}, channelId = 'ca') {
      const at = new Date();
      await db
        .insertInto('inbox_events')
        .values({
          id: docId,
          account_id: 's1',
          channel_id: channelId,
          session_id: docId.slice(4),
          owner: 'wanna',
          unresolved: false,
          direction: 'INCOMING',
          state: 'FINISHED',
          remote_phone_number: '+4930555020',
          started_at: at,
          established_at: at,
          terminated_at: at,
          documentation: JSON.stringify(documentation.parse(parts)),
        })
        .execute();
      return { channelId, docId };
    },

    async documentation(docId: string) {
      const row = await db
        .selectFrom('inbox_events')
        .select('documentation')
        .where('id', '=', docId)
        .executeTakeFirstOrThrow();
      return documentation.parse(row.documentation);
    },

    async stop() {
      await steps.stop();
      await jobs.stop();
      if (given.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Switches everything on for the account of `someCompany`. */
export async function switchOn(db: Database, flags: Readonly<Record<string, boolean>> = {}): Promise<void> {
  const all = {
    hasCallTranscription: true,
    hasCallSummary: true,
    hasCallActionItems: true,
    hasCallSmallTalk: true,
    hasCallHeadline: true,
    ...flags,
  };
  await db
    .updateTable('accounts')
    .set({ flags: JSON.stringify(all) })
    .where('id', '=', 's1')
    .execute();
}
