import { Colleague } from '../people/colleague.ts';
import { besideSidetone } from '../world/own-sidetone.ts';
import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

test.use({ server: 'own' });

test('a colleague who comes in by the server of another node signs in, is called, talks and hangs up', async ({
  seat,
  sidetone,
  people,
}) => {
  const other = await besideSidetone(sidetone, 'node-2');
  try {
    const anna = await seat(0, { microphone: tone(440) });
    const ben = await Colleague.sitDown(people[1], { origin: other.origin, microphone: tone(1000) });
    try {
      await ben.arrives();
      await ben.phoneIsReady();
      const nodes = await sidetone.query<{ node: string }>('select distinct node from registrations');
      expect(nodes).toEqual([{ node: 'node-1' }]);

      await anna.calls(ben.who.name);
      await expect(ben.dock).toContainText(anna.who.name);
      await ben.accepts();
      await anna.expectsToHear(1000, 440);
      await ben.expectsToHear(440, 1000);
      // A command and what comes of it, by the wrong door.
      await ben.presses(/^(hold|halten)/i);
      await anna.expectsSilence(440, 1000);
      await ben.presses(/^(resume|zurückholen)/i);
      await anna.expectsToHear(1000, 440);
      await ben.hangsUp();
      await ben.showsAllCalls();
      await expect(ben.callWith(anna.who.name, /Incoming|Eingehend/)).toBeVisible();
    } finally {
      await ben.leaves();
    }
  } finally {
    await other.dispose();
  }
});
