import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repairWav } from '@sidetone/wav/repair-wav.ts';
import { pino } from 'pino';
import type { Jobs } from '../../../jobs/jobs.ts';
import { jobsLater } from '../../../jobs/testing/some-jobs.ts';
import { soundFiles } from '../../../sound/sound-files.ts';
import type { Database } from '../../../storage/database.ts';
import { recordingKeeper } from '../recordings.ts';

/** A keeper whose files lie in a folder of the test. `told` has what was announced, and `isAtHost` says which files a media host has. */
export function someKeeper(
  db: Database,
  folder = mkdtempSync(join(tmpdir(), 'recordings-')),
  jobs: Jobs = jobsLater(db),
  isAtHost?: (path: string) => boolean,
) {
  const told: string[] = [];
  const files = soundFiles(folder, undefined, isAtHost);
  const keeper = recordingKeeper({
    db,
    jobs,
    files,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    repair: repairWav,
    announce: {
      stored: ({ recordingId, userId, docId }) => void told.push(`stored ${recordingId} ${userId} ${docId}`),
      failed: ({ recordingId, userId, docId }) => void told.push(`failed ${recordingId} ${userId} ${docId}`),
    },
  });
  return {
    keeper,
    files,
    told,
    folder,
    async stop() {
      await keeper.stop();
      await jobs.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An inbox event of the company of `someCompany`, for a recording to belong to. */
export async function someEvent(db: Database, docId: string, channelId = 'ca', accountId = 's1'): Promise<void> {
  await db
    .insertInto('inbox_events')
    .values({
      id: docId,
      account_id: accountId,
      channel_id: channelId,
      session_id: docId.slice(4),
      unresolved: false,
      direction: 'OUTGOING',
      state: 'FINISHED',
      started_at: new Date(),
      terminated_at: new Date(),
      documentation: JSON.stringify({ note: { status: 'success', content: 'kept' } }),
    })
    .execute();
}
