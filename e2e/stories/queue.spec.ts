import type { Person } from '@sidetone/simulator/people/person.ts';
import { ApiSession } from '../people/api-session.ts';
import { loudestOf } from '../people/loudest.ts';
import type { Sidetone } from '../world/sidetone.ts';
import type { SignIn } from '../world/sign-in.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

/** The channel that everyone in the demo company shares. */
const service = '20';

/** How the shared channel treats its calls from now on. */
async function routes(sidetone: Sidetone, routing: object, ringSeconds = 30, followUpSeconds = 0): Promise<void> {
  await sidetone.query(
    `update channels set routing = $1, ring_seconds = $2, follow_up_time = $3 where name = 'Service'`,
    [JSON.stringify(routing), ringSeconds, followUpSeconds],
  );
  // What an earlier story left behind rules no later one.
  await sidetone.query('delete from agents', []);
}

/** A channel besides, that only this person is in. */
async function openEveningChannel(sidetone: Sidetone, member: SignIn): Promise<string> {
  await sidetone.query(
    `insert into channels (id, account_id, type, name, follow_up_time, ring_seconds)
     select 'cevening', account_id, 'acd', 'Evening', 0, 30 from channels where name = 'Service'
     on conflict do nothing`,
    [],
  );
  await sidetone.query(
    `insert into channel_members (channel_id, user_id) select 'cevening', id from users where email = $1
     on conflict do nothing`,
    [member.email],
  );
  return 'cevening';
}

/** Begins to call, and gives what comes of it: 'answered' or how it failed. */
const begins = (caller: Person, number: string): Promise<string> =>
  caller.calls(number).then(
    () => 'answered',
    (error: unknown) => String(error),
  );

const rings = /^(accept|annehmen)/i;

test('two members ring, one answers, the other sees it, and who answered is left alone for a while', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const followUpSeconds = 20;
  await routes(sidetone, {}, 30, followUpSeconds);
  const mara = await seat(0, { microphone: tone(440) });
  const jonas = await seat(1, { microphone: tone(1000) });
  const caller = await atTelephone(people[4], 700);

  const called = begins(caller, service);
  await expect(mara.dock.getByRole('button', { name: rings })).toBeVisible();
  await expect(jonas.dock.getByRole('button', { name: rings })).toBeVisible();
  // Mara is told for two seconds only.
  await Promise.all([
    expect(mara.dock).toContainText(/Answered elsewhere|Woanders angenommen/i),
    jonas.accepts().then(async () => expect(await called).toBe('answered')),
  ]);
  await jonas.expectsToHear(700, 440);
  await jonas.hangsUp();
  await expect.poll(() => caller.inCall).toBe(false);
  const followUps = () =>
    sidetone.query<{ seconds: number }>(
      `select extract(epoch from follow_up_until - last_call_at)::int as seconds from agents join users on users.id = user_id
       where email = $1`,
      [jonas.who.email],
    );
  await expect.poll(followUps).toEqual([{ seconds: followUpSeconds }]);

  await test.step('the next call rings the other one alone', async () => {
    const again = begins(caller, service);
    await expect(mara.dock.getByRole('button', { name: rings })).toBeVisible();
    await expect(jonas.dock.getByRole('button', { name: rings })).toBeHidden();
    await mara.accepts();
    expect(await again).toBe('answered');
    await caller.hangsUp();
  });

  await test.step('a call of their own rings them all the same', async () => {
    const own = begins(caller, jonas.who.extension);
    await expect(jonas.dock.getByRole('button', { name: rings })).toBeVisible();
    await caller.hangsUp();
    await own;
    // What rings from here on is another call.
    await expect(jonas.dock.getByRole('button', { name: rings })).toBeHidden();
  });

  await test.step('while both have their follow-up time a caller waits, and gets the first who is free', async () => {
    const waits = begins(caller, service);
    await jonas.dock.getByRole('button', { name: rings }).click({ timeout: (followUpSeconds + 10) * 1000 });
    expect(await waits).toBe('answered');
    await caller.hangsUp();
  });
});

