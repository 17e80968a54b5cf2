import type { Page } from '@playwright/test';
import { asksAlso, hearsExactly } from '../people/second-line.ts';
import { sentTrack } from '../people/sent-track.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const opensAudio = async (page: Page) => {
  await page.keyboard.press('Control+,');
  await settings(page).getByRole('button', { name: 'Audio', exact: true }).click();
  await expect(settings(page).getByRole('heading', { name: 'Audio' })).toBeVisible();
};
const closesSettings = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
};

/** On which speaker the call is heard. */
const heardOn = (page: Page) =>
  page.evaluate(async () => {
    const sinkId = document.querySelector<HTMLAudioElement>('audio[data-call]')?.sinkId;
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.find(({ kind, deviceId }) => kind === 'audiooutput' && deviceId === sinkId)?.label ?? null;
  });

/** Offers that go over the page's SIP connection, either way: whole INVITEs, and UPDATEs that are about audio. */
function offersOf(page: Page): string[] {
  const offers: string[] = [];
  const look = ({ payload }: { payload: string | Buffer }) => {
    const text = String(payload);
    const isOffer = text.startsWith('INVITE ') || (text.startsWith('UPDATE ') && text.includes('\r\nm=audio'));
    if (isOffer) offers.push(text.split('\r\n', 1)[0] ?? '');
  };
  page.on('websocket', (socket) => socket.on('framesent', look).on('framereceived', look));
  return offers;
}

/** All but the first microphone and speaker are in a drawer until `plugsIn`. */
function secondDevicesInDrawer(): void {
  const all = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
  let isPluggedIn = false;
  navigator.mediaDevices.enumerateDevices = async () =>
    (await all()).filter(({ label }) => isPluggedIn || !/ 2$/.test(label));
  Object.assign(window, {
    storyPlugsIn() {
      isPluggedIn = true;
      navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    },
  });
}
const plugsIn = (page: Page) => page.evaluate(() => (window as unknown as { storyPlugsIn(): void }).storyPlugsIn());

test.describe.configure({ timeout: 300_000 });

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('SAUDIO-008, SAUDIO-013: devices are switched in a call, beside a second line and in a conference, and nobody is sent another offer', async ({
  sitDown,
  atTelephone,
  people,
}) => {
  const [, jonas, priya] = people;
  const anna = await sitDown(0, { microphone: tone(440) });
  const { page } = anna;
  await page.addInitScript(secondDevicesInDrawer);
  const offers: string[] = offersOf(page);
  await anna.signsIn();
  await anna.phoneIsReady();
  const ben = await atTelephone(jonas, 1000);
  const pia = await atTelephone(priya, 700);
  for (const person of [ben, pia]) person.on('offered', () => offers.push(`to ${person.account.username}`));
  /** Nobody is sent an offer while this happens. */
  const quietly = async (happens: () => Promise<void>) => {
    const before = [...offers];
    await happens();
    expect(offers).toEqual(before);
  };

  await anna.calls(jonas.extension);
  await ben.answers();
  await hearsExactly(anna, [1000], [440]);
  await hearsExactly(ben, [440], [1000]);
  expect(offers).not.toEqual([]);
  const first = await sentTrack(page);

  await test.step('a new device is asked about, and used in the running call', () =>
    quietly(async () => {
      await plugsIn(page);
      const microphone = page.getByRole('dialog', { name: 'Use “Fake Audio Input 2” for calls?' });
      await microphone.getByRole('button', { name: 'Use it' }).click();
      await expect.poll(() => sentTrack(page)).toMatchObject({ label: 'Fake Audio Input 2' });
      const speaker = page.getByRole('dialog', { name: 'Use “Fake Audio Output 2” for calls?' });
      await speaker.getByRole('button', { name: 'Use it' }).click();
      await expect(speaker).toBeHidden();
      await expect.poll(() => heardOn(page)).toBe('Fake Audio Output 2');
      expect((await sentTrack(page)).id).not.toBe(first.id);
      await hearsExactly(ben, [440], [1000]);
      await hearsExactly(anna, [1000], [440]);
    }));

  await test.step('on a second line another microphone and another speaker are chosen', async () => {
    await asksAlso(anna, priya.extension);
    await pia.answers();
    await hearsExactly(pia, [440], [1000]);
    await quietly(async () => {
      await opensAudio(page);
      await settings(page)
        .getByRole('combobox', { name: 'Microphone', exact: true })
        .selectOption({ label: 'Fake Audio Input 1' });
      await expect.poll(() => sentTrack(page)).toMatchObject({ label: 'Fake Audio Input 1' });
      await settings(page)
        .getByRole('combobox', { name: 'Speaker', exact: true })
        .selectOption({ label: 'Fake Audio Output 1' });
      await expect.poll(() => heardOn(page)).toBe('Fake Audio Output 1');
      await closesSettings(page);
      await hearsExactly(pia, [440], [1000]);
      await hearsExactly(anna, [700], [1000]);
    });
  });

  await test.step('the first one hears the microphone that was chosen in the meantime', async () => {
    await anna.presses(/^switch/i);
    await hearsExactly(ben, [440], [700]);
    expect(await sentTrack(page)).toMatchObject({ label: 'Fake Audio Input 1' });
  });

  await test.step('in a conference what is done with the sound is changed', async () => {
    await anna.presses(/^conference/i);
    await hearsExactly(ben, [440, 700], [1000]);
    await quietly(async () => {
      const before = await sentTrack(page);
      await opensAudio(page);
      const echo = settings(page).getByRole('switch', { name: 'Echo cancellation', exact: true });
      await echo.uncheck();
      await expect.poll(async () => (await sentTrack(page)).id).not.toBe(before.id);
      await closesSettings(page);
      await hearsExactly(ben, [440, 700], [1000]);
      await hearsExactly(pia, [440, 1000], [700]);
      await hearsExactly(anna, [700, 1000], [440]);
    });
  });
});
