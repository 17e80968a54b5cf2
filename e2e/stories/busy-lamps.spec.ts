import { LampKeys } from '../people/lamp-keys.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

test('the lamp of a colleague shows a call that rings, *8 picks it up, and both hear each other', async ({
  seat,
  atTelephone,
  plugIn,
  people,
  sidetone,
}) => {
  test.setTimeout(120_000);
  const [, jonas, priya] = people;
  const jonasPhone = await atTelephone(jonas, 700);
  const taker = await plugIn(priya, tone(1000, 8000));
  const keys = await LampKeys.set(sidetone, await sidetone.addPhone(priya.email, 'Keys'), [jonas.extension]);
  const anna = await seat(0, { microphone: tone(440) });
  expect(keys.lamp(jonas.extension)).toBe('off');

  await test.step('of a colleague alone nothing is picked up before the company allows it', async () => {
    await anna.calls(jonas.name);
    await expect.poll(() => keys.lamp(jonas.extension)).toBe('ringing');
    taker.dials(`*8${jonas.extension}`);
    await taker.sees('CALL_CLOSED');
    expect(keys.lamp(jonas.extension)).toBe('ringing');
    await anna.hangsUp();
    await expect.poll(() => keys.lamp(jonas.extension)).toBe('off');
  });

  await test.step('then it is, and the phone that rang falls silent', async () => {
    await sidetone.cli('calls', 'set', '--user', priya.email, '--pick-up-colleagues', 'yes');
    await anna.calls(jonas.name);
    await expect.poll(() => keys.lamp(jonas.extension)).toBe('ringing');
    taker.dials(`*8${jonas.extension}`);
    await taker.sees('CALL_ESTABLISHED', 30_000);
    await expect.poll(() => keys.lamp(jonas.extension)).toBe('off');
    await anna.expectsToHear(1000, 440);
    await taker.hearsForAWhile();
    await anna.hangsUp();
    await taker.sees('CALL_CLOSED');
    taker.expectsToHaveHeard(440, 1000);
  });

  await test.step('a lamp shows that a colleague talks, and never with whom', async () => {
    const taken = jonasPhone.answers();
    await anna.calls(jonas.name);
    await taken;
    await expect.poll(() => keys.lamp(jonas.extension)).toBe('busy');
    await anna.hangsUp();
    await expect.poll(() => keys.lamp(jonas.extension)).toBe('off');
    expect(keys.heard.join('\n')).not.toContain(anna.who.name);
    expect(keys.heard.join('\n')).not.toMatch(/<remote>|<identity/);
  });

  await test.step('nobody has a lamp for an extension that is not there', async () => {
    expect(await keys.asksFor('99999')).toBe(404);
    keys.leaves();
  });
});
