import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailWishes } from '@sidetone/contract/entities/mail.ts';
import { pino } from 'pino';
import { factBoard } from '../../../events.ts';
import { someJobs } from '../../../jobs/testing/some-jobs.ts';
import { mailServers } from '../../../mail/mail-servers.ts';
import { smtpMailer } from '../../../mail/mailer.ts';
import { privateHosts } from '../../../network/private-hosts.ts';
import { soundFiles } from '../../../sound/sound-files.ts';
import type { Database } from '../../../storage/database.ts';
import { secretBox } from '../../../storage/secret-box.ts';
import { mailFeature } from '../feature.ts';
import { setWishes } from '../wishes.ts';

interface Given {
  readonly smtpUrl: string | null;
  readonly mostPerHour?: number;
  readonly pausesSeconds?: readonly number[];
}

export const box = secretBox(Buffer.alloc(32, 7));

/** Mails of the company of `someCompany`, with real jobs and a real mail server. */
export async function mailingWorld(db: Database, { smtpUrl, mostPerHour = 500, ...more }: Given) {
  const jobs = await someJobs(db);
  const facts = factBoard((_name, error) => {
    throw error;
  });
  const folder = mkdtempSync(join(tmpdir(), 'mailed-'));
  const hosts = privateHosts(['127.0.0.1']);
  const operator = smtpUrl === null ? null : smtpMailer({ smtpUrl, from: 'Phone <phone@example.com>' });
  const feature = mailFeature({
    db,
    box,
    jobs,
    facts,
    hosts,
    servers: mailServers({ db, box, operator, hosts }),
    operatorFrom: operator === null ? null : 'phone@example.com',
    voicemails: soundFiles(folder),
    origin: 'https://phone.example.com',
    host: 'phone.example.com',
    mostPerHour,
    wordsWithinSeconds: 20,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    ...more,
  });
  const stopHearing = feature.hears?.();
  return {
    jobs,
    facts,
    resume: async () => {
      for (const job of feature.jobs ?? []) await job.resume();
    },
    wish: (userId: string, wishes: Partial<MailWishes>) =>
      setWishes(
        db,
        { userId, accountId: 's1' },
        {
          voicemails: 'off',
          missedCalls: 'off',
          everyMinutes: 15,
          channelIds: ['ca', 'cb', 'cc', 'cteam'],
          ...wishes,
        },
      ),
    mails: () => db.selectFrom('mails').selectAll().orderBy('created_at').execute(),

    /** A call that nobody took; says so unless `isQuiet`. */
    async missed(docId: string, { channelId = 'ca', name = null as string | null, isQuiet = false } = {}) {
      const now = new Date();
      const callId = `call-${docId}`;
      await db
        .insertInto('calls')
        .values({
          id: callId,
          account_id: 's1',
          session_id: docId,
          node: 'n',
          epoch: 1,
          lease_until: now,
          started_at: now,
          ended_at: now,
        })
        .execute();
      await db
        .insertInto('inbox_events')
        .values({
          id: docId,
          account_id: 's1',
          channel_id: channelId,
          call_id: callId,
          session_id: docId,
          unresolved: true,
          direction: 'INCOMING',
          state: 'MISSED',
          on_phone_number: '+4930555011',
          remote_phone_number: '+4940111222',
          remote_name: name,
          started_at: now,
          terminated_at: now,
          terminated_reason: 'CANCELLED',
        })
        .execute();
      if (!isQuiet) facts.announce('call.ended', { callId, sessionId: docId, userIds: [], reason: 'CANCELLED' });
    },

    /** The same with a message, whose sound is these bytes. */
    async message(docId: string, { channelId = 'ca', sound = Buffer.from('sound of a message') } = {}) {
      const path = `s1/2026/11/${docId}.mp3`;
      mkdirSync(join(folder, 's1/2026/11'), { recursive: true });
      writeFileSync(join(folder, path), sound);
      await db
        .insertInto('voicemails')
        .values({
          id: `v-${docId}`,
          account_id: 's1',
          channel_id: channelId,
          doc_id: docId,
          session_id: docId,
          state: 'ready',
          original_path: '',
          mp3_path: path,
          duration_ms: 4200,
          started_at: new Date(),
        })
        .execute();
    },
    stored: (docId: string, channelId = 'ca') =>
      facts.announce('voicemail.stored', { accountId: 's1', channelId, docId }),

    async stop() {
      stopHearing?.();
      await feature.stop?.();
      await jobs.stop();
    },
  };
}
