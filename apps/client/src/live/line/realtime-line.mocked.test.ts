import type { Options } from 'pusher-js/with-encryption';
import { expect, test, vi } from 'vitest';
import { openRealtimeLine, type RealtimeParts } from './realtime-line.ts';

/** The part of Pusher's client that we use. */
class FakePusher {
  static made: FakePusher[] = [];
  readonly channels: string[] = [];
  connects = 0;
  disconnects = 0;
  readonly heard = new Map<string, (what: never) => void>();
  onAny: (name: string, payload: unknown) => void = () => {};
  readonly connection = { bind: (event: string, listener: (what: never) => void) => this.heard.set(event, listener) };
  onError = (error: { data?: { code?: number } }) => this.heard.get('error')?.(error as never);
  readonly key: string;
  readonly options: Options;
  constructor(key: string, options: Options) {
    this.key = key;
    this.options = options;
    FakePusher.made.push(this);
  }
  subscribe(channel: string) {
    this.channels.push(channel);
    return {
      bind: (event: string, listener: (what: never) => void) => this.heard.set(event, listener),
      bind_global: (listener: (name: string, payload: unknown) => void) => {
        this.onAny = listener;
      },
    };
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
  const events: unknown[] = [];
  const joined: boolean[] = [];
  const statuses: string[] = [];
  const { leave, hurry } = openRealtimeLine(
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
    {
      event: (name, payload) => events.push([name, payload]),
      joined: (isJoined) => joined.push(isJoined),
      status: (status) => statuses.push(status),
    },
  );
  return { leave, hurry, trouble, events, joined, statuses };
}
const pusher = async () => {
  await vi.waitFor(() => expect(FakePusher.made).toHaveLength(1));
  return FakePusher.made[0] as FakePusher;
};

test('API-043: the user’s own encrypted channel is subscribed, on the server that the page came from', async () => {
  line();
  const { key, channels, options } = await pusher();
  expect([key, channels]).toEqual(['sidetone', ['private-encrypted-user-w1']]);
  expect(options).toMatchObject({ wsHost: 'phone.example', wssPort: 443, forceTLS: true, enabledTransports: ['ws'] });
});

test('the channel is subscribed on another service where the server names one', async () => {
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

test('after 4009 the line comes back with a new token, and stays away without one', async () => {
  line();
  const client = await pusher();
  client.onError({ data: { code: 4009 } });
  await vi.waitFor(() => expect(client.connects).toBe(1));

  const ended = new Error('the session has ended');
  const { trouble, statuses } = line({ renewToken: () => Promise.reject(ended) });
  const other = await pusher();
  other.onError({ data: { code: 4009 } });
  await vi.waitFor(() => expect(trouble).toEqual([ended]));
  expect([other.connects, statuses]).toEqual([0, ['RECONNECT_ERROR']]);
});

test('NET-010, NET-011: a cut connection is tried again ten times fast, then slowly, until it is there', async () => {
  const { statuses } = line();
  const client = await pusher();
  vi.useFakeTimers();
  try {
    client.heard.get('pusher:subscription_succeeded')?.({} as never);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      client.onError({ data: { code: 1006 } });
      await vi.advanceTimersByTimeAsync(1_000);
      expect(client.connects).toBe(attempt);
      client.heard.get('state_change')?.({ current: 'connecting' } as never);
    }
    expect(statuses.at(-1)).toBe('RECONNECTING');
    client.onError({ data: { code: 1006 } });
    expect(statuses.at(-1)).toBe('RECONNECT_FAILED');
    await vi.advanceTimersByTimeAsync(14_000);
    expect(client.connects).toBe(10);
    await vi.advanceTimersByTimeAsync(46_000);
    expect(client.connects).toBe(11);
    client.heard.get('pusher:subscription_succeeded')?.({} as never);
    expect(statuses.at(-1)).toBe('ONLINE');
  } finally {
    vi.useRealTimers();
  }
});

test.each(['unavailable', 'disconnected', 'failed'])('NET-012, NET-014: %s is offline', async (current) => {
  const { statuses, leave } = line();
  const client = await pusher();
  client.heard.get('pusher:subscription_succeeded')?.({} as never);
  client.heard.get('state_change')?.({ current } as never);
  expect(statuses).toEqual(['ONLINE', 'OFFLINE']);
  leave();
  expect(statuses.at(-1)).toBe('INITIAL');
});

test('NET-013, ERR-044: a channel that could not be authorised is offline, and is asked for again', async () => {
  const { statuses, trouble } = line({ authorize: () => Promise.reject(new Error('503')) });
  const client = await pusher();
  const { channelAuthorization } = client.options;
  if (!channelAuthorization || !('customHandler' in channelAuthorization)) throw new Error('no handler of our own');
  const error = await new Promise<Error | null>((resolve) =>
    channelAuthorization.customHandler({ socketId: '1.2', channelName: 'private-x' }, resolve),
  );
  expect(error?.message).toBe('Could not authorize channel');
  client.heard.get('pusher:subscription_error')?.(error as never);
  expect([statuses, trouble]).toEqual([['OFFLINE'], [error]]);
  await vi.waitFor(() => expect(client.connects).toBe(1));
});

test('a server that could not say where the channel is, is asked again', async () => {
  const away = new Error('no network');
  let asked = 0;
  const { statuses, trouble } = line({
    async server() {
      asked += 1;
      if (asked === 1) throw away;
      return { key: 'sidetone', elsewhere: null };
    },
  });
  const client = await pusher();
  expect([asked, trouble, statuses]).toEqual([2, [away], ['OFFLINE']]);
  client.heard.get('pusher:subscription_succeeded')?.({} as never);
  expect(statuses.at(-1)).toBe('ONLINE');
});

test('a line that is left before it is there never joins, and one that is there leaves', async () => {
  line().leave();
  await new Promise((resolve) => setImmediate(resolve));
  expect(FakePusher.made).toEqual([]);
  const { leave } = line();
  const client = await pusher();
  leave();
  expect(client.disconnects).toBe(1);
});

test('events of the channel are passed on, those of the protocol are not', async () => {
  const { events } = line();
  const client = await pusher();
  client.onAny('incoming', { callId: 'c1' });
  client.onAny('pusher:subscription_succeeded', {});
  expect(events).toEqual([['incoming', { callId: 'c1' }]]);
});

test('joined means subscribed: a connection alone is not enough, and a lost one is no longer joined', async () => {
  const { joined, leave } = line();
  const client = await pusher();
  client.heard.get('state_change')?.({ current: 'connected' } as never);
  expect(joined).toEqual([]);
  client.heard.get('pusher:subscription_succeeded')?.({} as never);
  client.heard.get('state_change')?.({ current: 'connecting' } as never);
  leave();
  expect(joined).toEqual([true, false, false]);
});

test('a server that could not be asked is asked again on demand', async () => {
  let asked = 0;
  const { hurry, trouble } = line({
    server: async () => {
      asked += 1;
      if (asked === 1) throw new Error('no server');
      return { key: 'k', elsewhere: null };
    },
  });
  await vi.waitFor(() => expect(trouble).toHaveLength(1));
  hurry();
  expect((await pusher()).channels).toHaveLength(1);
});
