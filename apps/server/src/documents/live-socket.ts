import type { IncomingMessage } from 'node:http';
import { type AnyRouter, initTRPC, TRPCError } from '@trpc/server';
import { getWSConnectionHandler } from '@trpc/server/adapters/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { heldUntilKnown, type PassOn } from './held-until-known.ts';
import { type LiveHub, LiveRefusal } from './live-hub.ts';
import type { Asker } from './live-source.ts';

/** Who opened a connection, until when they are believed, and what to watch for an earlier end. */
interface LiveCaller extends Asker {
  readonly expiresAt: Date;
  /** Changes after which `stands` is asked again. */
  readonly topics: readonly string[];
  stands(): Promise<boolean>;
}

/** Finds out who a token speaks for; null for one that is not good. Rejects when that cannot be found out now. */
type FindLiveCaller = (token: string, request: IncomingMessage) => Promise<LiveCaller | null>;

interface Context {
  /** Null for a token that is not good, undefined when nobody could tell. */
  readonly caller: LiveCaller | null | undefined;
  /** Aborts when the caller is no longer believed. */
  readonly ended: AbortSignal;
  readonly socket: WebSocket;
  /** Whether it was asked for short deltas. */
  readonly isShort: boolean;
  /** Subscriptions that are open on this connection. */
  open: number;
}

const mostSubscriptions = 200;
/** Bytes that may wait for a slow client. */
const mostUnread = 8 * 1024 * 1024;

/** After this a connection whose token could not be looked up makes place for a new try. */
const reopenAfterMs = 500;

const t = initTRPC.context<Context>().create({
  // Otherwise every error travels with its stack unless NODE_ENV says production.
  isDev: false,
});

const refused = () => new TRPCError({ code: 'UNAUTHORIZED', message: 'A new access token is needed.' });
const failed = () => new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Try again in a moment.' });

/**
 * Live queries as tRPC subscriptions over one WebSocket: the procedure has the query's name, its input are the query's
 * parameters. The connection's parameters carry `token`, and `deltas: 'short'` for deltas without an order that is known; when it expires or is revoked, or the user is deactivated,
 * every subscription ends with UNAUTHORIZED.
 */
export function liveSocket(deps: {
  hub: LiveHub;
  names: readonly string[];
  findCaller: FindLiveCaller;
  /** Hands a socket on to the home of the company; false where that is here. Left out: it always is. */
  passOn?: PassOn | undefined;
  onTrouble(error: unknown): void;
}): (socket: WebSocket, request: IncomingMessage, known: () => void) => void {
  const { hub, findCaller, passOn, onTrouble } = deps;

  const watch = (name: string) =>
    t.procedure
      .input((input: unknown) => input)
      .subscription(async function* ({ ctx, input, signal }) {
        if (ctx.caller === undefined) throw failed();
        if (ctx.caller === null || ctx.ended.aborted) throw refused();
        if (ctx.open >= mostSubscriptions)
          throw new TRPCError({ code: 'BAD_REQUEST', message: 'Too many subscriptions at the same time.' });
        ctx.open += 1;
        const over = AbortSignal.any(signal ? [signal, ctx.ended] : [ctx.ended]);
        try {
          for await (const message of hub.watch(name, ctx.caller, input, over, ctx.isShort)) {
            yield message;
            // Who does not read is let go; coming back starts with a snapshot.
            if (ctx.socket.bufferedAmount > mostUnread) ctx.socket.terminate();
          }
        } catch (error) {
          if (error instanceof LiveRefusal) {
            const code = error.code === 'NOT_FOUND' ? 'NOT_FOUND' : 'BAD_REQUEST';
            throw new TRPCError({ code, message: error.code });
          }
          onTrouble(error);
          throw failed();
        } finally {
          ctx.open -= 1;
        }
        if (ctx.ended.aborted) throw refused();
      });

  return introducing({
    router: t.router(Object.fromEntries(deps.names.map((name) => [name, watch(name)]))),
    hub,
    findCaller,
    passOn,
    onTrouble,
  });
}

