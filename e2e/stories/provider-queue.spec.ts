import { ApiSession } from '../people/api-session.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { Provider } from '../people/provider.ts';
import { needs } from '../world/needs.ts';
import { freePort } from '../world/ports.ts';
import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// A trunk to this machine is for the company that runs the server.
test.use({ server: 'own' });

const trunk = { username: 'tannhorst', password: 'north-wind' };
const outside = { username: '+494066969999', password: 'south-wind' };
const rings = /^(accept|annehmen)/i;

test('a customer of a telephone company reaches the queue by its trunk, whatever becomes of the call', async ({
  sidetone,
  people,
  numbers,
  seat,
}) => {
  test.setTimeout(240_000);
  needs('kamailio');
  needs('baresip');
  const [, who] = people;
  const { service } = numbers;
  const provider = await Provider.open(await freePort(), {
    subscribers: [trunk, outside],
    numbers: '^\\+4930231251',
  });
  const ports = { control: await freePort(), sip: await freePort() };
  const far = await DeskPhone.plugIn({ ...outside, server: provider.address }, tone(1000, 8000), ports);
  process.env['TRUNK_PASSWORD'] = trunk.password;
  const treatsCalls = async (routing: object, ringSeconds: number, followUpSeconds: number) => {
    await sidetone.query(
      `update channels set routing = $1, ring_seconds = $2, follow_up_time = $3 where name = 'Service'`,
      [JSON.stringify(routing), ringSeconds, followUpSeconds],
    );
  };
  const voicemail = { overflow: { kind: 'voicemail' }, voicemail: { enabled: true, maxSeconds: 30 } };
  try {
    const place = ['--host', '127.0.0.1', '--port', provider.port, '--username', trunk.username];
    await sidetone.cli('trunk', 'add', '--name', 'North', ...place, '--user', who.email);
    await expect
      .poll(() => sidetone.cli('trunk', 'list'), { timeout: 20_000 })
      .toMatch(new RegExp(`North .*${trunk.username} at .* registered`));
    const followUpSeconds = 8;
    await treatsCalls(voicemail, 20, followUpSeconds);
    const [mara, jonas] = [await seat(0, { microphone: tone(440) }), await seat(1, { microphone: tone(1500) })];
    const accept = (of: typeof mara) => of.dock.getByRole('button', { name: rings });

    await test.step('two members ring, one answers, the other sees it', async () => {
      far.dials(service);
      for (const member of [mara, jonas]) {
        await expect(accept(member)).toBeVisible({ timeout: 20_000 });
        await expect(member.dock).toContainText('+49 40 66969999');
      }
      // Jonas is told for two seconds only.
      await Promise.all([
        expect(jonas.dock).toContainText(/Answered elsewhere|Woanders angenommen/i),
        mara.accepts().then(() => far.sees('CALL_ESTABLISHED', 30_000)),
      ]);
      await mara.expectsToHear(1000, 440);
      far.hangsUp();
      await far.sees('CALL_CLOSED');
    });

    await test.step('a member who answered is left alone for a while, then rings with the other', async () => {
      const followUps = () =>
        sidetone.query<{ seconds: number }>(
          `select extract(epoch from follow_up_until - last_call_at)::int as seconds
             from agents where follow_up_until is not null`,
          [],
        );
      await expect.poll(followUps).toEqual([{ seconds: followUpSeconds }]);
      // However slowly the rest goes, it is not over before the next call rings.
      await sidetone.query(`update agents set follow_up_until = now() + interval '10 minutes'`, []);
      far.dials(service);
      await expect(accept(jonas)).toBeVisible({ timeout: 20_000 });
      await expect(accept(mara)).toBeHidden();
      await sidetone.query('update agents set follow_up_until = now()', []);
      await expect(accept(mara)).toBeVisible();
      await expect(accept(jonas)).toBeVisible();
    });

    await test.step('nobody answers: the message is in the inbox immediately, and can be played', async () => {
      await mara.page
        .getByRole('link', { name: /^Service/ })
        .first()
        .click();
      await far.sees('CALL_ESTABLISHED', 40_000);
      await expect(accept(mara)).toBeHidden();
      // Its greeting and tone, and a few seconds of message.
      const messages = () =>
        sidetone.query<{ state: string; channel_id: string; doc_id: string; duration_ms: number | null }>(
          `select v.state, v.channel_id, v.doc_id, v.duration_ms from voicemails v
             join inbox_events e on e.channel_id = v.channel_id and e.id = v.doc_id where e.remote_phone_number = $1`,
          [outside.username],
        );
      const recorded = async () => (await messages()).map(({ state }) => state);
      await expect.poll(recorded, { timeout: 20_000 }).toEqual(['recording']);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      far.hangsUp();
      await far.sees('CALL_CLOSED');
      await expect.poll(recorded, { timeout: 20_000 }).toEqual(['ready']);
      const row = mara.callWith('\\+49 40 66969999', /Missed, with voicemail|Verpasst, mit Sprachnachricht/);
      await expect(row).toBeVisible({ timeout: 20_000 });
      const [message] = await messages();
      expect(message?.duration_ms).toBeGreaterThan(1500);
      const api = await ApiSession.signIn(sidetone.origin, mara.who);
      const sound = await api.request('GET', `/voicemail/${message?.channel_id}/${message?.doc_id}/recording`);
      expect(sound.status).toBe(200);
      expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(5000);
    });

    await test.step('a call that continues in another channel says where it came from', async () => {
      const [night] = await sidetone.query<{ id: string }>(
        `insert into channels (id, account_id, type, name, follow_up_time, ring_seconds)
         select 'cnight' || account_id, account_id, 'acd', 'Night', 0, 30 from channels where name = 'Service' returning id`,
      );
      await sidetone.query(
        'insert into channel_members (channel_id, user_id) select $1, id from users where email = $2',
        [night?.id, jonas.who.email],
      );
      await treatsCalls({ overflow: { kind: 'channel', channelId: night?.id } }, 5, 0);
      far.dials(service);
      await expect(jonas.dock).toContainText(/(Forwarded from|Weitergeleitet von) Service/, { timeout: 20_000 });
      await expect(accept(mara)).toBeHidden();
      await jonas.accepts();
      await far.sees('CALL_ESTABLISHED', 30_000);
      await jonas.hangsUp();
      await far.sees('CALL_CLOSED');
    });

    await test.step('the number that a member chose for the queue arrives at the provider', async () => {
      const api = await ApiSession.signIn(sidetone.origin, jonas.who);
      const [line] = await sidetone.query<{ id: string }>(
        'select channels.id from channels join users on users.id = owner_user_id where email = $1',
        [jonas.who.email],
      );
      const [shared] = await sidetone.query<{ id: string }>(`select id from channels where name = 'Service'`, []);
      expect(line && shared).toBeDefined();
      const chosen = await api.request('PATCH', `/channels/${shared?.id}/settings`, { selectedPhoneNumber: service });
      expect(chosen.status).toBe(200);
      await jonas.page
        .getByRole('link', { name: /^Service/ })
        .first()
        .click();
      await expect(jonas.page).toHaveURL(new RegExp(`/main/channels/${shared?.id}`));
      await jonas.calls(outside.username);
      await far.sees('CALL_INCOMING', 30_000);
      expect((await provider.sees(1)).from).toContain(`sip:${service}@`);
      await jonas.hangsUp();
      await far.sees('CALL_CLOSED');
    });
  } finally {
    delete process.env['TRUNK_PASSWORD'];
    await far.unplug();
    await provider.close();
  }
});
