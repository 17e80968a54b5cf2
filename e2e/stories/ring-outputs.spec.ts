import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

test('it rings on the chosen speakers and on additional ones, and is quiet on all of them once declined', async ({
  seat,
}) => {
  const anna = await seat(0, { microphone: tone(440) });
  const ben = await seat(1, { microphone: tone(1000) });
  const chosen = await ben.page.evaluate(async () => {
    const playing: HTMLMediaElement[] = [];
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      playing.push(this);
      return play.call(this);
    };
    Object.assign(window, { storyPlaying: playing });
    // Ids are told once the microphone was opened.
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const devices = await navigator.mediaDevices.enumerateDevices();
    for (const track of stream.getTracks()) track.stop();
    const outputs = devices.filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== 'default');
    const [ring, additionalRing] = outputs.map(({ deviceId }) => deviceId);
    const newValue = JSON.stringify({ input: null, output: null, ring, additionalRing });
    dispatchEvent(new StorageEvent('storage', { key: 'sidetone.audio', newValue }));
    return [ring, additionalRing];
  });
  expect(new Set(chosen).size).toBe(2);
  const ringsOn = () =>
    ben.page.evaluate(() =>
      (window as unknown as { storyPlaying: HTMLMediaElement[] }).storyPlaying
        .filter(({ paused, srcObject }) => !paused && srcObject !== null)
        .map(({ sinkId }) => sinkId),
    );

  await anna.calls(ben.who.name);
  await expect(ben.dock).toContainText(anna.who.name);
  await expect.poll(ringsOn).toEqual(chosen);
  await ben.declines();
  await expect.poll(ringsOn).toEqual([]);

  // A context that runs on would keep the audio device open all day.
  const awake = () =>
    ben.page.evaluate(() => {
      const { storyOutputs } = window as unknown as { storyOutputs: AnalyserNode[] };
      return storyOutputs.filter(({ context }) => context.state === 'running').length;
    });
  await expect.poll(awake, { timeout: 15_000 }).toBe(0);
});
