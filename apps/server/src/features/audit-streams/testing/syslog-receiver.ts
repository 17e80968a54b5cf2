import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A syslog receiver that speaks RFC 6587, or RFC 5425 with a certificate: it keeps the messages that it read, as they are framed. */
export async function openSyslog(tls: { readonly key: string; readonly cert: string } | null = null) {
  const messages: string[] = [];
  let connections = 0;
  const took = (socket: Socket) => {
    connections += 1;
    let rest = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        const space = rest.indexOf(0x20);
        const length = Number(rest.subarray(0, Math.max(space, 0)).toString());
        if (space < 1 || rest.length < space + 1 + length) return;
        messages.push(rest.subarray(space + 1, space + 1 + length).toString());
        rest = rest.subarray(space + 1 + length);
      }
    });
  };
  const server: Server = tls ? createTlsServer(tls, took) : createServer(took);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    messages,
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    get connections() {
      return connections;
    },
    /** The ids of the lines, in their order. */
    ids: () => messages.map((message) => /\[sidetone@32473 id="(\d+)"/.exec(message)?.[1] ?? ''),
    close: () => void server.close(),
  };
}
