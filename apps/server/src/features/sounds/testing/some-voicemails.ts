import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repairWav } from '@sidetone/wav/repair-wav.ts';
import { pino } from 'pino';
import { jobsLater } from '../../../jobs/testing/some-jobs.ts';
import { passingSounds, soundFiles, voicemailsFolder } from '../../../sound/sound-files.ts';
import type { Database } from '../../../storage/database.ts';
import { greetings, greetingsFolder } from '../greetings.ts';
import { voicemails } from '../voicemails.ts';

/** Voicemails whose files lie in a data folder of the test. */
export function someVoicemails(db: Database, dataDir = mkdtempSync(join(tmpdir(), 'voicemails-'))) {
  const jobs = jobsLater(db);
  const files = soundFiles(voicemailsFolder(dataDir));
  const own = greetings(greetingsFolder(dataDir));
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const keeper = voicemails({
    db,
    jobs,
    files,
    log,
    repair: repairWav,
    greetings: own,
    passing: passingSounds(dataDir),
  });
  return {
    keeper,
    files,
    greetings: own,
    dataDir,
    log,
    async stop() {
      await keeper.stop();
      await jobs.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
