import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { createUser } from '../../apps/server/src/identity/accounts.ts';
import { openDatabase } from '../../apps/server/src/storage/database.ts';
import type { Sidetone } from '../../e2e/world/sidetone.ts';
import type { SignIn } from '../../e2e/world/sign-in.ts';
import type { Figure } from '../figures.ts';
import { writeHistory } from '../inbox-history.ts';
import { manyPhones, registerAll } from '../registrations.ts';
import { measureWhole, ourSide, rowsOf, type Side } from './sides.ts';
import { connectClients } from './watchers.ts';

const clients = 50;
const idleSeconds = Number(process.env['BENCH_IDLE_SECONDS'] ?? 20);
const mostPeople = Number(process.env['BENCH_PEOPLE'] ?? 2000);
const mostEvents = Number(process.env['BENCH_EVENTS'] ?? 100_000);
const mostPhones = Number(process.env['BENCH_DEVICES'] ?? 5000);

/**
 * What a call's set-up and a server at rest cost with fifty clients connected, while a company grows: by people, by calls of
 * its past, by phones that are registered. Each step adds to the one before.
 */
export async function measureGrowth(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  const ours = await ourSide(sidetone, people);
  const [place] = await sidetone.query<{ account_id: string; channel_id: string; user_id: string }>(
    `select u.account_id, c.id as channel_id, u.id as user_id from users u join channels c on c.owner_user_id = u.id
      where u.email = $1`,
    [people[0]?.email],
  );
  if (!place) throw new Error('The demo company lacks people.');
  const { account_id: accountId, channel_id: channelId, user_id: owner } = place;
  const url = await sidetone.databaseUrl();
  const phones = (howMany: number) => async () => {
    const names = await manyPhones(sidetone, people.slice(1), howMany);
    await registerAll({ ...names, port: ours.server }, 1);
  };
  const history = (calls: number) => async () => {
    const db = new Client({ connectionString: url });
    await db.connect();
    await writeHistory(db, { accountId, channelId, owner, calls });
    await db.end();
  };
  const steps: readonly (readonly [string, () => Promise<void>])[] = [
    ['50 people', () => addPeople(url, accountId, 50)],
    [`${mostPeople} people`, () => addPeople(url, accountId, mostPeople)],
    [`${mostPhones} phones as well`, phones(mostPhones)],
    [`${mostEvents} calls of the past as well`, history(mostEvents)],
  ];
  const figures: Figure[] = [];
  for (const [what, grow] of steps) {
    await grow();
    figures.push(...(await costOf(sidetone, ours, people, what)));
  }
  return figures;
}

/** Until a company has this many. */
async function addPeople(url: string, accountId: string, howMany: number): Promise<void> {
  const db = openDatabase(url, { connections: 1 });
  try {
    const { count } = await db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    for (let at = Number(count); at < howMany; at += 1) {
      await createUser(db, {
        accountId,
        firstName: 'Grown',
        lastName: `Person ${at}`,
        email: `grown-${at}@growth.example`,
        extension: String(30_000 + at),
        onboarded: true,
      });
    }
  } finally {
    await db.destroy();
  }
}

async function costOf(sidetone: Sidetone, ours: Side, people: readonly SignIn[], what: string): Promise<Figure[]> {
  const disconnect = await connectClients(sidetone.origin, people.slice(0, 6), clients);
  try {
    const load = { perSecond: 5, phones: 1 };
    const measured = await measureWhole(ours, load);
    await pause(5000);
    const before = ours.cpu();
    await pause(idleSeconds * 1000);
    const minute = ((ours.cpu() - before) * 60) / idleSeconds;
    return [
      ...rowsOf(`${what}, ${clients} clients, 5 calls a second`, measured, undefined),
      { what: `${what}, ${clients} clients, at rest, a minute`, unit: 'CPU-s', ours: [minute], rival: undefined },
    ];
  } finally {
    await disconnect();
  }
}
