import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificateFor, type EdgeProgram, hasKamailioTls, startKamailio } from '../../e2e/world/cell/edges.ts';
import { freePort } from '../../e2e/world/ports.ts';

const isThere = 'PATH=$PATH:/usr/sbin; command -v kamailio && command -v openssl';
const lacksTls = process.platform !== 'linux' || !hasKamailioTls() || spawnSync('sh', ['-c', isThere]).status !== 0;

/** Machines are addresses of loopback, others for each run beside this one. */
const net = `127.${1 + (process.pid % 250)}.78`;

/** Somebody at an address of loopback who speaks SIP over UDP, and keeps what was heard. */
async function peerAt(address: string) {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  const place = `${address}:${socket.address().port}`;
  const heard: string[] = [];
  let answer: readonly string[] = ['200 OK'];
  socket.on('message', (data, from) => {
    const text = String(data);
    const isPing = text.startsWith('OPTIONS');
    if (!isPing) heard.push(text);
    if (/^(SIP|ACK)/.test(text)) return;
    const [status = '', ...more] = isPing ? ['200 OK'] : answer;
    const kept = text.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line));
    const reply = [
      `SIP/2.0 ${status}`,
      ...kept.map((line) => line.replace(/^(To: <[^>]*>)$/, '$1;tag=there')),
      ...more,
    ];
    socket.send([...reply, 'Content-Length: 0', '', ''].join('\r\n'), from.port, from.address);
  });
  return {
    place,
    heard,
    answersWith(...lines: string[]): void {
      answer = lines;
    },
    send: (text: string, port: number, to: string) => socket.send(text, port, to),
    close: () => socket.close(),
  };
}

type Peer = Awaited<ReturnType<typeof peerAt>>;

describe.skipIf(lacksTls)('Kamailio with the file of deploy', () => {
  const edge = { address: `${net}.31`, port: 0, tlsPort: 0 };
  let folder: string;
  let kamailio: EdgeProgram;
  let one: Peer;
  let other: Peer;
  let stranger: Peer;
  let foreign: Peer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sidetone-edge-'));
    [edge.port, edge.tlsPort] = [await freePort(), await freePort()];
    one = await peerAt(`${net}.1`);
    other = await peerAt(`${net}.2`);
    stranger = await peerAt(`${net}.5`);
    foreign = await peerAt(`${net}.6`);
    certificateFor(folder, [edge.address]);
    kamailio = await startKamailio(folder, edge, [one.place, other.place]);
  }, 60_000);
  afterAll(async () => {
    await kamailio?.stop();
    for (const peer of [one, other, stranger, foreign]) peer?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The stranger sends a request, over again as UDP wants it, until one of these has heard what is looked for; gives that. */
  async function asks(lines: readonly string[], who: readonly Peer[], what: RegExp): Promise<string> {
    const id = Math.random().toString(36).slice(2);
    const own = lines.map((line) => line.replace('BRANCH', `z9hG4bK${id}`));
    const text = [...own, `Call-ID: ${id}`, 'Max-Forwards: 70', 'Content-Length: 0', '', ''].join('\r\n');
    for (let turn = 0; turn < 600; turn += 1) {
      if (turn % 25 === 0) stranger.send(text, edge.port, edge.address);
      await pause(20);
      const found = who.flatMap(({ heard }) => heard).find((each) => each.includes(id) && what.test(each));
      if (found !== undefined) return found;
    }
    throw new Error(`${what} was not heard: ${kamailio.said}`);
  }

  const from = 'From: <sip:someone@company.example>;tag=1';
  const to = 'To: <sip:someone@company.example>';
  const via = (more = '') => `Via: SIP/2.0/UDP ${stranger.place}${more};branch=BRANCH`;
  const servers = () => [one, other];

  test('what a stranger says of ways and of the own address does not count', async () => {
    const forged = [`Route: <sip:${foreign.place};lr>`, `Path: <sip:${foreign.place};lr>`, via(';received=10.9.9.9')];
    const contact = `Contact: <sip:someone@${stranger.place}>`;
    const lines = ['REGISTER sip:company.example SIP/2.0', ...forged, from, to, 'CSeq: 1 REGISTER', contact];
    const got = await asks(lines, servers(), /^REGISTER/);
    expect(got).toContain(`Path: <sip:${edge.address}:${edge.port};lr;received=sip:${stranger.place};r2=on>`);
    expect(got).toContain(`;received=${net}.5;branch`);
    expect(got).not.toContain('10.9.9.9');
    expect(got).not.toContain(foreign.place);
  });

  test('a request in a dialog goes to a server, and nowhere else', async () => {
    const bye = (uri: string, ...routes: string[]) => {
      const way = [`sip:${edge.address}:${edge.port};lr`, ...routes].map((each) => `Route: <${each}>`);
      return [`BYE ${uri} SIP/2.0`, via(), ...way, from, `${to};tag=2`, 'CSeq: 2 BYE'];
    };
    await asks(bye(`sip:${one.place}`, `sip:${foreign.place};lr`), [one], /^BYE/);
    await asks(bye(`sip:${foreign.place}`), [stranger], /^SIP\/2.0 404 /);
    expect(foreign.heard).toEqual([]);
  });

  test('a 302 leads to another server of the cell, to nobody else, and is never shown', async () => {
    const contact = `Contact: <sip:someone@${stranger.place}>`;
    const invite = (number: string) => {
      const uri = `sip:${number}@company.example`;
      return [`INVITE ${uri} SIP/2.0`, via(), from, `To: <${uri}>`, 'CSeq: 1 INVITE', contact];
    };
    one.answersWith('302 Moved', `Contact: <sip:${other.place}>`);
    other.answersWith('486 Busy');
    await asks(invite('4930111'), [stranger], /^SIP\/2.0 486 /);
    other.answersWith('302 Moved', `Contact: <sip:${foreign.place}>`);
    await asks(invite('4930222'), [stranger], /^SIP\/2.0 503 /);
    expect(foreign.heard).toEqual([]);
    expect(stranger.heard.filter((text) => text.startsWith('SIP/2.0 3'))).toEqual([]);
  });
});
