import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { type Elsewhere, type Expected, expectedSockets } from './elsewhere.ts';
import type { RealtimeKeys } from './keys.ts';
import { mayJoin } from './signatures.ts';

/** Close codes of the Pusher protocol: 40xx do not come back by themselves, 42xx come back at once. */
const closeCodes = {
  unknownKey: 4001,
  unsupportedProtocol: 4007,
  /** The client has to get a new token and connect again; pusher-js does neither by itself. */
  notAuthorised: 4009,
  tooManyMessages: 4200,
  noPong: 4201,
} as const;

export interface Gateway {
  /** Takes a socket that was opened at `/app/{key}`; calls `known` once it may join a private channel. */
  connect(socket: WebSocket, request: IncomingMessage, known?: () => void): void;
  /** Sends an event to everyone on the channel, except to one socket. `data` is a string, as the protocol has it. */
  publish(event: { channel: string; name: string; data: string; exceptSocketId?: string | undefined }): void;
  /** Hears of every subscription, once it is made. */
  onJoin(listener: (channel: string) => void): void;
  /** Calls back with each channel that its last socket left. */
  onEmpty(listener: (channel: string) => void): void;
  /** Ids of the sockets that are subscribed to a channel. */
  socketsOn(channel: string): readonly string[];
  /**
   * Calls back when the socket with this id closes, immediately if there is none and none is expected from another node. Gives the way
   * to close it as not authorised. `accountId`: whose it is.
   */
  follow(socketId: string, onClose: () => void, accountId?: string): { close(): void };
}

interface Connection {
  readonly id: string;
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly known: () => void;
  readonly channels: Set<string>;
  /** Somebody was let in by its id here: then their company is at home here. */
  isAtHome: boolean;
  /** What it says while it is being found out whose it is; null: it is heard. */
  held: string[] | null;
  /** Another node hears it from now on. */
  isPassed?: true;
}

const protocols = [5, 6, 7];
/** After this long without a message the client itself asks for a sign of life. */
const activityTimeoutSeconds = 120;
/** The server asks sooner: a page that froze has no phone, and its user is shown as offline within 30 s. */
const silentForMs = 12_000;
const pongWithinMs = 12_000;
const mostChannels = 100;
const mostMessagesPerSecond = 50;
/** Bytes that may wait for a slow client. */
const mostUnread = 1024 * 1024;

const frame = z.object({
  event: z.string().max(200),
  channel: z.string().max(200).optional(),
  data: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
});
const subscription = z.object({
  channel: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\w=@,.;-]+$/),
  auth: z.string().optional(),
  /** pusher-js sends `null` where the server that authorised it gave none. */
  channel_data: z.string().nullish(),
});

/** Who is connected, and to what. */
interface Floor {
  readonly keys: RealtimeKeys;
  readonly elsewhere: Elsewhere | undefined;
  readonly expected: Expected;
  readonly connections: Map<string, Connection>;
  readonly channels: Map<string, Set<Connection>>;
  readonly joinListeners: ((channel: string) => void)[];
  readonly emptyListeners: ((channel: string) => void)[];
}

