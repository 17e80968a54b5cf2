import { asksAlso, hearsExactly } from '../people/second-line.ts';
import { playsIn } from '../world/generations.ts';
import { expect } from '../world/story.ts';
import { test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

playsIn('classic');

test('classic: two colleagues talk, mute, hold and hang up, and both inboxes know', async ({ sitDown }) => {
  const anna = await sitDown(0, { microphone: tone(440) });
  const ben = await sitDown(1, { microphone: tone(1000) });
  for (const each of [anna, ben]) await each.comesToClassicWork();

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

test('classic: asks a colleague, switches, reloads, confers with both and hands over by hanging up', async ({
  sitDown,
  atTelephone,
  people,
}) => {
  const [, jonas, priya] = people;
  const anna = await sitDown(0, { microphone: tone(440) });
  await anna.comesToClassicWork();
  const ben = await atTelephone(jonas, 1000);
  const pia = await atTelephone(priya, 700);
  await anna.calls(jonas.extension);
  await ben.answers();
  await anna.expectsToHear(1000, 440);

  await asksAlso(anna, priya.extension);
  await pia.isRung();
  await expect(anna.dock).toContainText(priya.name);
  await pia.answers();
  await hearsExactly(pia, [440], [1000]);
  await hearsExactly(anna, [700], [1000]);

  await anna.presses(/^switch/i);
  await hearsExactly(anna, [1000], [700]);
  await anna.presses(/^switch/i);
  await hearsExactly(anna, [700], [1000]);

  await anna.page.reload();
  await anna.expectsToHear(700, 1000, 25_000);
  await hearsExactly(pia, [440], [1000]);

  await anna.presses(/^conference/i);
  await hearsExactly(anna, [700, 1000], [440]);
  await hearsExactly(ben, [440, 700], [1000]);
  await hearsExactly(pia, [440, 1000], [700]);

  await anna.presses(/^leave/i);
  await hearsExactly(ben, [700], [440]);
  await hearsExactly(pia, [1000], [440]);
  await expect(anna.dock).toBeHidden();
  await ben.hangsUp();
  await expect.poll(() => pia.inCall).toBe(false);
});

test('classic: the page is reloaded in mid-call, and the call continues', async ({ sitDown, atTelephone, people }) => {
  const [, jonas] = people;
  const anna = await sitDown(0, { microphone: tone(440) });
  await anna.comesToClassicWork();
  const ben = await atTelephone(jonas, 1000);
  await anna.calls(jonas.extension);
  await ben.answers();
  await anna.expectsToHear(1000, 440);
  await anna.page.reload();
  await anna.expectsToHear(1000, 440, 25_000);
  await expect.poll(async () => (await ben.hears(440))[440], { timeout: 15_000 }).toBeGreaterThan(0.05);
  await expect(anna.dock).toContainText(jonas.name);
  await anna.presses(/^hold/i);
  await anna.expectsSilence(440, 1000);
  await anna.presses(/^resume/i);
  await anna.expectsToHear(1000, 440);
  await anna.hangsUp();
  await expect.poll(() => ben.inCall).toBe(false);
});

test('classic: the tab with the call is closed, and another one continues it', async ({
  sitDown,
  atTelephone,
  people,
}) => {
  const [, jonas] = people;
  const anna = await sitDown(0, { microphone: tone(440) });
  await anna.comesToClassicWork();
  const second = await anna.opensSecondTab();
  const ben = await atTelephone(jonas, 1000);
  await anna.calls(jonas.extension);
  await ben.answers();
  await anna.expectsToHear(1000, 440);
  await expect(second.dock).toContainText(jonas.name);
  await anna.closesTab();
  await second.expectsToHear(1000, 440, 25_000);
  await expect.poll(async () => (await ben.hears(440))[440], { timeout: 15_000 }).toBeGreaterThan(0.05);
  await ben.hangsUp();
  await expect(second.dock).toBeHidden({ timeout: 10_000 });
});

test('classic: another microphone and other speakers are used in a running call, without a new negotiation', async ({
  sitDown,
  atTelephone,
  people,
  sidetone,
}) => {
  const [, jonas] = people;
  const anna = await sitDown(0, { microphone: tone(440) });
  await anna.comesToClassicWork();
  const ben = await atTelephone(jonas, 1000);
  await anna.calls(jonas.extension);
  await ben.answers();
  await anna.expectsToHear(1000, 440);
  const requests: string[] = [];
  anna.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const chosen = await anna.page.evaluate(async () => {
    const devices = await navigator.mediaDevices.enumerateDevices();
    const last = (kind: string) => devices.findLast((each) => each.kind === kind)?.deviceId ?? null;
    const choice = { input: last('audioinput'), output: last('audiooutput'), ring: null, additionalRing: null };
    const newValue = JSON.stringify(choice);
    localStorage.setItem('sidetone.audio', newValue);
    // What another tab stored arrives like this.
    dispatchEvent(new StorageEvent('storage', { key: 'sidetone.audio', newValue }));
    return choice;
  });
  expect(chosen.input).not.toBeNull();
  const playsOn = () =>
    anna.page.evaluate(() => document.querySelector<HTMLAudioElement>('audio[data-call]')?.sinkId ?? null);
  await expect.poll(playsOn).toBe(chosen.output);
  await anna.expectsToHear(1000, 440);
  await expect.poll(async () => (await ben.hears(440))[440], { timeout: 15_000 }).toBeGreaterThan(0.05);
  expect(requests.filter((path) => path.includes('/peer/'))).toEqual([]);

  await anna.hangsUp();
  await expect.poll(() => ben.inCall).toBe(false);
  await expect
    .poll(() => sidetone.query(figuresOf, [anna.who.email]))
    .toEqual([{ engine: 'classic', codec: 'opus', talked: true, rated: true }]);
});

test('classic: two browsers ring at the same time, one takes the call, and the other says so', async ({ sitDown }) => {
  const anna = await sitDown(0, { microphone: tone(440) });
  const ben = await sitDown(1, { microphone: tone(1000) });
  const bensOther = await sitDown(1, { microphone: tone(700) });
  for (const each of [anna, ben, bensOther]) await each.comesToClassicWork();
  await anna.calls(ben.who.name);
  await expect(ben.dock).toContainText(anna.who.name);
  await expect(bensOther.dock).toContainText(anna.who.name);
  await bensOther.accepts();
  await expect(ben.dock).toContainText(/elsewhere|another device/i);
  await anna.expectsToHear(700, 1000);
  await anna.hangsUp();
  await expect(bensOther.dock).toBeHidden({ timeout: 10_000 });
});

test('classic: a declined call ends for its caller, and a number that nobody has is not found', async ({ sitDown }) => {
  const anna = await sitDown(2, { microphone: tone(440) });
  const ben = await sitDown(3, { microphone: tone(1000) });
  for (const each of [anna, ben]) await each.comesToClassicWork();
  await anna.calls(ben.who.name);
  await ben.declines();
  await expect(anna.dock).toBeHidden({ timeout: 10_000 });
  await anna.calls('99998');
  await expect(anna.dock).toContainText(/not found|no such|unknown/i);
  await expect(anna.dock).toBeHidden({ timeout: 10_000 });
});

/** What someone's page reported of the audio of their last call. */
const figuresOf = `select figures->>'engine' as engine, lower(figures->>'codec') as codec,
         (figures->>'packetsReceived')::int > 50 and (figures->>'packetsSent')::int > 50 as talked,
         (figures->>'mos')::float between 1 and 4.5 as rated
    from call_statistics s join users u on u.id = s.user_id where u.email = $1 order by s.at desc limit 1`;
