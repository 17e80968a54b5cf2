import { expect, test } from 'vitest';
import { sitDown } from './testing/fake-classic.ts';

const order = { number: '+49301', sessionId: 'session-1', channelId: 'c1', ownNumber: '+49309' };

test('a call that was given up while the browser asked for the microphone is not sent, and the microphone is released', async () => {
  const { engine, start, requests, openTracks } = sitDown();
  await start();
  const giving = new AbortController();
  const dialling = engine.dial({ ...order, givenUp: giving.signal });
  giving.abort();
  await expect(dialling).rejects.toMatchObject({ code: 'DIAL_FAILED' });
  expect([requests, openTracks()]).toEqual([[], 0]);
});
