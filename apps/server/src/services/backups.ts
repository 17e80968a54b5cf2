import packageJson from '../../../../package.json' with { type: 'json' };
import { BackupError } from '../backup/format.ts';
import { openPlace } from '../backup/places/open-place.ts';
import { keepBackingUp } from '../backup/schedule/keep-backing-up.ts';
import { nextMoment } from '../backup/schedule/rules.ts';
import { dropThrowAways } from '../backup/verify/throw-away.ts';
import { diskOfTables, verifyBackup } from '../backup/verify/verify-backup.ts';
import { retentionOfBackups } from '../kept-backups.ts';
import { urlOf } from '../storage/database.ts';
import type { ServerDatabase } from '../storage/server-role.ts';
import type { ServicesGround } from './ground.ts';

/** Has backups made by the schedule, from now on, where one is set. */
export function startBackups(ground: ServicesGround, { owner }: Pick<ServerDatabase, 'owner'>): void {
  const { config, db, keep } = ground;
  const log = ground.log.child({ room: 'backup' });
  const url = urlOf(owner);
  dropThrowAways(url).catch((error: unknown) => log.warn({ err: error }, 'backups: dropping what was tried failed'));
  const { schedule } = config.backup;
  if (!schedule) return;
  const place = openPlace(schedule.to);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  log.info(
    {
      to: place.shown,
      next: nextMoment(schedule.at, new Date()),
      timeZone,
      keep: schedule.keep,
      verify: schedule.verify,
    },
    'backups: made by the schedule',
  );
  const { dataDir, keyFile } = config;
  const backingUp = keepBackingUp({
    db,
    dataDir,
    keyFile,
    release: packageJson.version,
    node: ground.owner.node,
    place,
    schedule,
    log,
    mostDays: () => retentionOfBackups(db),
    async verify(file, signal) {
      const stored = await place.read(file);
      if (!stored) throw new BackupError('NO_SUCH_BACKUP');
      return await verifyBackup(stored, schedule.passphrase, { url, signal, spaceIn: diskOfTables(dataDir) });
    },
  });
  keep('scheduled backups', () => backingUp.stop());
}
