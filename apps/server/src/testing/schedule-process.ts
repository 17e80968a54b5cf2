// Backs up by the schedule, or tries a backup, in a process of its own, to be killed. argv: URL of the database, data folder,
// the place of backups as JSON, and the backup to try.
import { pino } from 'pino';
import { openPlace } from '../backup/places/open-place.ts';
import { keepBackingUp } from '../backup/schedule/keep-backing-up.ts';
import { verifyBackup } from '../backup/verify/verify-backup.ts';
import { openDatabase } from '../storage/database.ts';

const [url = '', dataDir = '', place = '', tried] = process.argv.slice(2);
const passphrase = 'seven grey herons';
if (tried !== undefined) await verifyBackup(tried, passphrase, { url });
else
  keepBackingUp({
    db: openDatabase(url),
    dataDir,
    release: '0.0.1',
    node: 'node-2',
    place: openPlace(JSON.parse(place)),
    schedule: { at: { hour: 0, minute: 0 }, keep: { days: 7, weeks: 0, months: 0 }, verify: 'no', passphrase },
    mostDays: async () => null,
    verify: () => Promise.reject(new Error('not asked')),
    log: pino({ level: 'silent' }),
    workFactor: 10,
  });
