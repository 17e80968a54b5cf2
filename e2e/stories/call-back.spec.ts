import { DeskPhone } from '../people/desk-phone.ts';
import { goesTo } from '../people/going.ts';
import { Provider } from '../people/provider.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { needs } from '../world/needs.ts';
import { freePort } from '../world/ports.ts';
import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// A trunk to this machine is for the company that runs the server.
test.use({ server: 'own' });

const trunk = { username: 'tannhorst', password: 'north-wind' };
const outside = { username: '+494066969999', password: 'south-wind' };
const number = '+49 40 66969999';

test('a caller presses 1, hangs up, and is called back in their turn, though the server was killed in between', async ({
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
  try {
    const place = ['--host', '127.0.0.1', '--port', provider.port, '--username', trunk.username];
    await sidetone.cli('trunk', 'add', '--name', 'North', ...place, '--user', who.email);
    await expect
      .poll(() => sidetone.cli('trunk', 'list'), { timeout: 20_000 })
      .toMatch(new RegExp(`North .*${trunk.username} at .* registered`));
    const mara = await seat(0, { microphone: tone(440), at: '/admin/channels' });
    const { page } = mara;
    const [queue] = await sidetone.query<{ id: string }>(`select id from channels where name = 'Service'`, []);
    const channelId = queue?.id ?? '';
    await sidetone.query(
      `delete from channel_members using users
       where channel_id = $1 and users.id = channel_members.user_id and users.email <> $2`,
      [channelId, mara.who.email],
    );
    const stateOf = async () => {
      const rows = await sidetone.query<{ state: string | null }>(
        `select call_back->>'state' as state from inbox_events where remote_phone_number = $1 and direction = 'INCOMING'
         order by started_at desc limit 1`,
        [outside.username],
      );
      return rows[0]?.state ?? null;
    };

    await test.step('an administrator offers a call-back to callers of the queue', async () => {
      await page.getByRole('button', { name: 'Service', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Service' });
      const offered = form.getByRole('switch', { name: /Offer callers a call-back|Anrufern einen Rückruf anbieten/ });
      await form.getByRole('switch', { name: /Callers wait in a queue|Anrufer warten in einer/ }).check();
      await offered.check();
      await expectsNoViolation(page, 'a queue that offers a call-back', { widths: [480] });
      await form.getByRole('button', { name: /^(Save|Speichern)$/ }).click();
      await expect(form).toBeHidden();
    });

    await test.step('while the member talks, a caller waits, presses 1 and hangs up', async () => {
      await goesTo(page, `/main/channels/${channelId}`);
      await expect(page.getByRole('tab', { name: /^(Board|Übersicht)$/ })).toBeVisible();
      await mara.calls('*43');
      await expect
        .poll(() => sidetone.query('select id from legs where established_at is not null and ended_at is null'))
        .not.toEqual([]);
      far.dials(service);
      await far.sees('CALL_ESTABLISHED', 40_000);
      // A key counts from the offer on, which nothing shows; another press after that changes nothing.
      await expect(async () => {
        far.presses('1');
        await expect.poll(stateOf, { timeout: 2_000 }).toBe('waiting');
      }).toPass({ timeout: 30_000 });
      far.hangsUp();
      await far.sees('CALL_CLOSED');
    });

    const board = page.getByRole('list', { name: /Waiting now|Wer jetzt wartet/ });
    await test.step('the board shows the call-back, which is dismissed and restored', async () => {
      await page.getByRole('tab', { name: /^(Board|Übersicht)$/ }).click();
      await expect(board).toContainText(/Call-back|Rückruf/);
      await expectsNoViolation(page, 'a board with a call-back', { widths: [480] });
      await page.getByRole('button', { name: /back$|nicht zurückrufen$/ }).click();
      await expect(page.getByText(/Nobody calls|wird nicht zurückgerufen/)).toBeVisible();
      await expect.poll(stateOf).toBe('dismissed');
      await page.getByRole('button', { name: /^(Undo|Rückgängig)$/ }).click();
      await expect.poll(stateOf).toBe('waiting');
      await expect(board).toContainText(/Call-back|Rückruf/);
    });

    await test.step('the server is killed and keeps the place; then the member is free, picks up, and both talk', async () => {
      // Until the server is back, nobody is there to ring: a call that rings would end with it.
      const wantsCalls = (wants: boolean) =>
        sidetone.query('update channel_members set dialed_in = $1 where channel_id = $2', [wants, channelId]);
      await wantsCalls(false);
      await mara.hangsUp();
      await expect.poll(() => sidetone.query('select id from legs where ended_at is null')).toEqual([]);
      await sidetone.killServices();
      await wantsCalls(true);
      const dock = mara.dock;
      await expect(dock).toContainText(/Call-back from the queue|Rückruf aus der Warteschlange/, { timeout: 60_000 });
      await expect(dock).toContainText(number);
      await mara.accepts();
      await far.sees('CALL_INCOMING', 30_000);
      expect((await provider.sees(1)).called).toContain('66969999');
      far.answers();
      await far.sees('CALL_ESTABLISHED', 30_000);
      await mara.expectsToHear(1000, 440);
      await expect.poll(stateOf).toBe('done');
      await mara.hangsUp();
      await far.sees('CALL_CLOSED');
      await expect(board).not.toContainText(/Call-back|Rückruf/);
    });

    await test.step('nothing is left to be done about the caller', async () => {
      const open = await sidetone.query(
        `select id from inbox_events where call_back->>'state' = 'done' and unresolved`,
        [],
      );
      expect(open).toEqual([]);
    });
  } finally {
    delete process.env['TRUNK_PASSWORD'];
    await far.unplug();
    await provider.close();
  }
});
