import { setTimeout as pause } from 'node:timers/promises';
import { Colleague } from '../people/colleague.ts';
import { learnsToTrust, person, test } from '../world/room.ts';
import { whyNoSecondMachine } from '../world/second-machine.ts';
import { expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const obstacle = whyNoSecondMachine();
test.skip(obstacle !== undefined, obstacle ?? '');
test.setTimeout(240_000);

for (const generation of ['newer', 'classic'] as const) {
  test(`${generation}: the network is out for ten seconds in mid-call, then the machine has another address`, async ({
    machine,
    open,
    keep,
  }) => {
    const { sidetone, people } = await open(() => ({ lan: true }));
    await sidetone.isOfGeneration(generation, person(people, 0));
    const origin = await learnsToTrust(machine, sidetone, person(people, 1));
    const anna = keep(await Colleague.sitDown(person(people, 0), { origin: sidetone.origin, microphone: tone(440) }));
    const ben = keep(
      await Colleague.sitDown(person(people, 1), { origin, microphone: tone(1000), browser: machine.browser }),
    );
    for (const each of [anna, ben]) await each.comesToWork(generation);
    await ben.calls(anna.who.name);
    await anna.accepts();
    await ben.expectsToHear(440, 1000);
    await anna.expectsToHear(1000, 440);

    await test.step('out for ten seconds', async () => {
      machine.unplugCable();
      await pause(10_000);
      machine.plugCableBack();
      await ben.expectsToHear(440, 1000, 30_000);
      await anna.expectsToHear(1000, 440, 30_000);
    });

    await test.step('back under another address', async () => {
      machine.unplugCable();
      await pause(2_000);
      machine.takeAnotherAddress();
      machine.plugCableBack();
      await ben.expectsToHear(440, 1000, 40_000);
      await anna.expectsToHear(1000, 440, 40_000);
    });

    await ben.hangsUp();
    await expect(anna.dock).toBeHidden({ timeout: 15_000 });
    const rows = () =>
      sidetone.query<{ n: number; open: number }>(
        `select count(*)::int as n, count(*) filter (where terminated_at is null)::int as open from inbox_events
        where session_id = (select session_id from calls where established_at is not null order by started_at desc limit 1)`,
      );
    await expect.poll(rows).toEqual([{ n: 2, open: 0 }]);
  });

  test(`${generation}: who hangs up while the machine changes its address is heard to leave within seconds`, async ({
    machine,
    open,
    keep,
  }) => {
    const { sidetone, people } = await open(() => ({ lan: true }));
    await sidetone.isOfGeneration(generation, person(people, 0));
    const origin = await learnsToTrust(machine, sidetone, person(people, 1));
    const anna = keep(await Colleague.sitDown(person(people, 0), { origin: sidetone.origin, microphone: tone(440) }));
    const ben = keep(
      await Colleague.sitDown(person(people, 1), { origin, microphone: tone(1000), browser: machine.browser }),
    );
    for (const each of [anna, ben]) await each.comesToWork(generation);
    await ben.calls(anna.who.name);
    await anna.accepts();
    await anna.expectsToHear(1000, 440);

    // The connections of the page still look alive, and lead nowhere.
    machine.unplugCable();
    machine.takeAnotherAddress();
    await ben.hangsUp();
    await pause(4_000);
    machine.plugCableBack();
    await expect(anna.dock).toBeHidden({ timeout: 8_000 });
  });
}