test('a shared channel is found by its name, and the call to it bears that name', async ({
  seat,
  people,
  sidetone,
}) => {
  await routes(sidetone, {});
  const mara = await seat(0, { microphone: tone(440) });
  const jonas = await seat(1, { microphone: tone(1000) });
  await test.step('typed by name', async () => {
    await mara.calls('Service');
    await jonas.accepts();
    await mara.expectsToHear(1000, 440);
    await expect(mara.dock).toContainText('Service');
    await mara.hangsUp();
    await expect(mara.dock).toBeHidden();
  });
  await test.step('typed by extension: the search and the dock say whose it is', async () => {
    await mara.page.keyboard.press('Control+k');
    await mara.page.getByRole('combobox').fill(service);
    await expect(mara.page.getByRole('option').first()).toContainText('Service');
    await mara.page.keyboard.press('Enter');
    await expect(jonas.dock.getByRole('button', { name: rings })).toBeVisible();
    await expect(mara.dock).toContainText('Service');
    await mara.hangsUp();
  });
  await test.step('who is no member of it does not find it', async () => {
    const [, , , , outsider] = people;
    await sidetone.query(
      `delete from channel_members where user_id = (select id from users where email = $1)
         and channel_id = (select id from channels where name = 'Service')`,
      [outsider?.email],
    );
    const stranger = await seat(4, { microphone: tone(700) });
    await stranger.page.keyboard.press('Control+k');
    await stranger.page.getByRole('combobox').fill('Service');
    // Creating a contact is offered once everything else was looked for.
    await expect(stranger.page.getByRole('option').first()).toBeVisible();
    await expect(stranger.page.getByRole('group', { name: /^(Shared channels|Geteilte Kanäle)/ })).toHaveCount(0);
  });
});

test('nobody answers: the caller leaves a message, and the missed call is in the inbox', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const voicemail = { overflow: { kind: 'voicemail' }, voicemail: { enabled: true, maxSeconds: 30 } };
  await routes(sidetone, voicemail, 8);
  const mara = await seat(0, { microphone: tone(440) });
  const caller = await atTelephone(people[4], 700);

  const began = new Date();
  const called = begins(caller, service);
  await expect(mara.dock.getByRole('button', { name: rings })).toBeVisible();
  expect(await called).toBe('answered');
  await expect(mara.dock.getByRole('button', { name: rings })).toBeHidden();
  // The tone: from there on it is a message.
  await expect.poll(() => loudestOf(1000, caller.heard), { timeout: 20_000 }).toBeGreaterThan(0.05);
  await new Promise((resolve) => setTimeout(resolve, 4000));
  await caller.presses('#');
  await expect.poll(() => caller.inCall, { timeout: 15_000 }).toBe(false);

  const messages = () =>
    sidetone.query<{ state: string; duration_ms: number | null; event: string; unresolved: boolean }>(
      `select v.state, v.duration_ms, e.state as event, e.unresolved
         from voicemails v join inbox_events e on e.channel_id = v.channel_id and e.id = v.doc_id
        where e.started_at > $1`,
      [began],
    );
  await expect.poll(async () => (await messages()).map(({ state }) => state), { timeout: 20_000 }).toEqual(['ready']);
  const [message] = await messages();
  expect(message).toMatchObject({ event: 'MISSED', unresolved: true });
  expect(message?.duration_ms).toBeGreaterThan(2500);
  await mara.page
    .getByRole('link', { name: /^Service/ })
    .first()
    .click();
  const row = mara.callWith(people[4].name, /Missed, with voicemail|Verpasst, mit Sprachnachricht/);
  await expect(row).toBeVisible();
  await expect(row.getByRole('button', { name: /^Play the voicemail|abspielen/ })).toBeVisible();

  await test.step('which a member can listen to', async () => {
    const [{ channel_id, doc_id } = { channel_id: '', doc_id: '' }] = await sidetone.query<{
      channel_id: string;
      doc_id: string;
    }>(
      `select v.channel_id, v.doc_id from voicemails v
         join inbox_events e on e.channel_id = v.channel_id and e.id = v.doc_id where e.started_at > $1`,
      [began],
    );
    const api = await ApiSession.signIn(sidetone.origin, mara.who);
    const sound = await api.request('GET', `/voicemail/${channel_id}/${doc_id}/recording`);
    expect(sound.status).toBe(200);
    expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(5_000);
  });
});

