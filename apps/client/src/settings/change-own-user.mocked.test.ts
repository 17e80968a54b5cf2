import type { User } from '@sidetone/contract/entities/user.ts';
import { beforeEach, expect, test, vi } from 'vitest';

const { sent, undone, replies } = vi.hoisted(() => ({
  sent: [] as unknown[],
  undone: [] as unknown[],
  replies: [] as PromiseWithResolvers<void>[],
}));
vi.mock('#live/line/http.ts', () => ({
  call: (_route: unknown, { body }: { body: unknown }) => {
    sent.push(body);
    const reply = Promise.withResolvers<void>();
    replies.push(reply);
    return reply.promise;
  },
}));
vi.mock('#live/queries/live.ts', () => ({
  patchLive: (_query: unknown, _id: string, change: unknown) => ({
    confirm: () => undefined,
    takeBack: () => undone.push(change),
  }),
}));

const { changeOwnUser } = await import('./change-own-user.ts');
const me = { id: 'w1' } as User;
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  for (const list of [sent, undone, replies]) list.length = 0;
});

test('changes are sent one after another, so that the last one counts', async () => {
  const first = changeOwnUser(me, { loggedCallDuration: 10 }, () => undefined);
  const second = changeOwnUser(me, { loggedCallDuration: 15 }, () => undefined);
  await settled();
  expect(sent).toEqual([{ loggedCallDuration: 10 }]);
  replies[0]?.resolve();
  expect(await first).toBe(true);
  await settled();
  expect(sent).toEqual([{ loggedCallDuration: 10 }, { loggedCallDuration: 15 }]);
  replies[1]?.resolve();
  expect(await second).toBe(true);
});

test('a refused change is taken back, and the one after it is sent', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const refused: string[] = [];
  const first = changeOwnUser(me, { loggedCallDuration: 10 }, (code) => refused.push(code));
  const second = changeOwnUser(me, { loggedCallDuration: 15 }, (code) => refused.push(code));
  await settled();
  replies[0]?.reject(new Error('away'));
  expect(await first).toBe(false);
  await settled();
  replies[1]?.resolve();
  expect(await second).toBe(true);
  expect(undone).toEqual([{ loggedCallDuration: 10 }]);
  expect(refused).toHaveLength(1);
});
