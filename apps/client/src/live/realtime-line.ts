import { userChannelName } from '@sidetone/contract/realtime/events.ts';
import type { RealtimeServer } from '@sidetone/contract/realtime/server.ts';
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

/** Hears what happens on the channel. */
export interface RealtimeEars {
  /** An event of the channel, by its name on the wire and not parsed yet. */
  event(name: string, payload: unknown): void;
  /** Whether events arrive. While they do not, whatever they would tell is read as live data once they do. */
  joined(isJoined: boolean): void;
}

/** Pusher's own events on a channel start like this. */
const internal = 'pusher';

/** The gateway closes with this when the sign-in behind a channel is over (Pusher protocol: never come back as you are). */
const notAuthorised = 4009;

export interface RealtimeLine {
  /** Connects at once instead of waiting for the next attempt. */
  hurry(): void;
  leave(): void;
}

/**
 * Subscribes to the encrypted channel on which a user hears what happens to their calls. The library reconnects by
 * itself except after 4009, where a new token has to be got before.
 */
export function openRealtimeLine(
  parts: RealtimeParts,
  webUserId: string,
  onTrouble: (cause: unknown) => void,
  ears: RealtimeEars = { event: () => {}, joined: () => {} },
): RealtimeLine {
  let pusher: Pusher | null = null;
  let left = false;

  async function join() {
    const [Client, server] = await Promise.all([parts.library(), parts.server()]);
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
            (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause)), null),
          );
        },
      },
    });
    pusher = client;
    client.connection.bind('error', ({ data }: { data?: { code?: number } }) => {
      if (data?.code !== notAuthorised) return;
      // Who has signed out gets no token, and stays away.
      parts.renewToken().then(() => left || client.connect(), onTrouble);
    });
    client.connection.bind('state_change', ({ current }: { current?: string }) => {
      if (current !== 'connected') ears.joined(false);
    });
    const channel = client.subscribe(userChannelName(webUserId));
    channel.bind('pusher:subscription_error', onTrouble);
    channel.bind('pusher:subscription_succeeded', () => ears.joined(true));
    channel.bind_global((name: string, payload: unknown) => {
      if (!name.startsWith(internal)) ears.event(name, payload);
    });
  }

  join().catch(onTrouble);
  return {
    hurry() {
      if (left) return;
      if (pusher === null) join().catch(onTrouble);
      else pusher.connect();
    },
    leave() {
      left = true;
      pusher?.disconnect();
      ears.joined(false);
    },
  };
}

function addressOf({ elsewhere }: RealtimeServer, page: RealtimeParts['page']): Partial<Options> {
  const tls = elsewhere?.tls ?? page.protocol === 'https:';
  const port = elsewhere?.port ?? (Number(page.port) || (tls ? 443 : 80));
  return { wsHost: elsewhere?.host ?? page.hostname, wsPort: port, wssPort: port, forceTLS: tls };
}
