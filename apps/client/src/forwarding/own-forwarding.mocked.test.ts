import { beforeEach, expect, test, vi } from 'vitest';

const { sent, replies } = vi.hoisted(() => ({
  sent: [] as unknown[],
  replies: [] as PromiseWithResolvers<unknown>[],
}));
vi.mock('#live/line/http.ts', () => ({
  call: (_route: unknown, { params, body }: { params: { channelId: string }; body: object }) => {
    sent.push({ ...params, ...body });
    const reply = Promise.withResolvers<unknown>();
    replies.push(reply);
    return reply.promise;
  },
}));
vi.mock('#live/queries/live.ts', () => ({
  patchLive: () => ({ confirm: () => undefined, takeBack: () => undefined }),
  useLive: () => ({ rows: [] }),
}));

const { switchForwarding } = await import('./own-forwarding.ts');
const own = (channelId: string) => ({
  channelId,
  forwarding: { isOn: false, ringSeconds: 20, rules: [], mobiles: [], revision: 0 },
});
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  for (const list of [sent, replies]) list.length = 0;
});

test('two quick presses are sent one after the other, so that the last one counts', async () => {
  const first = switchForwarding(own('c1'), true);
  const second = switchForwarding(own('c1'), false);
  await settled();
  expect(sent).toEqual([{ channelId: 'c1', isOn: true }]);
  replies[0]?.resolve({});
  await first;
  await settled();
  expect(sent.slice(1)).toEqual([{ channelId: 'c1', isOn: false }]);
  replies[1]?.resolve({});
  await second;
});

test('a refused press does not keep the next one back, and another channel does not wait', async () => {
  const first = switchForwarding(own('c2'), true);
  const second = switchForwarding(own('c2'), false);
  const other = switchForwarding(own('c3'), true);
  await settled();
  expect(sent).toHaveLength(2);
  replies[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await settled();
  expect(sent).toHaveLength(3);
  for (const reply of replies) reply.resolve({});
  await Promise.all([second, other]);
});