/** A server of the Pusher Channels protocol, version 7, for this process. Without `elsewhere` everybody is at home here. */
export function gateway(keys: RealtimeKeys, elsewhere?: Elsewhere): Gateway {
  const lists = { joinListeners: [], emptyListeners: [] };
  const expected = expectedSockets();
  const floor: Floor = { keys, elsewhere, expected, connections: new Map(), channels: new Map(), ...lists };
  const { connections, channels, joinListeners, emptyListeners } = floor;
  return {
    connect: (socket, request, known = () => {}) => connect(floor, socket, request, known),

    publish({ channel, name, data, exceptSocketId }) {
      const text = JSON.stringify({ event: name, channel, data });
      for (const { id, socket } of channels.get(channel) ?? []) {
        // A client that does not read is disconnected, and reads what is when it comes back.
        if (socket.bufferedAmount > mostUnread) socket.terminate();
        else if (id !== exceptSocketId) socket.send(text);
      }
    },

    onJoin: (listener) => void joinListeners.push(listener),

    onEmpty: (listener) => void emptyListeners.push(listener),

    socketsOn: (channel) => [...(channels.get(channel) ?? [])].map(({ id }) => id),

    follow(socketId, onClose, accountId) {
      const connection = connections.get(socketId);
      if (connection) {
        connection.isAtHome = true;
        if (accountId !== undefined) elsewhere?.letIn(accountId, connection.socket);
        connection.socket.once('close', onClose);
      } else if (elsewhere && !elsewhere.isAlone()) expected.add(socketId, onClose);
      else onClose();
      return {
        close: () => connections.get(socketId)?.socket.close(closeCodes.notAuthorised, 'The sign-in has ended'),
      };
    },
  };
}

function connect(floor: Floor, socket: WebSocket, request: IncomingMessage, known: () => void): void {
  const { connections, keys } = floor;
  socket.on('error', () => socket.terminate());
  const wrong = whatIsWrong(new URL(request.url ?? '/', 'http://gateway'), keys.key);
  if (wrong) {
    refuse(socket, wrong.code, wrong.message);
    return;
  }
  // Of one that another node hands on, its client knows the id already.
  const given = floor.elsewhere?.socketIdOf(request);
  const id = given ?? `${randomInt(1, 2 ** 31)}.${randomInt(1, 2 ** 31)}`;
  connections.get(id)?.socket.terminate();
  const isAtHome = given !== undefined;
  const connection: Connection = { id, socket, request, known, channels: new Set(), isAtHome, held: null };
  connections.set(id, connection);
  for (const onClose of floor.expected.take(id)) socket.once('close', onClose);
  const alive = watchActivity(socket);
  const allowed = messageAllowance();
  socket.on('message', (bytes, isBinary) => {
    alive();
    if (!allowed()) socket.close(closeCodes.tooManyMessages, 'Too many messages');
    else if (isBinary || connection.isPassed) return;
    else if (connection.held) connection.held.push(bytes.toString());
    else heard(floor, connection, bytes.toString());
  });
  socket.on('close', () => {
    if (connections.get(id) === connection) connections.delete(id);
    for (const channel of connection.channels) leave(floor, connection, channel);
  });
  send(socket, 'pusher:connection_established', { socket_id: id, activity_timeout: activityTimeoutSeconds });
}

function heard(floor: Floor, connection: Connection, text: string): void {
  const { socket } = connection;
  const message = readFrame(text);
  if (!message) {
    complain(socket, null, 'This message cannot be read.');
    return;
  }
  const data = typeof message.data === 'string' ? parsed(message.data) : message.data;
  switch (message.event) {
    case 'pusher:ping':
      send(socket, 'pusher:pong', {});
      break;
    case 'pusher:pong':
      break;
    case 'pusher:subscribe':
      subscribe(floor, connection, data, text);
      break;
    case 'pusher:unsubscribe': {
      const channel = z.object({ channel: z.string() }).safeParse(data);
      if (channel.success) leave(floor, connection, channel.data.channel);
      break;
    }
    default:
      complain(socket, 4301, 'Clients send no events here.');
  }
}

function subscribe(floor: Floor, connection: Connection, data: unknown, text: string): void {
  const { keys, channels, joinListeners } = floor;
  const { socket } = connection;
  const asked = subscription.safeParse(data);
  if (!asked.success) {
    complain(socket, null, 'This subscription cannot be read.');
    return;
  }
  const { channel } = asked.data;
  if (!isOpenTo(connection, asked.data, keys)) {
    const error = { type: 'AuthError', error: 'This channel is not open to you.', status: 401 };
    send(socket, 'pusher:subscription_error', error, channel);
    return;
  }
  if (isPrivate(channel)) connection.known();
  if (isPrivate(channel) && !connection.isAtHome && floor.elsewhere && !floor.elsewhere.isAlone()) {
    void findHome(floor, floor.elsewhere, connection, { channel, text });
    return;
  }
  connection.channels.add(channel);
  const members = channels.get(channel) ?? new Set();
  channels.set(channel, members.add(connection));
  send(socket, 'pusher_internal:subscription_succeeded', {}, channel);
  for (const listener of joinListeners) listener(channel);
}

