import type { Colleague } from '../people/colleague.ts';
import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

test.beforeAll(({ sidetone }) => sidetone.query(`update accounts set flags = flags || '{"hasNeoPbx": false}'`));
test.afterAll(({ sidetone }) => sidetone.query(`update accounts set flags = flags || '{"hasNeoPbx": true}'`));

test('classic: two colleagues talk, mute, hold and hang up, and both inboxes know', async ({ sitDown }) => {
  const anna = await sitDown(0, { microphone: tone(440) });
  const ben = await sitDown(1, { microphone: tone(1000) });
  for (const each of [anna, ben]) await comesToWork(each);

  await anna.calls(ben.who.name);
  await expect(ben.dock).toContainText(anna.who.name);
  await ben.accepts();
  await anna.expectsToHear(1000, 440);
  await ben.expectsToHear(440, 1000);

  await anna.presses(/^(mute|stumm)/i);
  await ben.expectsSilence(440, 1000);
  await anna.presses(/^(muted|stumm)/i);
  await ben.expectsToHear(440, 1000);

  await anna.presses(/^(hold|halten)/i);
  await ben.expectsSilence(440, 1000);
  await anna.presses(/^(resume|zurückholen)/i);
  await ben.expectsToHear(440, 1000);

  await ben.hangsUp();
  await expect(anna.dock).toBeHidden({ timeout: 10_000 });
  await anna.showsAllCalls();
  await ben.showsAllCalls();
  await expect(anna.callWith(ben.who.name, /Outgoing|Ausgehend/)).toBeVisible();
  await expect(ben.callWith(anna.who.name, /Incoming|Eingehend/)).toBeVisible();
});

/** Signs in; the phone is ready once the page hears what happens to its calls. */
async function comesToWork(colleague: Colleague): Promise<void> {
  const joined = new Promise<void>((resolve) =>
    colleague.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('subscription_succeeded')) resolve();
      }),
    ),
  );
  await colleague.signsIn();
  await joined;
}
