// Sends the audit log until it is killed: by itself, once a receiver took a batch and before that is written down. argv: URL of the database.
import { openDatabase } from '../../../storage/database.ts';
import { streamingWorld } from './streaming-world.ts';

const [url = '', webhook = ''] = process.argv.slice(2);
await streamingWorld(openDatabase(url), {
  async post({ body }) {
    await fetch(webhook, { method: 'POST', body });
    process.kill(process.pid, 'SIGKILL');
    return { outcome: 'arrived', status: 200 };
  },
});
