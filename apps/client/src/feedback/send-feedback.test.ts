import type { FeedbackBody } from '@sidetone/contract/entities/feedback.ts';
import { expect, test } from 'vitest';
import { endOf, type Outgoing, PicturesNotUploaded, type SendStep, sendFeedback } from './send-feedback.ts';

const body = {
  appVersion: '4.2.0',
  browser: 'Chrome',
  os: 'Linux',
  platform: 'web' as const,
  plan: null,
  product: 'Sidetone',
  neoPBX: true,
  description: 'It does not ring.',
  subject: '',
  name: 'Anna',
  email: 'anna@example.com',
};
const picture = (id: string) => ({ id, name: `${id}.png`, file: new Blob([id]) });

/** A server that accepts everything but the requests named in `fails`. */
function world(fails: { upload?: string; send?: boolean } = {}) {
  const did: string[] = [];
  const sent: FeedbackBody[] = [];
  const steps: SendStep[] = [];
  const logged: string[] = [];
  const may = { ...fails };
  return {
    did,
    sent,
    steps,
    logged,
    may,
    deps: {
      async upload(kind: 'image' | 'log', name: string, bytes: Blob) {
        did.push(`${kind} ${name}`);
        if (may.upload === name) throw new Error('refused');
        return `https://here/${kind === 'log' ? await bytes.text() : name}`;
      },
      async send(one: FeedbackBody) {
        did.push('send');
        if (may.send) throw new Error('away');
        sent.push(one);
      },
      log: (_level: string, event: string) => void logged.push(event),
      onStep: (step: SendStep) => void steps.push(step),
    },
  };
}

const outgoing = (more: Partial<Outgoing> = {}): Outgoing => ({
  body,
  pictures: [picture('a'), picture('b')],
  uploaded: new Map(),
  readLog: async () => [{ text: 'one' }, { text: 'two' }],
  ...more,
});

test('first the pictures, then the log, then the text with their addresses', async () => {
  const { deps, did, sent, steps } = world();
  await sendFeedback(deps, outgoing());
  expect(did).toEqual(['image a.png', 'image b.png', 'log sidetone.log', 'send']);
  expect(sent).toEqual([
    { ...body, imageUrls: ['https://here/a.png', 'https://here/b.png'], logfileUrl: 'https://here/one\ntwo' },
  ]);
  expect(steps).toEqual([
    { at: 'pictures', number: 1, of: 2 },
    { at: 'pictures', number: 2, of: 2 },
    { at: 'log' },
    { at: 'text' },
  ]);
});

test('without a log and without pictures only the text goes', async () => {
  const { deps, did, sent } = world();
  await sendFeedback(deps, outgoing({ pictures: [], readLog: null }));
  expect(did).toEqual(['send']);
  expect(sent).toEqual([{ ...body, imageUrls: [], logfileUrl: null }]);
});

test('when a picture does not arrive nothing is sent, and the next attempt continues from there', async () => {
  const { deps, did, sent, may } = world({ upload: 'b.png' });
  const what = outgoing();
  const failed = await sendFeedback(deps, what).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(PicturesNotUploaded);
  expect((failed as Error).message).toBe('Could not Upload images to storage');
  expect(did).toEqual(['image a.png', 'image b.png']);
  delete may.upload;
  await sendFeedback(deps, what);
  expect(did.slice(2)).toEqual(['image b.png', 'log sidetone.log', 'send']);
  expect(sent[0]?.imageUrls).toHaveLength(2);
});

test('a log that does not arrive is logged and left out, and so is one that cannot be read', async () => {
  for (const more of [{}, { readLog: () => Promise.reject(new Error('no file')) }]) {
    const { deps, sent, logged } = world({ upload: 'sidetone.log' });
    await sendFeedback(deps, outgoing(more));
    expect(sent[0]?.logfileUrl).toBeNull();
    expect(logged).toEqual(['feedback: log not uploaded, sent without it']);
  }
});

test('an empty log is not sent', async () => {
  const { deps, did } = world();
  await sendFeedback(deps, outgoing({ readLog: async () => [{ text: '' }] }));
  expect(did).not.toContain('log sidetone.log');
});

test('when the text does not arrive, everything is uploaded again with the next attempt', async () => {
  const { deps, did, may } = world({ send: true });
  const what = outgoing({ pictures: [picture('a')], readLog: null });
  await expect(sendFeedback(deps, what)).rejects.toThrow('away');
  may.send = false;
  await sendFeedback(deps, what);
  expect(did).toEqual(['image a.png', 'send', 'image a.png', 'send']);
});

test('of a log that is too long the end is sent, in whole lines', async () => {
  expect(await endOf('one\ntwö\nthree', 9).text()).toBe('three');
  expect(await endOf('one\ntwö\nthree', 11).text()).toBe('twö\nthree');
  expect(await endOf('one\ntwö\nthree', 100).text()).toBe('one\ntwö\nthree');
});
