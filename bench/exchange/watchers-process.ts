// Clients that watch what an app watches, in a process of their own. argv: where the server is, and how many. Takes who signs
// in, as `SignIn[]`; says `ready` once everybody has seen everything.
import { setTimeout as pause } from 'node:timers/promises';
import { liveClient } from '../../apps/server/src/testing/live-client.ts';
import { ApiSession } from '../../e2e/people/api-session.ts';
import type { SignIn } from '../../e2e/world/sign-in.ts';

/** What a signed-in app always watches, as far as calls touch it. */
const always = ['account', 'me', 'flags', 'devices', 'webusers', 'channels', 'channelSettings', 'ongoingCalls'];

const [origin = '', howMany = '0'] = process.argv.slice(2);

process.on('message', (people: readonly SignIn[]) => {
  watch(people).then(
    () => process.send?.('ready'),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function watch(people: readonly SignIn[]): Promise<void> {
  const sessions: ApiSession[] = [];
  for (const person of people) sessions.push(await ApiSession.signIn(origin, person));
  for (let at = 0; at < Number(howMany); at += 1) {
    const session = sessions[at % sessions.length];
    if (!session) throw new Error('nobody watches');
    const client = liveClient(origin, () => session.accessToken);
    const seen = always.map((name) => client.watch(name));
    await until(() => seen.every(({ rows, error }) => rows !== undefined || error !== undefined));
    const channels = (seen[5]?.rows ?? []).map(({ id }) => id).slice(0, 1);
    const inboxes = channels.map((channelId) => client.watch('inbox', { channelId, limit: 100 }));
    await until(() => inboxes.every(({ rows }) => rows !== undefined));
    const failed = [...seen, ...inboxes].find(({ error }) => error !== undefined);
    if (failed) throw new Error(`A query ended: ${failed.error}`);
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries > 2000) throw new Error('A client never saw its rows.');
    await pause(5);
  }
}
