// Goes through a recording in a process of its own, to be killed. argv: URL of the database, folder, id.
import { readdirSync } from 'node:fs';
import { openDatabase } from '../../../storage/database.ts';
import { someKeeper } from './some-keeper.ts';

const [url = '', folder = '', id = ''] = process.argv.slice(2);
const { keeper } = someKeeper(openDatabase(url), folder);
await keeper.finished(id);
setInterval(() => {
  if (readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith('.part'))) process.send?.('begun');
}, 5);
