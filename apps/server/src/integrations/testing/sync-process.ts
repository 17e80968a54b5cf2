// Synchronises a connection in a process of its own until it is killed in the middle. argv: URL of the database.
import { pino } from 'pino';
import { openDatabase } from '../../storage/database.ts';
import { connections } from '../connections.ts';
import { registry } from '../registry.ts';
import { keepSynchronised } from '../sync.ts';
import { paperBook } from './paper-book.ts';

const book = paperBook();
for (let n = 0; n < 250; n += 1) book.write(`p${n}`);
book.beforePortion = async (handedOut) => {
  if (handedOut < 1) return;
  process.send?.('in the middle');
  await new Promise(() => {});
};
const known = registry([book.connector], []);
const log = pino({ level: 'silent' });
keepSynchronised({
  db: openDatabase(process.argv[2] ?? ''),
  log,
  registry: known,
  connections: connections(known, { unseal: () => 'key' }),
});
