import { Person } from '@sidetone/simulator/people/person.ts';
import { besideSidetone, ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import type { SignIn } from '../world/sign-in.ts';
import { expect, test } from '../world/story.ts';

// Servers on one database: the first has it, the second is another node of it, and the third waits for a node.
test.setTimeout(240_000);

let first: Sidetone;
let second: Sidetone;
let spare: Sidetone;
const persons: Person[] = [];
test.beforeAll(async () => {
  test.setTimeout(180_000);
  first = await ownSidetone();
  second = await besideSidetone(first, 'node-2');
  spare = await besideSidetone(first, 'spare');
});
test.afterAll(async () => {
  test.setTimeout(60_000);
  for (const person of persons) await person.leaves().catch(() => undefined);
  for (const one of [spare, second, first]) await one?.dispose();
});

const atTelephone = async ({ email }: SignIn, at: Sidetone, hertz: number): Promise<Person> => {
  const person = await Person.register(await at.addPhoneByCli(email, `Desk at ${at.ports.sip}`));
  persons.push(person);
  await person.speaks(hertz);
  return person;
};

const hears = async (person: Person, hertz: number): Promise<void> => {
  await expect.poll(async () => (await person.hears(hertz))[hertz], { timeout: 10_000 }).toBeGreaterThan(0.02);
};

const openRows = async (): Promise<number> => {
  const [open] = await first.queryServer<{ n: number }>(
    `select (select count(*) from calls where ended_at is null)::int
          + (select count(*) from inbox_events where terminated_at is null)::int as n`,
  );
  return open?.n ?? -1;
};

const lastReason = async (): Promise<string | null> => {
  const sql = 'select ended_reason as reason from calls order by started_at desc limit 1';
  return (await first.queryServer<{ reason: string | null }>(sql))[0]?.reason ?? null;
};

test('a company moves to another node, whose restarts and hand-overs its calls survive, and whose end leaves nothing behind', async () => {
  const [mara, jonas, priya] = (await first.demoSignIns()) as [SignIn, SignIn, SignIn];
  const left = await atTelephone(mara, first, 300);
  const account = await first.queryServer<{ id: string }>('select account_id as id from users where email = $1', [
    mara.email,
  ]);
  const id = account[0]?.id ?? '';
  const registered = () =>
    first.queryServer<{ node: string }>(
      'select r.node from registrations r join users u on u.id = r.user_id where email = $1',
      [mara.email],
    );

  await test.step('a spare lives and is not ready, and the nodes are listed', async () => {
    expect([await spare.isHealthy('live'), await spare.isHealthy('ready')]).toEqual([true, false]);
    expect(await registered()).toEqual([{ node: 'node-1' }]);
    const listed = await first.cli('node', 'list');
    expect(listed).toMatch(/node-1 +up +3 companies +0 calls/);
    expect(listed).toMatch(/node-2 +up +0 companies +0 calls/);
  });

  await test.step('the company moves: its old carrier forgets its phones, and they register at the new one', async () => {
    await expect(first.cli('account', 'move', id, '--to', 'node-2')).rejects.toThrow('Put files into S3 first');
    expect(await first.cli('account', 'move', id, '--to', 'node-2', '--files-later')).toContain(
      'is at home at node-2 now',
    );
    await expect.poll(registered).toEqual([]);
    await left.leaves();
  });
  const caller = await atTelephone(mara, second, 700);
  const called = await atTelephone(jonas, second, 1000);
  const third = await atTelephone(priya, second, 440);
  const talk = async () => {
    await Promise.all([called.answers(), caller.calls(jonas.extension)]);
    await hears(called, 700);
    await hears(caller, 1000);
  };

  await test.step('its carrier is restarted as planned: the two who talk go on, and hang up as ever', async () => {
    await talk();
    await second.killServices('SIGTERM');
    await hears(called, 700);
    await second.healthy(30_000);
    await hears(caller, 1000);
    await called.hangsUp();
    await expect.poll(() => caller.inCall).toBe(false);
    await expect.poll(openRows).toBe(0);
    expect(await lastReason()).toBe('HANGUP');
  });

  await test.step('a company at the first node calls it without a trunk, and both speak on while the carrier is killed', async () => {
    const [other] = await first.queryServer<SignIn & { number: string }>(
      `select u.email, callee.e164 as number from users u
         join accounts a on a.id = u.account_id and a.node = 'node-1',
         numbers callee join channels c on c.id = callee.channel_id join users j on j.id = c.owner_user_id
       where j.email = $1 and u.email is not null and u.deactivated_at is null
         and not exists (select from trunks where trunks.account_id = a.id)
       order by u.email limit 1`,
      [jonas.email],
    );
    if (!other) throw new Error('no company at node-1 is without a trunk');
    const outsider = await atTelephone(other, first, 560);
    await Promise.all([called.answers(), outsider.calls(other.number)]);
    await hears(called, 560);
    await hears(outsider, 1000);
    const sessions =
      'select count(*)::int as calls, count(distinct session_id)::int as sessions from calls where ended_at is null';
    expect(await first.queryServer(sessions)).toEqual([{ calls: 2, sessions: 1 }]);
    await second.killServices('SIGKILL');
    await second.healthy(30_000);
    await hears(called, 560);
    await hears(outsider, 1000);
    await outsider.hangsUp();
    await expect.poll(() => called.inCall).toBe(false);
    await expect.poll(openRows).toBe(0);
  });

  await test.step('it is handed over while somebody is rung: they are waited for, nobody else is let in, and a spare takes it', async () => {
    const calling = caller.calls(jonas.extension);
    await called.isRung();
    const handedOver = first.cli('node', 'hand-over', 'node-2');
    await expect
      .poll(
        async () => (await first.queryServer(`select from nodes where node = 'node-2' and state = 'draining'`)).length,
      )
      .toBe(1);
    // The carrier hears of the row a moment later.
    await expect.poll(() => second.isHealthy('ready')).toBe(false);
    await expect(third.calls(mara.extension)).rejects.toThrow(/503/);
    await Promise.all([called.answers(), calling]);
    await hears(called, 700);
    expect(await handedOver).toMatch(/node-2 is carried by \S+ \S+ now/);
    await spare.healthy(20_000);
    await expect.poll(openRows, { timeout: 15_000 }).toBe(0);
  });

  await test.step('the old server waits; the new one dies, and it takes the node again once the lease is over', async () => {
    await expect.poll(() => second.isHealthy('live'), { timeout: 15_000 }).toBe(true);
    expect(await second.isHealthy('ready')).toBe(false);
    const begun = performance.now();
    await spare.killTree();
    await second.healthy(25_000);
    const seconds = (performance.now() - begun) / 1000;
    console.log(`the node was taken again after ${seconds.toFixed(1)} s`);
    // A lease is 10 s; a busy machine is given time.
    expect(seconds).toBeLessThan(25);
    // Their audio was at the machine that gave the node away: they have hung up by now.
    for (const person of [caller, called]) if (person.inCall) await person.hangsUp().catch(() => undefined);
    await expect.poll(() => caller.inCall || called.inCall).toBe(false);
    await talk();
    await caller.hangsUp();
    await expect.poll(openRows).toBe(0);
  });
});
