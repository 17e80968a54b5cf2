import { readFileSync } from 'node:fs';
import { powerOf } from '@sidetone/signals/spectrum.ts';
import { readWav } from '@sidetone/wav/wav.ts';
import { expect, test } from 'vitest';
import { saidMinutes } from '../routing/expected-wait.ts';
import { holdMusicFile } from './hold-music.ts';
import { SoundFiles } from './process/sound-file.ts';
import { placeFile, soundFile, waitFile } from './sounds.ts';

test.each([
  ['holdMusic', 'de', 18],
  ['recordingAnnouncement', 'de', 2.5],
  ['recordingAnnouncement', 'en', 2.2],
  ['recordingKeypress', 'de', 6],
  ['recordingKeypress', 'en', 4.5],
  ['voicemailGreeting', 'de', 5.5],
  ['voicemailGreeting', 'en', 4.4],
  ['mailboxFull', 'de', 4.2],
  ['mailboxFull', 'en', 3.2],
  ['greetingRecord', 'de', 5.2],
  ['greetingRecord', 'en', 3.7],
  ['announcementRecord', 'de', 5.2],
  ['announcementRecord', 'en', 4.2],
  ['greetingKeep', 'de', 7.7],
  ['greetingKeep', 'en', 5.3],
  ['wrongKey', 'de', 2.1],
  ['wrongKey', 'en', 2.2],
  ['callBackOffer', 'de', 5],
  ['callBackOffer', 'en', 3.2],
  ['callBackKept', 'de', 5.7],
  ['callBackKept', 'en', 4.3],
  ['callBackRefused', 'de', 5.5],
  ['callBackRefused', 'en', 4.6],
  ['pageNobody', 'de', 2.7],
  ['pageNobody', 'en', 2.05],
  ['pageRefused', 'de', 2.2],
  ['pageRefused', 'en', 2.4],
  ['roomPin', 'de', 4.3],
  ['roomPin', 'en', 2.7],
  ['roomWrongPin', 'de', 1.9],
  ['roomWrongPin', 'en', 1.5],
  ['roomGoodbye', 'de', 3.7],
  ['roomGoodbye', 'en', 2.2],
  ['roomWaits', 'de', 3.9],
  ['roomWaits', 'en', 3.3],
  ['roomAlone', 'de', 2.2],
  ['roomAlone', 'en', 1.7],
  ['roomFull', 'de', 2.2],
  ['roomFull', 'en', 2.3],
  ['roomLocked', 'de', 2.6],
  ['roomLocked', 'en', 2.2],
  ['roomRemoved', 'de', 2.8],
  ['roomRemoved', 'en', 2.3],
  ['roomEnded', 'de', 2.0],
  ['roomEnded', 'en', 1.9],
  ['roomMuted', 'de', 1.9],
  ['roomMuted', 'en', 2.0],
  ['roomUnmuted', 'de', 2.1],
  ['roomUnmuted', 'en', 2.1],
] as const)('%s in %s is a file that can be played, of about %d s and audible', async (name, locale, seconds) => {
  const path = soundFile(name, locale);
  const file = await new SoundFiles().open(path);
  expect(file.length / 50).toBeGreaterThan(seconds * 0.75);
  expect(file.length / 50).toBeLessThan(seconds * 1.25);
  const level = Math.sqrt(powerOf(samplesOf(readFileSync(path))));
  expect(level).toBeGreaterThan(1500);
  expect(level).toBeLessThan(9000);
});

const places = Array.from({ length: 11 }, (_, index) => index + 1);
test.each(['de', 'en'] as const)(
  'each place in a queue is said by a file that can be played, in %s',
  async (locale) => {
    for (const position of places) {
      const { length } = await new SoundFiles().open(placeFile(position, locale));
      expect(length / 50).toBeGreaterThan(1.5);
      expect(length / 50).toBeLessThan(4);
      expect(Math.sqrt(powerOf(samplesOf(readFileSync(placeFile(position, locale)))))).toBeGreaterThan(1500);
    }
    expect(new Set(places.map((position) => placeFile(position, locale))).size).toBe(10);
  },
);

test.each(['de', 'en'] as const)('each wait that is said has a file that can be played, in %s', async (locale) => {
  for (const minutes of [...saidMinutes, 'longer'] as const) {
    const { length } = await new SoundFiles().open(waitFile(minutes, locale));
    expect(length / 50).toBeGreaterThan(1.5);
    expect(length / 50).toBeLessThan(4);
    expect(Math.sqrt(powerOf(samplesOf(readFileSync(waitFile(minutes, locale)))))).toBeGreaterThan(1500);
  }
});

test('the music in the folder is the music we write', () => {
  const kept = samplesOf(readFileSync(soundFile('holdMusic', 'en')));
  const written = samplesOf(holdMusicFile());
  expect(kept.length).toBe(written.length);
  // Another processor may round the last bit of a sine otherwise.
  expect(written.every((sample, index) => Math.abs(sample - (kept[index] ?? 0)) <= 1)).toBe(true);
});

function samplesOf(wav: Buffer): number[] {
  const { dataStart } = readWav(wav);
  return Array.from({ length: (wav.length - dataStart) >> 1 }, (_, index) => wav.readInt16LE(dataStart + index * 2));
}
