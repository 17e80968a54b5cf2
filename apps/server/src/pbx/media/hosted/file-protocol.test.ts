import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  answersFolder,
  capturesFolder,
  passingSounds,
  recordingsFolder,
  soundFiles,
  voicemailsFolder,
} from '../../../sound/sound-files.ts';
import { mailboxFile } from '../mailbox-sounds.ts';
import { placeFile, programSounds, roomTones, soundFile, waitFile } from '../sounds.ts';
import { recordingPlace, soundContent } from './file-protocol.ts';

const data = mkdtempSync(join(tmpdir(), 'places-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

const isPlace = (path: string) => recordingPlace.safeParse(relative(data, path)).success;

test('whatever the exchange records has a place that a media host takes', () => {
  const sound = { id: 'b6b1a0a4-5c6e-4b7e-9e6a-0d6c1f1c2d3e_12', accountId: 's_1', at: new Date() };
  for (const folder of [recordingsFolder, capturesFolder, voicemailsFolder, answersFolder]) {
    const files = soundFiles(folder(data));
    expect(isPlace(files.whole(files.pathOf(sound)))).toBe(true);
  }
  expect(isPlace(passingSounds(data)('b6b1a0a4-5c6e-4b7e-9e6a-0d6c1f1c2d3e'))).toBe(true);
});

test('nothing else of the data folder is a place', () => {
  for (const path of [
    'key',
    'recordings/a/b.mp3',
    'recordings/../key.wav',
    'recordings/a/../../key.wav',
    'recordings//a.wav',
    'hold-music/s1.wav',
    'run/supervisor.json',
    '/etc/a.wav',
    'recordings/a.wav\n',
  ])
    expect(recordingPlace.safeParse(path).success).toBe(false);
});

test('sounds of the program are named in the program', () => {
  for (const path of [
    soundFile('holdMusic', 'de'),
    soundFile('roomPin', 'en'),
    placeFile(3, 'de'),
    waitFile('longer', 'en'),
    mailboxFile('number-7', 'de'),
    roomTones.enter,
  ])
    expect(soundContent.shape.program.safeParse(relative(programSounds, path)).success).toBe(true);
  for (const path of ['../../key.wav', 'a/../b.wav', '/etc/a.wav', '.wav'])
    expect(soundContent.shape.program.safeParse(path).success).toBe(false);
});
