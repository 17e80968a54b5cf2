import { ApiSession } from '../people/api-session.ts';
import { goesTo } from '../people/going.ts';
import { asksAlso, hearsExactly } from '../people/second-line.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { person } from '../world/room.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

const [mara, jonas, priya, tom, lene] = [0, 1, 2, 3, 4] as const;
const hotline = { number: '68', name: 'Hotline' };
/** What they say, in Hz. */
const voices = { mara: 440, jonas: 1000, tom: 1800, lene: 700 };
const { mara: supervisorSays, jonas: agentSays, tom: thirdSays, lene: callerSays } = voices;

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));
test.afterAll(async ({ sidetone }) => {
  await sidetone.query('delete from channels where name = $1', [hotline.name]);
  await sidetone.query(`update accounts set call_settings = call_settings - 'supervision'`);
});

test('a supervisor listens to a call of a queue, whispers so that only the agent hears it, and joins both', async ({
  seat,
  atTelephone,
  sidetone,
  people,
}) => {
  test.setTimeout(240_000);
  const boss = await ApiSession.signIn(sidetone.origin, person(people, mara));
  const member = await ApiSession.signIn(sidetone.origin, person(people, priya));
  const idOf = async (at: number): Promise<string> => {
    const [row] = await sidetone.query<{ id: string }>('select id from users where email = $1', [
      person(people, at).email,
    ]);
    if (!row) throw new Error('nobody is there');
    return row.id;
  };
  const [ofJonas, ofPriya] = [await idOf(jonas), await idOf(priya)];
  const made = await boss.request('POST', '/admin/channels', {
    name: hotline.name,
    extension: hotline.number,
    members: [
      { userId: ofJonas, dialedIn: true },
      { userId: ofPriya, dialedIn: false },
    ],
  });
  expect(made.status).toBe(200);
  const { channelId } = (await made.json()) as { channelId: string };
  const allow = (supervision: 'off' | 'shown' | 'announced') =>
    boss.request('PATCH', '/account/call-settings', { supervision });

  const agent = await seat(jonas, { microphone: tone(agentSays) });
  const supervisor = await seat(mara, { microphone: tone(supervisorSays) });
  const caller = await atTelephone(person(people, lene), callerSays);
  const third = await atTelephone(person(people, tom), thirdSays);
  const { page } = supervisor;
  const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Jonas' });
  const listen = row.getByRole('button', { name: /^Listen in on the call of Jonas/ });
  const chooses = (mode: string) => row.getByRole('radio', { name: mode, exact: true }).check();

  await goesTo(page, `/main/boards/${channelId}`);
  const calling = caller.calls(hotline.number);
  await agent.accepts();
  await calling;
  await hearsExactly(caller, [agentSays], [supervisorSays]);
  const docId = async () => {
    const [event] = await sidetone.query<{ id: string }>(
      'select id from inbox_events where channel_id = $1 order by started_at desc limit 1',
      [channelId],
    );
    return event?.id ?? '';
  };
  const route = `/queues/${channelId}/calls/${encodeURIComponent(await docId())}/supervision`;

  await test.step('nobody may listen before the company allows it, and then no member without the right', async () => {
    await expect(row).toContainText('In a call');
    await expect(listen).toBeHidden();
    expect((await boss.request('POST', route)).status).toBe(403);
    expect((await allow('announced')).status).toBe(200);
    expect((await member.request('POST', route)).status).toBe(403);
  });

  await test.step('both hear the announcement, then the supervisor hears both and nobody hears the supervisor', async () => {
    await listen.click();
    await supervisor.accepts();
    await expect(agent.dock).toContainText(/Mara .*is listening in/, { timeout: 30_000 });
    await expect(row).toContainText('Nobody hears you.');
    await hearsExactly(supervisor, [agentSays, callerSays], [supervisorSays]);
    await hearsExactly(agent, [callerSays], [supervisorSays]);
    await hearsExactly(caller, [agentSays], [supervisorSays]);
    await expectsNoViolation(page, 'the board while somebody listens');
    await expectsNoViolation(agent.page, 'a call where somebody listens', { widths: [1440] });
  });

  await test.step('whispering is heard by the agent alone', async () => {
    await chooses('Whisper');
    await expect(agent.dock).toContainText(/Only you can hear Mara /);
    await hearsExactly(agent, [callerSays, supervisorSays], []);
    await hearsExactly(caller, [agentSays], [supervisorSays]);
    await hearsExactly(supervisor, [agentSays, callerSays], [supervisorSays]);
  });

  await test.step('a supervisor who joins is heard by both, and a second supervisor has to wait', async () => {
    await supervisor.dock.getByRole('radio', { name: 'Join', exact: true }).check();
    await expect(agent.dock).toContainText(/Mara .*is in the call/);
    await hearsExactly(agent, [callerSays, supervisorSays], []);
    await hearsExactly(caller, [agentSays, supervisorSays], []);
    const right = [
      { userId: ofJonas, dialedIn: true },
      { userId: ofPriya, dialedIn: false, supervises: true },
    ];
    expect((await boss.request('PUT', `/admin/channels/${channelId}/members`, { members: right })).status).toBe(200);
    expect((await member.request('POST', route)).status).toBe(409);
    expect((await member.request('PUT', route, { mode: 'listen' })).status).toBe(404);
  });

  await test.step('a colleague whom the agent asks is not listened to, and the call is, once both talk again', async () => {
    await asksAlso(agent, person(people, tom).extension);
    await third.answers();
    await expect(row).toContainText('You hear nothing.');
    await hearsExactly(third, [agentSays], [supervisorSays]);
    await hearsExactly(supervisor, [], [agentSays, callerSays, thirdSays]);
    await third.hangsUp();
    await hearsExactly(agent, [callerSays, supervisorSays], [thirdSays]);
    await hearsExactly(supervisor, [agentSays, callerSays], [thirdSays]);
  });

  await test.step('with the call it ends, and the audit log has each step', async () => {
    await caller.hangsUp();
    await expect(supervisor.dock).toBeHidden({ timeout: 20_000 });
    const lines = () =>
      sidetone.query<{ line: string }>(
        `select action || ' ' || coalesce(detail->>'mode', detail->>'why') as line from audit_log
          where target = $1 and action like 'queue.supervision%' order by id`,
        [channelId],
      );
    await expect
      .poll(async () => (await lines()).map(({ line }) => line))
      .toEqual([
        'queue.supervisionBegan listen',
        'queue.supervisionChanged whisper',
        'queue.supervisionChanged join',
        'queue.supervisionEnded callOver',
      ]);
    const [left] = await sidetone.query<{ count: number }>('select count(*)::int as count from supervisions');
    expect(left?.count).toBe(0);
  });
});
