// Calls that stand with sound both ways, in a process of their own, so that a busy load generator does not hold their sound up.
// argv: the port of SIP, the number that is called, and how many. Takes the phones, as `Phones`; says `ready` once all calls
// stand, and, when it is told anything else, `Standing`.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { readSdp } from '../../apps/server/src/pbx/media/sdp.ts';
import { rtpPacket } from '../../apps/server/src/pbx/media/testing/rtp.ts';
import { type Account, openCallees } from './callees.ts';
import { placeCalls } from './callers.ts';

export interface Phones {
  readonly caller: Account;
  readonly callee: Account;
}

/** How the sound of calls that stood fared. */
export interface Standing {
  /** For each call, the longest time in ms between two packets that went to the other side and came back. */
  readonly gaps: readonly number[];
  /** What became of calls that did not stand until the end. */
  readonly failures: readonly string[];
}

const [server = '0', number = '', howMany = '0'] = process.argv.slice(2);

const openSocket = async (): Promise<Socket> => {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
};

/** Sends everything back to where it came from. */
const openEcho = async (): Promise<Socket> => {
  const socket = await openSocket();
  socket.on('message', (packet, from) => socket.send(packet, from.port, from.address));
  return socket;
};

/** Sends a packet every 20 ms to `sdp`, and takes the longest time between two that come; gives the way to its result. */
function talk(socket: Socket, sdp: string): () => number {
  const { address, port } = readSdp(sdp, 'rtp', 'off');
  let [longest, last, sequence] = [0, performance.now(), 0];
  socket.on('message', () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  });
  const silence = new Uint8Array(160).fill(0xff);
  const timer = setInterval(() => {
    sequence += 1;
    const header = {
      payloadType: 0,
      sequence: sequence & 0xffff,
      timestamp: sequence * 160,
      ssrc: socket.address().port,
    };
    socket.send(rtpPacket(header, silence), port, address);
  }, 20);
  return () => {
    clearInterval(timer);
    return Math.max(longest, performance.now() - last);
  };
}

async function stand({ caller, callee }: Phones): Promise<void> {
  const echoes = await Promise.all(Array.from({ length: Number(howMany) }, openEcho));
  const ports = echoes.map((echo) => echo.address().port);
  const close = await openCallees(Number(server), [callee], () => ports.pop() ?? 0);
  const over = once(process, 'message');
  const gaps: number[] = [];
  const standing: Promise<void>[] = [];
  const ended: Promise<readonly string[]>[] = [];
  for (const echo of echoes) {
    const socket = await openSocket();
    const begun = Promise.withResolvers<void>();
    const until = async (sdp: string) => {
      const longest = talk(socket, sdp);
      begun.resolve();
      await over;
      gaps.push(longest());
    };
    const traffic = { server: Number(server), callers: [caller], number, perSecond: 1, seconds: 1 };
    const call = placeCalls({ ...traffic, talk: { port: socket.address().port, until } });
    standing.push(begun.promise);
    ended.push(
      call.then(({ failures }) => {
        for (const each of [socket, echo]) each.close();
        begun.resolve();
        return failures;
      }),
    );
    await begun.promise;
  }
  await Promise.all(standing);
  process.send?.('ready');
  const failures = (await Promise.all(ended)).flat();
  await close();
  const standingCalls: Standing = { gaps, failures };
  process.send?.(standingCalls, () => process.exit(0));
}

process.once('message', (phones: Phones) => {
  stand(phones).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
