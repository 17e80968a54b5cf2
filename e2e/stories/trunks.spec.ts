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
/** Numbers that the providers send to their subscriber: the company's among them. */
const ours = '^\\+4930231251';

test('people call the outside and are called by trunks, with the number that they chose', async ({
  sidetone,
  people,
  numbers,
  seat,
}) => {
  test.setTimeout(240_000);
  needs('kamailio');
  needs('baresip');
  const [, who] = people;
  const [jonas, service] = [numbers.of(who), numbers.service];
  const north = await Provider.open(await freePort(), { subscribers: [trunk, outside], numbers: ours });
  const south = await Provider.open(await freePort(), { subscribers: [trunk], numbers: ours, refuses: 503 });
  const ports = { control: await freePort(), sip: await freePort() };
  const far = await DeskPhone.plugIn({ ...outside, server: north.address }, tone(1000, 8000), ports);
  process.env['TRUNK_PASSWORD'] = trunk.password;
  const add = async (name: string, provider: Provider, ...more: string[]) => {
    const place = ['--host', '127.0.0.1', '--port', provider.port, '--username', trunk.username];
    await sidetone.cli('trunk', 'add', '--name', name, ...place, '--user', who.email, ...more);
    await expect
      .poll(() => sidetone.cli('trunk', 'list'), { timeout: 20_000 })
      .toMatch(new RegExp(`${name} .*${trunk.username} at .* registered`));
  };
  const chooses = (sender: string | null) =>
    sidetone.query(
      `update channel_members set sender = $1 from users, channels
       where users.email = $2 and channels.owner_user_id = users.id and channels.type = 'private'
         and channel_members.channel_id = channels.id and channel_members.user_id = users.id`,
      [sender, who.email],
    );
  try {
    await test.step('a trunk registers at its provider', async () => {
      await add('North', north, '--priority', '5');
    });

    const colleague = await seat(1, { microphone: tone(440) });
    await test.step('an outside caller calls a colleague, and both hear each other', async () => {
      far.dials(jonas);
      await expect(colleague.dock).toContainText('+49 40 66969999');
      await colleague.accepts();
      await far.sees('CALL_ESTABLISHED', 30_000);
      await colleague.expectsToHear(1000, 440);
      await far.hearsForAWhile();
      await colleague.hangsUp();
      await far.sees('CALL_CLOSED');
      far.expectsToHaveHeard(440, 1000);
    });

    /** Calls the outside, where it rings; who called hangs up again. */
    const ringsOutside = async () => {
      await colleague.calls(outside.username);
      await far.sees('CALL_INCOMING', 30_000);
      await colleague.hangsUp();
      await far.sees('CALL_CLOSED');
      await expect(colleague.dock).toBeHidden();
    };

    await test.step('a colleague calls outside, and both hear each other', async () => {
      await colleague.calls(outside.username);
      await far.sees('CALL_INCOMING', 30_000);
      far.answers();
      await far.sees('CALL_ESTABLISHED');
      await colleague.expectsToHear(1000, 440);
      await far.hearsForAWhile();
      far.hangsUp();
      await far.sees('CALL_CLOSED');
      far.expectsToHaveHeard(440, 1000);
      expect(await north.sees(1)).toMatchObject({ called: outside.username, privacy: '' });
      expect(north.seen[0]?.from).toContain(`sip:${jonas}@`);
    });

    await test.step('the number that was chosen for the channel arrives there', async () => {
      await chooses(service);
      await ringsOutside();
      expect((await north.sees(2)).from).toContain(`sip:${service}@`);
    });

    await test.step('a user who chose to be anonymous arrives without a number, which only the provider gets', async () => {
      await chooses('anonymous');
      await ringsOutside();
      expect(await north.sees(3)).toMatchObject({
        from: 'sip:anonymous@anonymous.invalid',
        identity: expect.stringContaining(jonas),
        privacy: 'id',
      });
    });

    await test.step('a first trunk that cannot serve leaves the call to the second', async () => {
      await chooses(null);
      await add('South', south, '--priority', '1', '--emergency');
      await ringsOutside();
      expect((await south.sees(1)).called).toBe(outside.username);
      expect((await north.sees(4)).called).toBe(outside.username);
    });

    await test.step('emergency calls leave by the marked trunk, with the number, whatever was chosen', async () => {
      await chooses('anonymous');
      await colleague.calls('112');
      const seen = await south.sees(2);
      expect(seen).toMatchObject({ called: '112', privacy: '' });
      expect(seen.from).toContain(`sip:${jonas}@`);
      expect(north.seen).toHaveLength(4);
    });
  } finally {
    delete process.env['TRUNK_PASSWORD'];
    await far.unplug();
    await north.close();
    await south.close();
  }
});
