import { afterEach, expect, test, vi } from 'vitest';
import { levelOf, measureLevel } from './levels.ts';

afterEach(() => vi.unstubAllGlobals());

const sine = (amplitude: number) => Float32Array.from({ length: 512 }, (_, at) => amplitude * Math.sin(at / 5));

test('silence is 0 and a full voice is 1', () => {
  expect(levelOf(new Float32Array(512))).toBe(0);
  expect(levelOf(sine(1))).toBe(1);
});

test('a quiet voice is visible', () => {
  expect(levelOf(sine(0.02))).toBeGreaterThan(0.2);
});

test('louder is higher', () => {
  expect(levelOf(sine(0.1))).toBeGreaterThan(levelOf(sine(0.05)));
});

/** A browser whose contexts are counted; `refuses` is one that accepts no stream. */
function audioBrowser() {
  const contexts: { isOpen: boolean }[] = [];
  const browser = { refuses: false, touches: 0, open: () => contexts.filter(({ isOpen }) => isOpen).length, contexts };
  vi.stubGlobal('addEventListener', () => {
    browser.touches += 1;
  });
  vi.stubGlobal('removeEventListener', () => {
    browser.touches -= 1;
  });
  vi.stubGlobal(
    'AudioContext',
    class {
      isOpen = true;
      constructor() {
        contexts.push(this);
      }
      createMediaStreamSource() {
        if (browser.refuses) throw new Error('no track');
        return { connect: () => {}, disconnect: () => {} };
      }
      createAnalyser = () => ({ fftSize: 32, getFloatTimeDomainData: (into: Float32Array) => into.fill(1) });
      close = async () => {
        this.isOpen = false;
      };
    },
  );
  return browser;
}

test('meters share a context that ends with the last of them, so that no browser keeps their streams', () => {
  const browser = audioBrowser();
  const stream = {} as MediaStream;
  for (let call = 0; call < 3; call += 1) {
    const [you, them] = [measureLevel(stream), measureLevel(stream)];
    you.stop();
    you.stop();
    expect([browser.open(), them.read(), you.read()]).toEqual([1, 1, 0]);
    them.stop();
    expect([browser.open(), browser.touches]).toEqual([0, 0]);
  }
  expect(browser.contexts).toHaveLength(3);
});

test('a stream that cannot be measured leaves no context open', () => {
  const browser = audioBrowser();
  browser.refuses = true;
  expect(() => measureLevel({} as MediaStream)).toThrow('no track');
  expect([browser.open(), browser.touches]).toEqual([0, 0]);
});
