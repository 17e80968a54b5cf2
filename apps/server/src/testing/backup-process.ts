// Makes a backup in a process of its own, to be killed. argv: URL of the database, data folder.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { keptBackups } from '../kept-backups.ts';
import { openDatabase } from '../storage/database.ts';

const [url = '', dataDir = ''] = process.argv.slice(2);
const backups = keptBackups({ db: openDatabase(url), dataDir, release: '0.0.1', log: pino({ level: 'silent' }) });
const { id } = await backups.start('tall blue mountain');
setInterval(() => {
  if (existsSync(join(dataDir, 'backups', `${id}.age.part`))) process.send?.(id);
}, 2);
