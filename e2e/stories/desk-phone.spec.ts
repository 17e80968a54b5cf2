import { callPressingByInfo, floodWithCalls } from '../people/call-flood.ts';
import { needs } from '../world/needs.ts';
import { freePort } from '../world/ports.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

test('a desk phone calls a browser and is called by one, and both hear each other', async ({
  seat,
  plugIn,
  people,
}) => {
  const [, , owner] = people;
  if (!owner) throw new Error('The demo company lacks a third person');
  const phone = await plugIn(owner, tone(1000, 8000));
  const anna = await seat(0, { microphone: tone(440) });

  await test.step('the phone calls the browser', async () => {
    phone.dials(anna.who.extension);
    await expect(anna.dock).toContainText(owner.name);
    await anna.accepts();
    // A machine at its limit opens a microphone and a connection in its own time.
    await phone.sees('CALL_ESTABLISHED', 30_000);
    await anna.expectsToHear(1000, 440);
    await phone.hearsForAWhile();
    phone.hangsUp();
    await phone.sees('CALL_CLOSED');
    phone.expectsToHaveHeard(440, 1000);
  });

  await test.step('the browser calls the phone', async () => {
    await anna.calls(owner.name);
    await phone.sees('CALL_INCOMING');
    phone.answers();
    await phone.sees('CALL_ESTABLISHED');
    await anna.expectsToHear(1000, 440);
    await phone.hearsForAWhile();
    phone.holds();
    await anna.expectsSilence(440, 1000);
    phone.resumes();
    await anna.expectsToHear(1000, 440);
    await anna.hangsUp();
    await phone.sees('CALL_CLOSED');
    phone.expectsToHaveHeard(440, 1000);
  });
});

test('a desk phone presses keys, and hands its call over without asking', async ({
  plugIn,
  atTelephone,
  people,
  sidetone,
}) => {
  const [mara, jonas, priya] = people;
  const ben = await atTelephone(jonas, 1000);
  const pia = await atTelephone(priya, 700);
  const phone = await plugIn(mara, tone(440, 8000));
  const taken = ben.answers();
  phone.dials(jonas.extension);
  await taken;
  await phone.sees('CALL_ESTABLISHED');
  await expect.poll(async () => (await ben.hears(440))[440]).toBeGreaterThan(0.05);

  await test.step('by RFC 4733', async () => {
    for (const key of ['1', '5', '*', '0']) {
      phone.presses(key);
      await expect.poll(() => ben.keys.endsWith(key)).toBe(true);
    }
    expect(ben.keys).toBe('15*0');
  });

  await test.step('by REFER', async () => {
    const reached = pia.answers();
    phone.transfersTo(`sip:${priya.extension}@127.0.0.1:${sidetone.ports.sip}`);
    await reached;
    await expect.poll(async () => (await ben.hears(700))[700], { timeout: 15_000 }).toBeGreaterThan(0.05);
    await expect.poll(async () => (await pia.hears(1000))[1000]).toBeGreaterThan(0.05);
    await phone.sees('CALL_CLOSED');
  });
  await ben.hangsUp();
  await expect.poll(() => pia.inCall).toBe(false);
});

test('a key that a phone sends by SIP INFO is pressed at the other side', async ({ atTelephone, people, sidetone }) => {
  needs('sipp');
  const [mara, jonas] = people;
  const ben = await atTelephone(jonas, 1000);
  const taken = ben.answers();
  const called = callPressingByInfo({
    server: { host: '127.0.0.1', port: sidetone.ports.sip },
    caller: await sidetone.addPhone(mara.email, 'Sends INFO'),
    number: jonas.extension,
    key: '7',
    port: await freePort(),
  });
  await Promise.all([taken, expect.poll(() => ben.keys, { timeout: 15_000 }).toBe('7')]);
  await called;
  await expect.poll(() => ben.inCall).toBe(false);
});

test('two hundred calls at twenty a second go through and none fails', async ({ sidetone, people }) => {
  const [, , , caller, callee] = people;
  if (!caller || !callee) throw new Error('The demo company lacks a fifth person');
  needs('sipp');
  const callers = await Promise.all(
    Array.from({ length: 20 }, (_, place) => sidetone.addPhone(caller.email, `Flood caller ${place + 1}`)),
  );
  const result = await floodWithCalls(
    {
      server: { host: '127.0.0.1', port: sidetone.ports.sip },
      callers,
      callee: await sidetone.addPhone(callee.email, 'Flood callee'),
      number: callee.extension,
      calls: 200,
      perSecond: 20,
    },
    { caller: await freePort(), callee: await freePort() },
  );
  expect(result, result.report).toMatchObject({ successful: 200, failed: 0 });
  // What two hundred calls leave to write may take a machine at its limit longer than to make them.
  await expect
    .poll(
      async () => {
        const [open] = await sidetone.query<{ n: number }>(
          'select count(*)::int as n from inbox_events where terminated_at is null',
        );
        return open?.n;
      },
      { timeout: 45_000 },
    )
    .toBe(0);
});
