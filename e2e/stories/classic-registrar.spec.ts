import { ForeignRegistrar } from '@sidetone/simulator/people/foreign-registrar.ts';
import { ApiSession } from '../people/api-session.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { needs } from '../world/needs.ts';
import { freePort } from '../world/ports.ts';
import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const own = { username: '+496990009801', password: 'north-wind' };
const outside = { username: '+496990009802', password: 'south-wind' };

test('a phone is registered at a telephone company elsewhere, calls a user there and is called', async ({
  sidetone,
  people,
  seat,
}) => {
  needs('kamailio');
  needs('baresip');
  // Each look at the phones is a program of its own, and there are two calls to hear out besides.
  test.setTimeout(240_000);
  const [, , , , , , , anton] = people;
  const registrar = await ForeignRegistrar.open(await freePort(), [own, outside]);
  const ports = { control: await freePort(), sip: await freePort() };
  const far = await DeskPhone.plugIn({ ...outside, server: registrar.address }, tone(1000, 8000), ports);
  try {
    const session = await ApiSession.signIn(sidetone.origin, anton);
    const [first] = await sidetone.query<{ id: string }>(
      'select phones.id from phones join users on users.id = user_id where email = $1',
      [anton.email],
    );
    const off = { isConnected: false, isUserConfigured: true };
    expect((await session.request('PATCH', `/phone/${first?.id}/connection`, off)).status).toBe(200);

    const addPhone = async (password: string) => {
      process.env['SIP_PHONE_PASSWORD'] = password;
      const words = ['--registrar', registrar.address, '--username', own.username, '--number', own.username];
      await sidetone.cli('sip-phone', 'add', anton.email, ...words);
    };
    const listed = async (words: RegExp) => {
      let list = '';
      const look = async () => {
        list = await sidetone.cli('sip-phone', 'list');
        return list;
      };
      await expect.poll(look, { timeout: 15_000 }).toMatch(words);
      return list;
    };

    await test.step('with the wrong password it says so', async () => {
      await addPhone('guess');
      const list = await listed(/REGISTER_FAILED\s+User name or password is wrong/);
      const id = /^\s*(f\w+).*REGISTER_FAILED/m.exec(list)?.[1] ?? '';
      await sidetone.cli('sip-phone', 'remove', id);
      await addPhone(own.password);
      await listed(new RegExp(`\\${own.username} at ${registrar.address}\\s+REGISTER_SUCCESS`));
    });

    const atDesk = await seat(7, { microphone: tone(440) });
    await test.step('it calls out', async () => {
      await atDesk.calls(outside.username);
      await far.sees('CALL_INCOMING');
      far.answers();
      await far.sees('CALL_ESTABLISHED');
      await atDesk.expectsToHear(1000, 440);
      await far.hearsForAWhile();
      far.holds();
      await atDesk.expectsSilence(440, 1000);
      far.resumes();
      await atDesk.expectsToHear(1000, 440);
      far.hangsUp();
      await far.sees('CALL_CLOSED');
      far.expectsToHaveHeard(440, 1000);
      await expect(atDesk.dock).toBeHidden();
    });

    await test.step('it is called', async () => {
      far.dials(own.username);
      await expect(atDesk.dock).toContainText('802');
      await atDesk.accepts();
      // A machine at its limit opens a microphone and a connection in its own time.
      await far.sees('CALL_ESTABLISHED', 30_000);
      await atDesk.expectsToHear(1000, 440);
      await far.hearsForAWhile();
      await atDesk.hangsUp();
      await far.sees('CALL_CLOSED');
      far.expectsToHaveHeard(440, 1000);
    });
  } finally {
    delete process.env['SIP_PHONE_PASSWORD'];
    await far.unplug();
    await registrar.close();
  }
});