/** Answers sockets by a router; the first message of a socket tells whose it is. */
const introducing = ({
  router,
  hub,
  findCaller,
  passOn,
  onTrouble,
}: {
  router: AnyRouter;
  hub: LiveHub;
  findCaller: FindLiveCaller;
  passOn: PassOn | undefined;
  onTrouble(error: unknown): void;
}) => {
  /** Whom to tell that the caller of a socket is known. */
  const waiting = new WeakMap<WebSocket, () => void>();
  /** Whose sockets are, as far as that was asked before they were opened. */
  const found = new WeakMap<WebSocket, Promise<LiveCaller | null>>();
  const handle = getWSConnectionHandler({
    router,
    // The handler reads nothing from it: sockets are handed over one by one.
    wss: new WebSocketServer({ noServer: true }),
    keepAlive: { enabled: true, pingMs: 20_000, pongWaitMs: 10_000 },
    async createContext({ req, res: socket, info }): Promise<Context> {
      const ended = new AbortController();
      const isShort = info.connectionParams?.['deltas'] === 'short';
      const about = { ended: ended.signal, socket, isShort, open: 0 };
      socket.once('close', () => ended.abort());
      const token = info.connectionParams?.['token'];
      // Refusing here would close the socket without telling any subscription why.
      if (!token) return { caller: null, ...about };
      try {
        const caller = await (found.get(socket) ?? findCaller(token, req));
        if (caller) {
          waiting.get(socket)?.();
          endWithCaller(hub, caller, ended, onTrouble);
        }
        return { caller, ...about };
      } catch (error) {
        onTrouble(error);
        setTimeout(() => socket.close(1013, 'try again later'), reopenAfterMs).unref();
        return { caller: undefined, ...about };
      }
    },
  });
  return (socket: WebSocket, request: IncomingMessage, known: () => void): void => {
    waiting.set(socket, known);
    letGoOfFloods(socket);
    if (!passOn || !introducesItself(request)) return void handle(socket, request);
    heldUntilKnown({
      socket,
      request,
      known,
      passOn,
      accountOf: async (first) =>
        await accountIn(first, (token) => remember(found, socket, findCaller(token, request))),
      open: () => void handle(socket, request),
    });
  };
};

/** A first message comes that tells whose the socket is. */
const introducesItself = ({ url = '' }: IncomingMessage): boolean => url.includes('connectionParams=1');

const introduction = z.object({ data: z.object({ token: z.string() }) });

const tokenIn = (text: string): string | undefined => {
  try {
    return introduction.safeParse(JSON.parse(text)).data?.data.token;
  } catch {
    return undefined;
  }
};

const remember = <Value>(map: WeakMap<WebSocket, Value>, socket: WebSocket, value: Value): Value => {
  map.set(socket, value);
  return value;
};

/** The account of the token in a first message; null also where it cannot be looked up now, which the reply will say. */
const accountIn = async (
  first: string,
  find: (token: string) => Promise<LiveCaller | null>,
): Promise<string | null> => {
  const token = tokenIn(first);
  return token === undefined ? null : ((await find(token).catch(() => null))?.accountId ?? null);
};

/** Messages at once, and each second after that: a full screen that comes back asks for all its lists together. */
const allowance = { burst: 1_000, perSecond: 100 };

const letGoOfFloods = (socket: WebSocket): void => {
  let left = allowance.burst;
  let at = performance.now();
  socket.on('message', () => {
    const now = performance.now();
    left = Math.min(allowance.burst, left + ((now - at) / 1000) * allowance.perSecond) - 1;
    at = now;
    if (left >= 0) return;
    // Who does not take part in closing may go on sending for a while.
    socket.removeAllListeners('message');
    socket.close(1008, 'too many messages');
  });
};

const endWithCaller = (
  hub: LiveHub,
  caller: LiveCaller,
  ended: AbortController,
  onTrouble: (error: unknown) => void,
): void => {
  const timer = setTimeout(() => ended.abort(), Math.max(0, caller.expiresAt.getTime() - Date.now()));
  const check = () => {
    caller.stands().then(
      (stands) => stands || ended.abort(),
      // The database is away: the next change or the token's expiry decides.
      onTrouble,
    );
  };
  const unfollow = hub.onTopics(caller.topics, check);
  ended.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    unfollow();
  });
  // It may have been revoked between being found and being followed.
  check();
};