/** Who may hear a channel was let in by the home of the company: where that was not here, the socket belongs there. */
async function findHome(
  floor: Floor,
  elsewhere: Elsewhere,
  connection: Connection,
  { channel, text }: { readonly channel: string; readonly text: string },
): Promise<void> {
  const { id, socket, request } = connection;
  connection.held = [text];
  const accountId = await elsewhere.accountOf(channel);
  const said = connection.held;
  connection.held = null;
  // It may have closed in the meantime, and what would be opened for it now would never be closed.
  if (socket.readyState !== socket.OPEN) return;
  if (accountId !== null && elsewhere.pass({ socket, request, accountId, said, socketId: id })) {
    connection.isPassed = true;
    for (const one of connection.channels) leave(floor, connection, one);
    return;
  }
  connection.isAtHome = true;
  for (const one of said) heard(floor, connection, one);
}

function leave({ channels, emptyListeners }: Floor, connection: Connection, channel: string): void {
  connection.channels.delete(channel);
  const members = channels.get(channel);
  members?.delete(connection);
  if (members?.size !== 0) return;
  channels.delete(channel);
  for (const listener of emptyListeners) listener(channel);
}

const isPrivate = (channel: string) => channel.startsWith('private-');

/** Whether this connection may hear one more channel, and this one. */
const isOpenTo = ({ id, channels }: Connection, asked: z.infer<typeof subscription>, keys: RealtimeKeys): boolean => {
  const { channel, auth = '', channel_data: channelData } = asked;
  // A page would wait for ever for the list of members, which nobody keeps here.
  if (channel.startsWith('presence-') || channels.size >= mostChannels) return false;
  return !isPrivate(channel) || mayJoin(keys, id, channel, auth, channelData ?? undefined);
};

/** Data of system messages is JSON within JSON, as the protocol has it. */
const send = (socket: WebSocket, event: string, data: object, channel?: string): void =>
  socket.send(JSON.stringify({ event, ...(channel === undefined ? {} : { channel }), data: JSON.stringify(data) }));

/** Errors alone carry their data as an object. */
const complain = (socket: WebSocket, code: number | null, message: string): void =>
  socket.send(JSON.stringify({ event: 'pusher:error', data: { code, message } }));

/** Why nobody connects at this address; undefined when someone may. */
const whatIsWrong = ({ pathname, searchParams }: URL, key: string) => {
  if (pathname !== `/app/${key}`) return { code: closeCodes.unknownKey, message: 'Unknown application key' };
  if (protocols.includes(Number(searchParams.get('protocol')))) return undefined;
  return { code: closeCodes.unsupportedProtocol, message: 'Unsupported protocol version' };
};

const refuse = (socket: WebSocket, code: number, message: string): void => {
  complain(socket, code, message);
  socket.close(code, message);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const readFrame = (text: string) => frame.safeParse(parsed(text)).data;

/** Asks a silent client for a sign of life, and closes when none comes. Call the result for every message. */
const watchActivity = (socket: WebSocket): (() => void) => {
  let timer: NodeJS.Timeout;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      send(socket, 'pusher:ping', {});
      timer = setTimeout(() => {
        socket.close(closeCodes.noPong, 'Pong reply not received');
        socket.terminate();
      }, pongWithinMs);
    }, silentForMs);
  };
  socket.on('close', () => clearTimeout(timer));
  wait();
  return wait;
};

const messageAllowance = (): (() => boolean) => {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    return count <= mostMessagesPerSecond;
  };
};
