import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { silence } from '../providers/silence.ts';
import { localSpeech } from './local-speech.ts';
import { knownModels } from './models.ts';
import { heardOfWords } from './protocol.ts';
import { openRecognizer, type RecognizerOptions } from './recognizer-process.ts';
import { connectionOf } from './testing/connection-of.ts';
import { wordsOfTokens } from './token-words.ts';

const odd = fileURLToPath(new URL('./testing/odd-recognizer.ts', import.meta.url));
const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

const recognizerOf = (model: string, more: Partial<RecognizerOptions> = {}) => {
  const recognizer = openRecognizer({ program: odd, args: [model], mostMegabytes: 400, ...more });
  opened.push(recognizer.close);
  return recognizer;
};
const signal = () => AbortSignal.timeout(60_000);
const sound = (first = 0) => Int16Array.from({ length: 160 }, (_, at) => (at === 0 ? first : 0));
/** [its process, how many settings it has] */
const heardBy = async (recognizer: ReturnType<typeof recognizerOf>, first = 0) => {
  const { stretches } = await recognizer.transcribe(sound(first), signal());
  return /pid(\d+) env(\d+) (\d+)/
    .exec(stretches[0]?.text ?? '')
    ?.slice(1)
    .map(Number);
};

test('one process hears piece after piece, and has no setting of ours but the path', async () => {
  const recognizer = recognizerOf('answers');
  const [first, second] = await Promise.all([heardBy(recognizer), heardBy(recognizer)]);
  expect(first).toEqual(second);
  expect(first?.slice(1)).toEqual([expect.any(Number), 160]);
  expect(first?.[1]).toBeLessThanOrEqual(3);
});

test('one that hangs is ended in time, and another one goes on', async () => {
  const recognizer = recognizerOf('answers', { answerWithinMs: 300 });
  const before = await heardBy(recognizer);
  await expect(recognizer.transcribe(sound(1), signal())).rejects.toMatchObject({ kind: 'again', problem: 'timedOut' });
  const after = await heardBy(recognizer);
  expect(after?.[0]).not.toBe(before?.[0]);
  expect(() => process.kill(before?.[0] ?? 0, 0)).toThrow('ESRCH');
});

test('a crash is a code, and what waits behind it is heard', async () => {
  const recognizer = recognizerOf('answers');
  const crashed = recognizer.transcribe(sound(2), signal());
  const waiting = heardBy(recognizer);
  await expect(crashed).rejects.toMatchObject({ kind: 'again', problem: 'crashed' });
  expect(await waiting).toHaveLength(3);
});

test.runIf(process.platform === 'linux')('one that eats memory is ended', async () => {
  const recognizer = recognizerOf('answers', { mostMegabytes: 200 });
  await expect(recognizer.transcribe(sound(3), signal())).rejects.toMatchObject({ problem: 'crashed' });
});

test('who gives up ends the process and gets their own reason', async () => {
  const recognizer = recognizerOf('answers');
  const before = await heardBy(recognizer);
  const controller = new AbortController();
  const asked = recognizer.transcribe(sound(1), controller.signal);
  setTimeout(() => controller.abort(new Error('skipped')), 50);
  await expect(asked).rejects.toThrow('skipped');
  expect((await heardBy(recognizer))?.[0]).not.toBe(before?.[0]);
});

test('one that never loads is ended in time, and one without a model says so', async () => {
  const slow = recognizerOf('never-ready', { loadWithinMs: 500 }).load(signal());
  await expect(slow).rejects.toMatchObject({ kind: 'again', problem: 'timedOut' });
  const none = recognizerOf('nothing').load(signal());
  await expect(none).rejects.toMatchObject({ kind: 'never', problem: 'noModel' });
});

test('it ends when nothing is left to do', async () => {
  const recognizer = recognizerOf('answers', { idleMs: 50 });
  const [pid = 0] = (await heardBy(recognizer)) ?? [];
  await expect.poll(() => isRunning(pid)).toBe(false);
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each(knownModels)(
  'the real recogniser loads, and refuses $id without its files and with wrong ones',
  async (model) => {
    const folder = mkdtempSync(join(tmpdir(), 'models-'));
    opened.push(() => rmSync(folder, { recursive: true }));
    const local = localSpeech(folder, knownModels);
    opened.push(local.close);
    const provider = local.speech(connectionOf(model.id));
    await expect(provider.check(signal())).rejects.toMatchObject({ kind: 'never', problem: 'noModel' });
    mkdirSync(join(folder, model.id));
    for (const { name } of model.files) writeFileSync(join(folder, model.id, name), 'not a model');
    const asked = provider.transcribe(silence, signal());
    await expect(asked).rejects.toMatchObject({ problem: expect.stringMatching(/^(?:noModel|crashed)$/) });
  },
);

test('a model is no path', () => {
  expect(() => localSpeech('/nowhere', knownModels).speech(connectionOf('../secrets'))).toThrow('never, noModel');
});

test('pieces of words become words, and words stretches', () => {
  const words = wordsOfTokens([' He', 'llo', ' there.', ' Next'], [0.1, 0.3, 0.6, 2], 3);
  expect(words).toEqual([
    { text: 'Hello', start: 0.1, end: 0.6 },
    { text: 'there.', start: 0.6, end: expect.closeTo(0.9) },
    { text: 'Next', start: 2, end: 2.3 },
  ]);
  expect(heardOfWords(words).stretches.map(({ text }) => text)).toEqual(['Hello there.', 'Next']);
  expect(wordsOfTokens([], [], 3)).toEqual([]);
});
