import type { ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { liveClient } from '../../testing/live-client.ts';
import { person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';

let api: TestApi;
let live: ReturnType<typeof liveClient>;
let anna: Awaited<ReturnType<typeof person>>;
const channelId = 'cqueue';

beforeAll(async () => {
  api = await testApi();
  anna = await person(api, { firstName: 'Anna' });
  const { access_token } = await signInAs(api.url, anna.email);
  live = liveClient(api.url, () => access_token);
  const queue = { account_id: anna.accountId, type: 'acd', follow_up_time: 10 } as const;
  await api.db
    .insertInto('channels')
    .values([
      { ...queue, id: channelId, name: 'Sales' },
      { ...queue, id: 'cnext', name: 'Disposition' },
    ])
    .execute();
  await api.db.insertInto('channel_members').values({ channel_id: channelId, user_id: anna.userId }).execute();
});
afterAll(async () => {
  await live.close();
  await api.stop();
});

test('members are told how the calls of their channel are handed out, as soon as that changes', async () => {
  const settings = live.watch<ChannelSetting & { rev: number }>('channelSettings');
  const flowOf = (id: string) => settings.rows?.find((row) => row.id === id)?.flow;
  await vi.waitFor(() => expect(flowOf(channelId)).toMatchObject({ strategy: 'all-at-once', overflowChannel: null }));
  // One person's line has none.
  expect(flowOf(anna.channelId)).toBeNull();
  const overflow = { kind: 'channel', channelId: 'cnext' };
  const route = (to: object) =>
    api.db
      .updateTable('channels')
      .set({ routing: JSON.stringify({ strategy: 'fixed-order', overflow: to }), ring_seconds: 45 })
      .where('id', '=', channelId)
      .execute();
  await route(overflow);
  await vi.waitFor(() =>
    expect(flowOf(channelId)).toEqual({
      strategy: 'fixed-order',
      ringSeconds: 45,
      overflow,
      overflowChannel: 'Disposition',
    }),
  );
  await route({ kind: 'voicemail' });
  await vi.waitFor(() => expect(flowOf(channelId)?.overflowChannel).toBeNull());
});