test('a call that continues in another channel says where it came from, to those who may know', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const jonas = await seat(1, { microphone: tone(1000) });
  const caller = await atTelephone(people[4], 700);
  const channelId = await openEveningChannel(sidetone, jonas.who);
  await routes(sidetone, { overflow: { kind: 'channel', channelId } }, 8);

  await test.step('by its name', async () => {
    const called = begins(caller, service);
    await expect(jonas.dock.getByRole('button', { name: rings })).toBeVisible();
    await expect(jonas.dock).toContainText(/(Forwarded from|Weitergeleitet von) Service/, { timeout: 20_000 });
    await jonas.accepts();
    expect(await called).toBe('answered');
    await jonas.expectsToHear(700, 1000);
    await caller.hangsUp();
  });
  const events = () =>
    sidetone.query<{ name: string; state: string; original: string; owner: string | null }>(
      `select c.name, e.state, o.name as original, u.email as owner
         from inbox_events e join channels c on c.id = e.channel_id join channels o on o.id = e.original_channel_id
         left join users u on u.id = e.owner
        where e.session_id = (select session_id from inbox_events where channel_id = $1) order by c.name`,
      [channelId],
    );
  await expect.poll(events).toEqual([
    { name: 'Evening', state: 'FINISHED', original: 'Service', owner: jonas.who.email },
    { name: 'Service', state: 'MISSED', original: 'Service', owner: null },
  ]);

  await test.step('without it for who is not in that channel', async () => {
    const membership = `from channel_members where user_id = (select id from users where email = $1)
      and channel_id = (select id from channels where name = 'Service')`;
    await sidetone.query(`delete ${membership}`, [jonas.who.email]);
    await jonas.page.reload();
    await jonas.phoneIsReady();
    const called = begins(caller, service);
    await expect(jonas.dock).toContainText(/Forwarded from another channel|Weitergeleitet von einem anderen Kanal/, {
      timeout: 15_000,
    });
    await jonas.declines();
    expect(await called).toContain('486');
    await sidetone.query(
      `insert into channel_members (channel_id, user_id)
       select c.id, u.id from channels c, users u where c.name = 'Service' and u.email = $1`,
      [jonas.who.email],
    );
  });
});

test('a member who wants no calls, or has logged out of the queue, is not rung', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  await routes(sidetone, {});
  const mara = await seat(0, { microphone: tone(440) });
  const jonas = await seat(1, { microphone: tone(1000) });
  const caller = await atTelephone(people[4], 700);
  const api = await ApiSession.signIn(sidetone.origin, jonas.who);
  const ringsMaraAlone = async () => {
    const called = begins(caller, service);
    await expect(mara.dock.getByRole('button', { name: rings })).toBeVisible();
    await expect(jonas.dock.getByRole('button', { name: rings })).toBeHidden();
    await caller.hangsUp();
    await called;
    await expect(mara.dock.getByRole('button', { name: rings })).toBeHidden();
  };

  await test.step('do not disturb', async () => {
    expect((await api.request('POST', '/presence/dnd')).ok).toBe(true);
    await ringsMaraAlone();
    expect((await api.request('DELETE', '/presence/dnd')).ok).toBe(true);
  });

  await test.step('logged out', async () => {
    const dialedIn = (value: boolean) =>
      sidetone.query(
        `update channel_members set dialed_in = $2 where user_id = (select id from users where email = $1)
           and channel_id = (select id from channels where name = 'Service')`,
        [jonas.who.email, value],
      );
    await dialedIn(false);
    await ringsMaraAlone();
    await dialedIn(true);
  });

  await test.step('and is rung again afterwards', async () => {
    const called = begins(caller, service);
    await expect(jonas.dock.getByRole('button', { name: rings })).toBeVisible();
    await caller.hangsUp();
    await called;
  });
});
