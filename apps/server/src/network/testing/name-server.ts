import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo as TcpAddress } from 'node:net';

const txt = 16;
const nxDomain = 3;

/** The question of a message: its name, its type and its own bytes. */
function questionOf(message: Buffer): { name: string; type: number; bytes: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    bytes: message.subarray(12, at + 5),
  };
}

/** A text as a record has it: pieces of 255 bytes at most. */
function piecesOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += 255) {
    const piece = bytes.subarray(at, at + 255);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  return Buffer.concat(pieces);
}

function answerTo(message: Buffer, records: ReadonlyMap<string, readonly string[]>): Buffer {
  const { name, type, bytes } = questionOf(message);
  const texts = type === txt ? (records.get(name) ?? []) : [];
  const isThere = [...records.keys()].some((one) => one === name || one.endsWith(`.${name}`));
  const header = Buffer.alloc(12);
  header.writeUInt16BE(message.readUInt16BE(0), 0);
  header.writeUInt16BE(0x8580 | (isThere ? 0 : nxDomain), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  const answers = texts.map((text) => {
    const data = piecesOf(text);
    // The name of the question, type TXT, class IN, not to be kept.
    const head = Buffer.from([0xc0, 12, 0, txt, 0, 1, 0, 0, 0, 0, 0, 0]);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, bytes, ...answers]);
}

/** What does not fit is said to be cut off, and is asked for over TCP. */
function cut(answer: Buffer): Buffer {
  if (answer.length <= 512) return answer;
  const { bytes } = questionOf(answer);
  const header = Buffer.from(answer.subarray(0, 12));
  header.writeUInt16BE(header.readUInt16BE(2) | 0x0200, 2);
  header.writeUInt16BE(0, 6);
  return Buffer.concat([header, bytes]);
}

/** A name server of loopback, for UDP and TCP, that knows the texts of some names. */
export async function openNameServer() {
  const records = new Map<string, readonly string[]>();
  let isSilent = false;
  const udp = createSocket('udp4');
  udp.on('message', (message, { port, address }) => {
    if (!isSilent) udp.send(cut(answerTo(message, records)), port, address);
  });
  const tcp = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (message) => {
      if (isSilent) return;
      const answer = answerTo(message.subarray(2), records);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(answer.length);
      socket.end(Buffer.concat([length, answer]));
    });
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const { port } = tcp.address() as TcpAddress;
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${port}`,
    records,
    /** It hears and says nothing, or answers again. */
    setSilent(value: boolean) {
      isSilent = value;
    },
    async close() {
      udp.close();
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}
export type NameServer = Awaited<ReturnType<typeof openNameServer>>;
