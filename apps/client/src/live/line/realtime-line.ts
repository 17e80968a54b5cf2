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
  /** Pusher's own client; it is loaded late, since nothing on the first page waits for it. */
  library(): Promise<new (key: string, options: Options) => Pusher>;
  server(): Promise<RealtimeServer>;
  authorize(socketId: string, channel: string): Promise<ChannelAuth>;
  renewToken(): Promise<unknown>;
  readonly page: Pick<Location, 'protocol' | 'hostname' | 'port'>;
}

/** The state of the channel (specification 4). */
export type NetworkStatus = 'INITIAL' | 'ONLINE' | 'RECONNECTING' | 'OFFLINE' | 'RECONNECT_ERROR' | 'RECONNECT_FAILED';

/** Hears what happens on the channel. */
export interface RealtimeEars {
  /** An event of the channel, by its name on the wire and not parsed yet. */
  event(name: string, payload: unknown): void;
  /** Whether events arrive. While they do not, their news is read as live data afterwards. */
  joined(isJoined: boolean): void;
  status?(status: NetworkStatus): void;
}

/** The names of Pusher's own events on a channel start like this. */
const internal = 'pusher';

/**
 * The gateway closes with this code when the sign-in behind a channel is over (Pusher protocol: do not reconnect
 * unchanged).
 */
const notAuthorised = 4009;
/** The connection was cut without a close frame (RFC 6455). */
const cut = 1006;
/** Time between two attempts of the fast phase; the first is made immediately. */
const fastMs = 1_000;
/** The wait between two slow attempts, at random between the two, so that a restarted server is not flooded. */
const slowMs = { least: 15_000, most: 60_000 };

export interface RealtimeLine {
  /** Connects immediately instead of waiting for the next attempt. */
  hurry(): void;
  leave(): void;
}

interface Line {
  readonly parts: RealtimeParts;
  readonly webUserId: string;
  readonly onTrouble: (cause: unknown) => void;
  readonly ears: RealtimeEars;
  /** Null until the library is loaded and the server has said where the channel is. */
  pusher: Pusher | null;
  isJoining: boolean;
  hasLeft: boolean;
  /** Attempts since events last arrived. */
  attempts: number;
  /** Runs until the next attempt. */
  timer: ReturnType<typeof setTimeout> | undefined;
  status: NetworkStatus;
}

/**
 * Subscribes to the encrypted channel on which a user hears what happens to their calls. A cut connection and a refused
 * channel are tried again here: ten times fast (specification 4), then slowly; after 4009 with a new token.
 */
export function openRealtimeLine(
  parts: RealtimeParts,
  webUserId: string,
  onTrouble: (cause: unknown) => void,
  ears: RealtimeEars = { event: () => {}, joined: () => {} },
): RealtimeLine {
  const line: Line = {
    parts,
    webUserId,
    onTrouble,
    ears,
    pusher: null,
    isJoining: false,
    hasLeft: false,
    attempts: 0,
    timer: undefined,
    status: 'INITIAL',
  };
  join(line).catch((cause: unknown) => lose(line, cause));
  return {
    hurry() {
      if (!line.hasLeft) connect(line);
    },
    leave() {
      line.hasLeft = true;
      clearTimeout(line.timer);
      line.pusher?.disconnect();
      ears.joined(false);
      ears.status?.('INITIAL');
    },
  };
}

function tell(line: Line, status: NetworkStatus): void {
  // Once the fast attempts are used up, only success says something new.
  const isGivenUp = status !== 'ONLINE' && line.attempts > realtimeReconnectMaxAttempts;
  line.status = isGivenUp ? 'RECONNECT_FAILED' : status;
  line.ears.status?.(line.status);
}

function lose(line: Line, cause: unknown): void {
  tell(line, 'OFFLINE');
  line.onTrouble(cause);
  tryAgain(line);
}

function tryAgain(line: Line): void {
  if (line.hasLeft || line.timer !== undefined) return;
  line.attempts += 1;
  line.timer = setTimeout(() => connect(line), waitMs(line.attempts));
  if (line.attempts > realtimeReconnectMaxAttempts) tell(line, 'RECONNECT_FAILED');
}

function waitMs(attempt: number): number {
  if (attempt > realtimeReconnectMaxAttempts) return slowMs.least + Math.random() * (slowMs.most - slowMs.least);
  return attempt === 1 ? 0 : fastMs;
}

function connect(line: Line): void {
  clearTimeout(line.timer);
  line.timer = undefined;
  if (line.pusher === null) {
    if (!line.isJoining) join(line).catch((cause: unknown) => lose(line, cause));
    return;
  }
  // The library's own pending attempt is given up; connecting subscribes again.
  if (line.attempts > 0) line.pusher.disconnect();
  line.pusher.connect();
}

async function join(line: Line): Promise<void> {
  const { parts, webUserId } = line;
  line.isJoining = true;
  const [Client, server] = await Promise.all([parts.library(), parts.server()]).finally(() => {
    line.isJoining = false;
  });
  if (line.hasLeft) return;
  const client = new Client(server.key, optionsFor(server, parts));
  line.pusher = client;
  followConnection(line, client);
  followChannel(line, client.subscribe(userChannelName(webUserId)));
}

function optionsFor(server: RealtimeServer, parts: RealtimeParts): Options {
  return {
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
  };
}

function followConnection(line: Line, client: Pusher): void {
  client.connection.bind('error', ({ data }: { data?: { code?: number } }) => {
    if (data?.code === cut) tryAgain(line);
    if (data?.code !== notAuthorised) return;
    // Users who have signed out get no token, and stay away.
    line.parts.renewToken().then(
      () => tryAgain(line),
      (cause: unknown) => {
        tell(line, 'RECONNECT_ERROR');
        line.onTrouble(cause);
      },
    );
  });
  client.connection.bind('state_change', ({ current }: { current?: string }) => {
    if (current === 'connected') return;
    line.ears.joined(false);
    if (current !== 'connecting') tell(line, 'OFFLINE');
    else if (line.status !== 'INITIAL') tell(line, 'RECONNECTING');
    if (current === 'unavailable') tryAgain(line);
  });
}

function followChannel(line: Line, channel: ReturnType<Pusher['subscribe']>): void {
  channel.bind('pusher:subscription_error', (cause: unknown) => lose(line, cause));
  channel.bind('pusher:subscription_succeeded', () => {
    clearTimeout(line.timer);
    line.timer = undefined;
    line.attempts = 0;
    tell(line, 'ONLINE');
    line.ears.joined(true);
  });
  channel.bind_global((name: string, payload: unknown) => {
    if (!name.startsWith(internal)) line.ears.event(name, payload);
  });
}

function addressOf({ elsewhere }: RealtimeServer, page: RealtimeParts['page']): Partial<Options> {
  const tls = elsewhere?.tls ?? page.protocol === 'https:';
  const port = elsewhere?.port ?? (Number(page.port) || (tls ? 443 : 80));
  return { wsHost: elsewhere?.host ?? page.hostname, wsPort: port, wssPort: port, forceTLS: tls };
}
