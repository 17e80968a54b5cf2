import type { IncomingMessage } from 'node:http';
import type { RawData, WebSocket } from 'ws';

/** Messages as they came. */
type Said = readonly { readonly data: RawData; readonly isBinary: boolean }[];

/** Hands a socket on to the home of the company, with what it has said; false where that is here, and nothing was done. */
export type PassOn = (given: {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly accountId: string;
  readonly said: Said;
}) => boolean;

/** Messages, and bytes of them, that wait while it is being found out whose a socket is. */
const mostHeld = 300;
const mostBytes = 1024 * 1024;

/** Keeps what a socket says until its first message has told whose it is; then it is handed on, or opened here and says it again. */
export function heldUntilKnown(given: {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly passOn: PassOn;
  /** The account that the first message names; null for none. Never rejects. */
  accountOf(first: string): Promise<string | null>;
  /** Called before the socket is handed on. */
  known(): void;
  open(): void;
}): void {
  const { socket, request, passOn, accountOf, known, open } = given;
  const said: { data: RawData; isBinary: boolean }[] = [];
  let bytes = 0;
  const listen = (data: RawData, isBinary: boolean): void => {
    said.push({ data, isBinary });
    bytes += Buffer.isBuffer(data) ? data.length : mostBytes;
    if (said.length > mostHeld || bytes > mostBytes) {
      // Somebody who does not take part in closing may go on sending for a while.
      socket.off('message', listen);
      socket.close(1008, 'too many messages');
    } else if (said.length === 1) void settle(data.toString());
  };
  const settle = async (first: string): Promise<void> => {
    const accountId = await accountOf(first);
    socket.off('message', listen);
    if (socket.readyState !== socket.OPEN) return;
    if (accountId !== null && passOn({ socket, request, accountId, said })) return known();
    open();
    for (const { data, isBinary } of said) socket.emit('message', data, isBinary);
  };
  socket.on('message', listen);
}
