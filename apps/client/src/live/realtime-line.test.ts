import type { Options } from 'pusher-js/with-encryption';
import { expect, test, vi } from 'vitest';
import { openRealtimeLine, type RealtimeParts } from './realtime-line.ts';

/** As much of Pusher's client as we use. */
class FakePusher {
  static made: FakePusher[] = [];
  readonly channels: string[] = [];
  connects = 0;
  disconnects = 0;
  onError: (error: { data?: { code?: number } }) => void = () => {};
  readonly connection = {
    bind: (_event: string, listener: (error: { data?: { code?: number } }) => void) => {
      this.onError = listener;
    },
  };
  readonly key: string;
  readonly options: Options;
  constructor(key: string, options: Options) {
    this.key = key;
    this.options = options;
    FakePusher.made.push(this);
  }
  subscribe(channel: string) {
    this.channels.push(channel);
    return { bind: () => {} };
  }
  connect() {
    this.connects += 1;
  }
  disconnect() {
    this.disconnects += 1;
  }
}

function line(more: Partial<RealtimeParts> = {}) {
  FakePusher.made = [];
  const trouble: unknown[] = [];
  const leave = openRealtimeLine(
    {
      library: async () => FakePusher as unknown as Awaited<ReturnType<RealtimeParts['library']>>,
      server: async () => ({ key: 'sidetone', elsewhere: null }),
      authorize: async (socketId, channel) => ({ auth: `${socketId} ${channel}`, shared_secret: 'secret' }),
      renewToken: async () => 'new',
      page: { protocol: 'https:', hostname: 'phone.example', port: '' },
      ...more,
    },
    'w1',
    (cause) => trouble.push(cause),
  );
  return { leave, trouble };
}
const pusher = async () => {
  await vi.waitFor(() => expect(FakePusher.made).toHaveLength(1));
  return FakePusher.made[0] as FakePusher;
};

test('API-043: the own encrypted channel is subscribed, at the server the page came from', async () => {
  line();
  const { key, channels, options } = await pusher();
  expect([key, channels]).toEqual(['sidetone', ['private-encrypted-user-w1']]);
  expect(options).toMatchObject({ wsHost: 'phone.example', wssPort: 443, forceTLS: true, enabledTransports: ['ws'] });
});

test('or at the service that the server names', async () => {
  line({ server: async () => ({ key: 'k', elsewhere: { host: 'push.example', port: 6001, tls: false } }) });
  expect((await pusher()).options).toMatchObject({ wsHost: 'push.example', wsPort: 6001, forceTLS: false });
});

test('API-042: the reply of the server is the authorisation', async () => {
  line();
  const { channelAuthorization } = (await pusher()).options;
  if (!channelAuthorization || !('customHandler' in channelAuthorization)) throw new Error('no handler of our own');
  const answer = await new Promise((resolve) =>
    channelAuthorization.customHandler({ socketId: '1.2', channelName: 'private-x' }, (error, data) =>
      resolve([error, data]),
    ),
  );
  expect(answer).toEqual([null, { auth: '1.2 private-x', shared_secret: 'secret' }]);
});

test('after 4009 it comes back with a new token, and stays away without one', async () => {
  line();
  const client = await pusher();
  client.onError({ data: { code: 1006 } });
  client.onError({ data: { code: 4009 } });
  await vi.waitFor(() => expect(client.connects).toBe(1));

  const ended = new Error('the session has ended');
  const { trouble } = line({ renewToken: () => Promise.reject(ended) });
  const other = await pusher();
  other.onError({ data: { code: 4009 } });
  await vi.waitFor(() => expect(trouble).toEqual([ended]));
  expect(other.connects).toBe(0);
});

test('who leaves before it was there never joins, and after it leaves', async () => {
  line().leave();
  await new Promise((resolve) => setImmediate(resolve));
  expect(FakePusher.made).toEqual([]);
  const { leave } = line();
  const client = await pusher();
  leave();
  expect(client.disconnects).toBe(1);
});
