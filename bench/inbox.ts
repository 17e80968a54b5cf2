import { setImmediate as turn } from 'node:timers/promises';
import { Client } from 'pg';
import { readInbox } from '../apps/server/src/features/inbox/read-inbox.ts';
import { readThread } from '../apps/server/src/features/inbox/threads.ts';
import { type Database, openDatabase } from '../apps/server/src/storage/database.ts';
import { liveClient } from '../apps/server/src/testing/live-client.ts';
import { ApiSession } from '../e2e/people/api-session.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import type { Figure } from './figures.ts';
import { writeHistory } from './inbox-history.ts';

const calls = Number(process.env['BENCH_EVENTS'] ?? 100_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20) * 10;

interface Place {
  readonly channel_id: string;
  readonly account_id: string;
  readonly user_id: string;
}

/**
 * What a channel with 100,000 calls costs the server: pages of its list, searches and changes, each beside the least that
 * SQL without groups, names and an index of words does for the same question, turn by turn.
 */
export async function measureInbox(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  const [, , , who] = people;
  if (!who) throw new Error('The demo company lacks people');
  const url = (await sidetone.cli('database-url')).trim();
  const client = new Client({ connectionString: url });
  const db = openDatabase(url, { connections: 1 });
  await client.connect();
  try {
    const [place] = await sidetone.query<Place>(
      `select c.id as channel_id, c.account_id, u.id as user_id from channels c join users u on u.id = c.owner_user_id
        where u.email = $1`,
      [who.email],
    );
    if (!place) throw new Error(`${who.email} has no channel`);
    const { channel_id: channelId, account_id: accountId, user_id: owner } = place;
    await writeHistory(client, { accountId, channelId, owner, calls });

    return [
      ...(await measureReading(client, db, channelId)),
      await measureLiveUpdate(sidetone, who, { channelId, docId: 'bench-1' }, client),
    ];
  } finally {
    await client.end();
    await db.destroy();
  }
}

/** Pages, searches and threads, each turn by turn with plain SQL. */
async function measureReading(client: Client, db: Database, channelId: string): Promise<Figure[]> {
  const plain = (rest: string) =>
    client.query(`select * from inbox_events where channel_id = $1 and terminated_at is not null ${rest}`, [channelId]);
  const newest = 'order by started_at desc limit 100';
  const list = { channelId, limit: 100 };
  const [middle] = (await plain(`order by started_at desc offset ${calls / 2} limit 1`)).rows;
  const after = { startedAt: (middle.started_at as Date).toISOString(), id: middle.id as string };

  const select = 'SELECT … ORDER BY … LIMIT 100';
  return [
    await compare('first page', rounds, () => readInbox(db, list), { name: select, run: () => plain(newest) }),
    await compare('first page of what is unresolved', rounds, () => readInbox(db, { ...list, unresolvedOnly: true }), {
      name: 'the same, where unresolved',
      run: () => plain(`and unresolved ${newest}`),
    }),
    await compare('a page in the middle', rounds / 4, () => readInbox(db, { ...list, after }), {
      name: 'the same, with OFFSET',
      run: () => plain(`order by started_at desc offset ${calls / 2} limit 100`),
    }),
    await compare('search for two words', rounds / 10, () => readInbox(db, { ...list, filter: { text: 'order 97' } }), {
      name: 'two LIKE over the documentation',
      run: () => plain(`and documentation::text ilike '%order%' and documentation::text ilike '%97%' ${newest}`),
    }),
    await compare(
      'search that finds nothing',
      rounds / 20,
      () => readInbox(db, { ...list, filter: { text: 'hippopotamus' } }),
      {
        name: 'a LIKE over the documentation',
        run: () => plain(`and documentation::text ilike '%hippopotamus%' ${newest}`),
      },
    ),
    await compare(
      'thread of a contact',
      rounds / 4,
      () => readThread(db, { channelId, of: { kind: 'contact', contactId: 'bench-1' }, limit: 100 }),
      {
        name: 'SELECT by the number',
        run: () => plain(`and remote_phone_number = '+49307000001' ${newest}`),
      },
    ),
  ];
}

interface Rival {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

async function compare(what: string, times: number, run: () => Promise<unknown>, rival: Rival): Promise<Figure> {
  const ours: number[] = [];
  const theirs: number[] = [];
  // The first ones fill caches and plans.
  for (let round = -Math.ceil(times / 5); round < times; round += 1) {
    const [mine, other] = [await duration(run), await duration(rival.run)];
    if (round < 0) continue;
    ours.push(mine);
    theirs.push(other);
  }
  const name = rival.name;
  return { what: `Inbox of ${calls.toLocaleString('en')}: ${what}`, unit: 'ms', ours, rival: { name, values: theirs } };
}

const duration = async (run: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
};

/** A member resolves or reopens a call → the live list of another connection has the row. */
async function measureLiveUpdate(
  sidetone: Sidetone,
  who: SignIn,
  { channelId, docId }: { channelId: string; docId: string },
  listener: Client,
): Promise<Figure> {
  const session = await ApiSession.signIn(sidetone.origin, who);
  const watcher = liveClient(sidetone.origin, () => session.accessToken);
  interface Row {
    readonly id: string;
    readonly rev: number;
    readonly unresolved: boolean;
  }
  const seen = watcher.watch<Row>('inbox', { channelId, limit: 100 });
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      if (seen.error) throw new Error(`The list ended: ${seen.error}`);
      await turn();
    }
  };
  const ours: number[] = [];
  const rival: number[] = [];
  try {
    await until(() => seen.rows !== undefined);
    await listener.query('listen changes');
    for (let round = 0; round < rounds / 2; round += 1) {
      const resolved = round % 2 === 1;
      let begun = 0;
      const bareHeard = new Promise<number>((resolve) => {
        const hear = async ({ payload }: { payload?: string | undefined }) => {
          if (!payload?.includes(`"${docId}"`)) return;
          listener.off('notification', hear);
          await listener.query('select * from inbox_events where channel_id = $1 and id = $2', [channelId, docId]);
          resolve(performance.now() - begun);
        };
        listener.on('notification', hear);
      });
      begun = performance.now();
      const path = `/channels/${channelId}/inbox/${docId}/resolved`;
      const reply = session.request('PUT', path, { resolved });
      await until(() => seen.rows?.some((row) => row.id === docId && row.unresolved !== resolved) ?? false);
      ours.push(performance.now() - begun);
      rival.push(await bareHeard);
      const { ok, status } = await reply;
      if (!ok) throw new Error(`The write was refused: ${status}`);
    }
  } finally {
    seen.stop();
    await watcher.close();
  }
  const what = `Inbox of ${calls.toLocaleString('en')}: live write → row of another client`;
  return { what, unit: 'ms', ours, rival: { name: 'bare LISTEN and SELECT', values: rival } };
}
