import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';

/** Sockets whose users are at home at other nodes. */
export interface Elsewhere {
  /** Whether there is no other node. */
  isAlone(): boolean;
  /** The account of the user whose channel this is; null for nobody's. Never rejects. */
  accountOf(channel: string): Promise<string | null>;
  /** Hands a socket on; false where it belongs here, and nothing was done. */
  pass(given: {
    readonly socket: WebSocket;
    readonly request: IncomingMessage;
    readonly accountId: string;
    /** Messages that its home has not heard. */
    readonly said: readonly string[];
    readonly socketId: string;
  }): boolean;
  /** A socket was let in here: it is closed where this company goes to another node. */
  letIn(accountId: string, socket: WebSocket): void;
  /** The id under which the client knows a socket that another node hands on. */
  socketIdOf(request: IncomingMessage): string | undefined;
}

/** Sockets that were let in by their ids before they were handed on to here. */
export interface Expected {
  /** `onClose` is called when the socket does not come. */
  add(socketId: string, onClose: () => void): void;
  /** What is to be called when the socket closes, which is here now. */
  take(socketId: string): readonly (() => void)[];
}

/** A client subscribes as soon as it was let in. */
const comesWithinMs = 30_000;
const mostExpected = 10_000;

export function expectedSockets(): Expected {
  const expected = new Map<string, { readonly onClose: (() => void)[]; readonly timer: NodeJS.Timeout }>();
  const take = (socketId: string): readonly (() => void)[] => {
    const one = expected.get(socketId);
    clearTimeout(one?.timer);
    expected.delete(socketId);
    return one?.onClose ?? [];
  };
  const forget = (socketId: string): void => {
    for (const onClose of take(socketId)) onClose();
  };
  return {
    add(socketId, onClose) {
      const known = expected.get(socketId);
      if (known) known.onClose.push(onClose);
      else {
        const timer = setTimeout(forget, comesWithinMs, socketId).unref();
        expected.set(socketId, { onClose: [onClose], timer });
        if (expected.size > mostExpected) forget(expected.keys().next().value ?? '');
      }
    },
    take,
  };
}
