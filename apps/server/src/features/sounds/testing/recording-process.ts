// Goes through a recording in a process of its own, which dies in the middle of it. argv: URL of the database, folder, id.
import { readdirSync } from 'node:fs';
import { openDatabase } from '../../../storage/database.ts';
import { someKeeper } from './some-keeper.ts';

const [url = '', folder = '', id = ''] = process.argv.slice(2);
const { keeper } = someKeeper(openDatabase(url), folder);
await keeper.finished(id);
setInterval(() => {
  // The MP3 that is being made has its own name from its first second of sound on, long before it is whole.
  const hasBegun = readdirSync(folder, { recursive: true }).some((name) => String(name).includes('.mp3.part'));
  if (hasBegun) process.kill(process.pid, 'SIGKILL');
}, 5);
