import { userChannelName } from '@sidetone/contract/realtime/events.ts';
import type { RealtimeServer } from '@sidetone/contract/realtime/server.ts';
import { realtimeReconnectMaxAttempts } from '@sidetone/contract/rules/call-timing.ts';
import type Pusher from 'pusher-js/with-encryption';
import type { Options } from 'pusher-js/with-encryption';

interface ChannelAuth {
  readonly auth: string;
  readonly shared_secret?: string | undefined;
}

export interface RealtimeParts {
  /** Pusher's own client; loaded late, since nothing on the first screen waits for it. */
  library(): Promise<new (key: string, options: Options) => Pusher>;
  server(): Promise<RealtimeServer>;
  authorize(socketId: string, channel: string): Promise<ChannelAuth>;
  renewToken(): Promise<unknown>;
  readonly page: Pick<Location, 'protocol' | 'hostname' | 'port'>;
}

/** How the channel does (specification 4). */
export type NetworkStatus = 'INITIAL' | 'ONLINE' | 'RECONNECTING' | 'OFFLINE' | 'RECONNECT_ERROR' | 'RECONNECT_FAILED';

/** Hears what happens on the channel. */
export interface RealtimeEars {
  /** An event of the channel, by its name on the wire and not parsed yet. */
  event(name: string, payload: unknown): void;
  /** Whether events arrive. While they do not, whatever they would tell is read as live data once they do. */
  joined(isJoined: boolean): void;
  status?(status: NetworkStatus): void;
}

/** Pusher's own events on a channel start like this. */
const internal = 'pusher';

/** The gateway closes with this when the sign-in behind a channel is over (Pusher protocol: never come back as you are). */
const notAuthorised = 4009;
/** The connection was cut without a word (RFC 6455). */
const cut = 1006;
/** Time between two attempts of the fast phase; the first is made at once. */
const fastMs = 1_000;
/** Slow attempts come this far apart, at random between the two, so that a restarted server is not stormed. */
const slowMs = { least: 15_000, most: 60_000 };

export interface RealtimeLine {
  /** Connects at once instead of waiting for the next attempt. */
  hurry(): void;
  leave(): void;
}

/**
 * Subscribes to the encrypted channel on which a user hears what happens to their calls. A cut connection and a refused
 * channel are tried again by ourselves: ten times fast (specification 4), then slowly; after 4009 with a new token.
 */
export function openRealtimeLine(
  parts: RealtimeParts,
  webUserId: string,
  onTrouble: (cause: unknown) => void,
  ears: RealtimeEars = { event: () => {}, joined: () => {} },
): RealtimeLine {
  let pusher: Pusher | null = null;
  let left = false;
  let joining = false;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let now: NetworkStatus = 'INITIAL';

  function tell(status: NetworkStatus) {
    // Once the fast attempts are used up, only success says something new.
    if (status !== 'ONLINE' && attempts > realtimeReconnectMaxAttempts) now = 'RECONNECT_FAILED';
    else now = status;
    ears.status?.(now);
  }

  function again() {
    if (left || timer !== undefined) return;
    attempts += 1;
    const slow = slowMs.least + Math.random() * (slowMs.most - slowMs.least);
    timer = setTimeout(connect, attempts > realtimeReconnectMaxAttempts ? slow : attempts === 1 ? 0 : fastMs);
    if (attempts > realtimeReconnectMaxAttempts) tell('RECONNECT_FAILED');
  }

  function connect() {
    clearTimeout(timer);
    timer = undefined;
    if (pusher === null) {
      if (!joining) join().catch(lost);
      return;
    }
    // Whatever the library still waits for is given up; connecting subscribes again.
    if (attempts > 0) pusher.disconnect();
    pusher.connect();
  }

  function lost(cause: unknown) {
    tell('OFFLINE');
    onTrouble(cause);
    again();
  }

  async function join() {
    joining = true;
    const [Client, server] = await Promise.all([parts.library(), parts.server()]).finally(() => {
      joining = false;
    });
    if (left) return;
    const client = new Client(server.key, {
      ...addressOf(server, parts.page),
      cluster: '',
      enabledTransports: ['ws'],
      disableStats: true,
      channelAuthorization: {
        customHandler({ socketId, channelName }, done) {
          parts.authorize(socketId, channelName).then(
            ({ auth, shared_secret }) => done(null, { auth, ...(shared_secret && { shared_secret }) }),
            (cause: unknown) => done(new Error('Could not authorize channel', { cause }), null),
          );
        },
      },
    });
    pusher = client;
    client.connection.bind('error', ({ data }: { data?: { code?: number } }) => {
      if (data?.code === cut) again();
      if (data?.code !== notAuthorised) return;
      // Who has signed out gets no token, and stays away.
      parts.renewToken().then(again, (cause: unknown) => {
        tell('RECONNECT_ERROR');
        onTrouble(cause);
      });
    });
    client.connection.bind('state_change', ({ current }: { current?: string }) => {
      if (current === 'connected') return;
      ears.joined(false);
      if (current !== 'connecting') tell('OFFLINE');
      else if (now !== 'INITIAL') tell('RECONNECTING');
      if (current === 'unavailable') again();
    });
    const channel = client.subscribe(userChannelName(webUserId));
    channel.bind('pusher:subscription_error', lost);
    channel.bind('pusher:subscription_succeeded', () => {
      clearTimeout(timer);
      timer = undefined;
      attempts = 0;
      tell('ONLINE');
      ears.joined(true);
    });
    channel.bind_global((name: string, payload: unknown) => {
      if (!name.startsWith(internal)) ears.event(name, payload);
    });
  }

  join().catch(lost);
  return {
    hurry() {
      if (!left) connect();
    },
    leave() {
      left = true;
      clearTimeout(timer);
      pusher?.disconnect();
      ears.joined(false);
      ears.status?.('INITIAL');
    },
  };
}

function addressOf({ elsewhere }: RealtimeServer, page: RealtimeParts['page']): Partial<Options> {
  const tls = elsewhere?.tls ?? page.protocol === 'https:';
  const port = elsewhere?.port ?? (Number(page.port) || (tls ? 443 : 80));
  return { wsHost: elsewhere?.host ?? page.hostname, wsPort: port, wssPort: port, forceTLS: tls };
}
