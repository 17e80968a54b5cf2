import { setTimeout as pause } from 'node:timers/promises';
import { Colleague } from '../people/colleague.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { freePort } from '../world/ports.ts';
import { learnsToTrust, person, test } from '../world/room.ts';
import { type SecondMachine, whyNoSecondMachine } from '../world/second-machine.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const obstacle = whyNoSecondMachine();
test.skip(obstacle !== undefined, obstacle ?? '');
test.setTimeout(240_000);

test('started with --lan, a user at a second machine trusts it once, signs in and talks', async ({
  machine,
  open,
  keep,
}) => {
  const { sidetone, people } = await open(() => ({ lan: true }));
  await everybodyReads(sidetone, 'de');
  const origin = await learnsToTrust(machine, sidetone, person(people, 1));
  const anna = keep(await Colleague.signIn(person(people, 0), { origin: sidetone.origin, microphone: tone(440) }));
  const ben = keep(
    await Colleague.signIn(person(people, 1), { origin, microphone: tone(1000), browser: machine.browser }),
  );
  expect(await ben.page.evaluate(() => [location.protocol, isSecureContext])).toEqual(['https:', true]);

  await test.step('they hear each other, whoever calls', async () => {
    await ben.calls(anna.who.name);
    await expect(anna.dock).toContainText(ben.who.name);
    await anna.accepts();
    await ben.expectsToHear(440, 1000);
    await anna.expectsToHear(1000, 440);
    await ben.hangsUp();
    await expect.poll(() => anna.isInCall()).toBe(false);
    await anna.calls(ben.who.name);
    await ben.accepts();
    await ben.expectsToHear(440, 1000);
    await anna.expectsToHear(1000, 440);
  });

  await test.step('the cable is out for six seconds during the call: nothing is left open', async () => {
    await losesTheNetwork(machine, ben, 6_000);
    // The call may end over it; what still stands as one must be one.
    const standsOrIsOver = async () => {
      if (!(await ben.isInCall())) return true;
      const heard = await Promise.all([ben.hearsOnly(440, 1000), anna.hearsOnly(1000, 440)]);
      return heard.every(Boolean);
    };
    await expect.poll(standsOrIsOver, { timeout: 30_000 }).toBe(true);
    if (await ben.isInCall()) await ben.hangsUp();
    await ben.phoneIsReady();
    await expectNothingOpen(sidetone);
  });

  await test.step('once more without one: a call in the meantime is in the inbox, the next one rings', async () => {
    await losesTheNetwork(machine, ben, 6_000, () => callsInVain(anna, ben));
    await expect(ben.callWith(anna.who.name, /Verpasst/)).toBeVisible();
    await reachesAgain(anna, ben);
    await talk(anna, ben);
    await expectNothingOpen(sidetone);
  });

  await test.step('the machine comes back under another address: the old connections are dead, new ones come', async () => {
    await losesTheNetwork(machine, ben, 6_000, async () => machine.takeAnotherAddress());
    await reachesAgain(anna, ben);
    await talk(anna, ben);
    await expectNothingOpen(sidetone);
  });
});

/** The cable is out for so long, and meanwhile something happens; passes once the browser has told of both. */
const losesTheNetwork = async (
  machine: SecondMachine,
  { page }: Colleague,
  ms: number,
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> => {
  const banner = page.getByText(/^(du bist offline|verbindung verloren|verbindung zur telefonanlage)/i);
  machine.unplugCable();
  const unplugged = performance.now();
  await expect(banner).toContainText(/offline/);
  await meanwhile();
  await pause(ms - (performance.now() - unplugged));
  machine.plugCableBack();
  await expect(banner).toBeHidden({ timeout: 20_000 });
};

/** Calls someone who cannot be reached, and gives up after two seconds. */
const callsInVain = async (caller: Colleague, callee: Colleague): Promise<void> => {
  await caller.calls(callee.who.name);
  await pause(2_000);
  const hangUp = caller.dock.getByRole('button', { name: /^auflegen/i });
  if (await hangUp.isVisible()) await hangUp.click();
};

/** Until a phone has noticed that its connection is dead, callers are told that nobody is there: soon it must ring. */
const reachesAgain = async (caller: Colleague, callee: Colleague): Promise<void> => {
  const accept = callee.dock.getByRole('button', { name: /^annehmen/i });
  await expect(async () => {
    // What rings late is no second call.
    if (!(await caller.isInCall())) await caller.calls(callee.who.name);
    await expect(accept).toBeVisible({ timeout: 2_500 });
  }).toPass({ timeout: 20_000 });
  await caller.hangsUp();
  await expect(accept).toBeHidden();
  await callee.phoneIsReady();
};

const talk = async (caller: Colleague, callee: Colleague): Promise<void> => {
  await caller.calls(callee.who.name);
  await callee.accepts();
  await callee.expectsToHear(440, 1000);
  await caller.expectsToHear(1000, 440);
  await caller.hangsUp();
};

const expectNothingOpen = (sidetone: Sidetone): Promise<void> =>
  expect
    .poll(
      async () => {
        const [open] = await sidetone.query<{ n: number }>(
          'select count(*)::int as n from inbox_events where terminated_at is null',
        );
        return open?.n;
      },
      { timeout: 30_000 },
    )
    .toBe(0);

test('listening on one address by HOST, browser and desk phones of a second machine call over it', async ({
  machine,
  open,
  keep,
}) => {
  const { sidetone, people } = await open(({ serverAddress }) => ({ host: serverAddress }));
  await everybodyReads(sidetone, 'de');
  const origin = await learnsToTrust(machine, sidetone, person(people, 1));
  const ben = keep(
    await Colleague.signIn(person(people, 1), { origin, microphone: tone(1000), browser: machine.browser }),
  );

  await test.step('the echo test gives the browser its own voice back', async () => {
    await ben.calls('*43');
    await ben.expectsToHear(1000, 440);
    await ben.hangsUp();
  });

  for (const [transport, owner] of [
    ['udp', person(people, 2)],
    ['tcp', person(people, 3)],
  ] as const) {
    await test.step(`a desk phone over ${transport} is called and calls`, async () => {
      const account = await sidetone.addPhone(owner.email, `Desk by ${transport}`);
      const phone = keep(
        await DeskPhone.plugIn(
          { ...account, server: `${machine.serverAddress}:${sidetone.ports.sip}`, transport },
          tone(440, 8000),
          { control: await freePort(), sip: await freePort() },
          machine,
        ),
      );
      await ben.calls(owner.name);
      await phone.sees('CALL_INCOMING');
      phone.answers();
      await phone.sees('CALL_ESTABLISHED');
      await ben.expectsToHear(440, 1000);
      await phone.hearsForAWhile();
      await ben.hangsUp();
      await phone.sees('CALL_CLOSED');
      phone.expectsToHaveHeard(1000, 440);

      phone.dials(ben.who.extension);
      await ben.accepts();
      await phone.sees('CALL_ESTABLISHED');
      await ben.expectsToHear(440, 1000);
      await phone.hearsForAWhile();
      phone.hangsUp();
      await phone.sees('CALL_CLOSED');
      phone.expectsToHaveHeard(1000, 440);
    });
  }
  await expectNothingOpen(sidetone);
});
