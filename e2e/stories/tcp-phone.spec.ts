import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

test('a desk phone over TCP calls a browser and is called by one, and both hear each other', async ({
  seat,
  plugInOverTcp,
  people,
  sidetone,
}) => {
  const [, , owner] = people;
  if (!owner) throw new Error('The demo company lacks a third person');
  const { phone, account } = await plugInOverTcp(owner, tone(1000, 8000));
  const anna = await seat(0, { microphone: tone(440) });
  const bindings = await sidetone.query<{ transport: string }>(
    'select transport from registrations where endpoint_id = $1',
    [account.username],
  );
  expect(bindings).toMatchObject([{ transport: 'tcp' }]);

  await test.step('the phone calls the browser', async () => {
    phone.dials(anna.who.extension);
    await expect(anna.dock).toContainText(owner.name);
    await anna.accepts();
    await phone.sees('CALL_ESTABLISHED');
    await anna.expectsToHear(1000, 440);
    await phone.hearsForAWhile();
    phone.hangsUp();
    await phone.sees('CALL_CLOSED');
    await expect(anna.dock).toBeHidden({ timeout: 10_000 });
    phone.expectsToHaveHeard(440, 1000);
  });

  await test.step('the browser calls the phone', async () => {
    await anna.calls(owner.name);
    await phone.sees('CALL_INCOMING');
    phone.answers();
    await phone.sees('CALL_ESTABLISHED');
    await anna.expectsToHear(1000, 440);
    await phone.hearsForAWhile();
    await anna.hangsUp();
    await phone.sees('CALL_CLOSED');
    phone.expectsToHaveHeard(440, 1000);
  });
});
