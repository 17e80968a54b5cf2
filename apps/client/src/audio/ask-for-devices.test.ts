import { expect, test } from 'vitest';
import { askForDevices } from './ask-for-devices.ts';
import { fakeDevices } from './testing/fake-devices.ts';
import { settle } from './testing/settle.ts';

/** A user at a machine with one microphone, who answers the questions. */
async function desk({ answered = new Set<string>() } = {}) {
  const machine = fakeDevices('built-in');
  const questions: { name: string; waiting: number; answer(yes: boolean): void }[] = [];
  const used: string[] = [];
  let may = true;
  let task = () => {};
  const asking = askForDevices({
    devices: machine.media,
    mayAsk: () => may,
    ask: ({ name }, waiting) => new Promise((answer) => questions.push({ name, waiting, answer })),
    use: ({ name }) => used.push(name),
    answered,
    after(_ms, next) {
      task = next;
      return () => {
        task = () => {};
      };
    },
    failed(cause) {
      throw cause;
    },
  });
  await settle();
  return {
    ...machine,
    answered,
    used,
    stop: asking.stop,
    asked: () => questions.map(({ name, waiting }) => `${name} +${waiting}`),
    /** Every plugged-in device has settled. */
    async settled() {
      const now = task;
      task = () => {};
      now();
      await settle();
    },
    async answers(yes: boolean) {
      questions.at(-1)?.answer(yes);
      await settle();
    },
    async may(value: boolean) {
      may = value;
      asking.look();
      await settle();
    },
  };
}

test('SAUDIO-013: a device that is plugged in is asked about, and used if wanted', async () => {
  const { plug, settled, asked, answers, used } = await desk();
  plug('audioinput', 'headset');
  await settled();
  expect(asked()).toEqual(['headset +0']);
  expect(used).toEqual([]);
  await answers(true);
  expect(used).toEqual(['headset']);
});

test('both ends of a headset are one question, though they come one after the other', async () => {
  const { plug, settled, asked } = await desk();
  plug('audiooutput', 's', { label: 'H650', group: 'usb' });
  plug('audioinput', 'm', { label: 'H650', group: 'usb' });
  await settled();
  expect(asked()).toEqual(['H650 +0']);
});

test('SAUDIO-014: devices plugged in while the question is open wait, and are asked about afterwards', async () => {
  const { plug, settled, asked, answers, used } = await desk();
  plug('audioinput', 'one');
  await settled();
  plug('audioinput', 'two');
  plug('audioinput', 'three');
  await settled();
  expect(asked()).toEqual(['one +0']);
  await answers(false);
  expect(asked()).toEqual(['one +0', 'two +1']);
  await answers(true);
  expect(asked()).toEqual(['one +0', 'two +1', 'three +0']);
  await answers(true);
  expect(used).toEqual(['two', 'three']);
});

test('SAUDIO-014: a device that is unplugged while it waits is not asked about', async () => {
  const { plug, unplug, settled, asked, answers } = await desk();
  plug('audioinput', 'one');
  plug('audioinput', 'two');
  plug('audioinput', 'three');
  await settled();
  unplug('two');
  await settled();
  await answers(false);
  expect(asked()).toEqual(['one +2', 'three +0']);
});

test('while a call rings the user is not asked; afterwards they are', async () => {
  const { plug, settled, asked, may } = await desk();
  await may(false);
  plug('audioinput', 'headset');
  await settled();
  expect(asked()).toEqual([]);
  await may(true);
  expect(asked()).toEqual(['headset +0']);
});

test('a device is asked about once, whatever the answer was', async () => {
  const { plug, unplug, settled, answers, asked, answered, stop } = await desk();
  plug('audioinput', 'headset');
  await settled();
  await answers(false);
  unplug('headset');
  await settled();
  plug('audioinput', 'headset');
  await settled();
  expect(asked()).toEqual(['headset +0']);
  stop();
  const later = await desk({ answered });
  later.plug('audioinput', 'headset');
  await later.settled();
  expect(later.asked()).toEqual([]);
});

test('after it has stopped nothing is asked and nothing used', async () => {
  const { plug, settled, answers, used, stop, asked } = await desk();
  plug('audioinput', 'one');
  plug('audioinput', 'two');
  await settled();
  stop();
  await answers(true);
  expect([asked(), used]).toEqual([['one +1'], []]);
});
