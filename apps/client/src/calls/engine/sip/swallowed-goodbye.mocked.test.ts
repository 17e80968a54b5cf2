import { afterEach, expect, test, vi } from 'vitest';
import { handClock } from '../../testing/hand-clock.ts';
import type { EngineCall } from '../call-engine.ts';
import { createSipEngine } from './sip-engine.ts';
import { fakeSipServer } from './testing/fake-sip-server.ts';

afterEach(() => vi.unstubAllGlobals());

/** A server behind a WebSocket that accepts every registration, and the cable to it. */
class Wire {
  static all: Wire[] = [];
  static cut = false;
  readyState = 0;
  readonly sent: string[] = [];
  onopen = () => {};
  onclose = () => {};
  onmessage: (event: { data: string }) => void = () => {};

  constructor() {
    Wire.all.push(this);
    setTimeout(() => {
      this.readyState = 1;
      this.onopen();
    });
  }
  send(message: string) {
    this.sent.push(message);
    if (message.startsWith('REGISTER')) this.answers(message, '200 OK', /^contact: (.*)$/im.exec(message)?.[0]);
  }
  answers(request: string, status: string, ...more: (string | undefined)[]) {
    const copied = request.split('\r\n').filter((line) => /^(via|from|to|call-id|cseq):/i.test(line));
    const lines = [
      `SIP/2.0 ${status}`,
      ...copied.map((line) => (/^to:/i.test(line) ? `${line};tag=x` : line)),
      ...more,
    ];
    this.says(...lines.filter((line) => line !== undefined));
  }
  says(...lines: string[]) {
    if (!Wire.cut) this.onmessage({ data: `${[...lines, 'Content-Length: 0'].join('\r\n')}\r\n\r\n` });
  }
  close() {
    this.readyState = 3;
  }
}

/** The engine on duty, with the real JsSIP and everything else but the browser. */
async function onDuty() {
  Wire.all = [];
  Wire.cut = false;
  const connection = new EventTarget();
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('window', { RTCPeerConnection: class {} });
  vi.stubGlobal('navigator', { connection });
  const clock = handClock();
  const server = fakeSipServer();
  server.extension = async () => extension as never;
  const kept = { read: () => [], keep: () => {}, forget: () => {} };
  const openMicrophone = () => Promise.reject(new Error('no microphone in this test'));
  const engine = createSipEngine({ server, clock, kept, openMicrophone, log: () => {}, instanceId });
  const rang: EngineCall[] = [];
  const states: string[] = [];
  await engine.start({ incoming: (call) => rang.push(call), line: ({ status }) => states.push(status) });
  await until(() => states.at(-1) === 'REGISTERED');
  return { engine, wire: Wire.all[0], clock, server, rang, states, connection };
}

const instanceId = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';
const extension = {
  id: 'app-1',
  username: 'anna-app',
  password: 'secret',
  sipServer: 'pbx.example',
  sipServerWebsocketUrl: 'wss://pbx.example/sip',
};

const until = (met: () => boolean) => vi.waitFor(() => expect(met()).toBe(true));

test('a decline into a connection that is dead without a sign is repeated by HTTP, and the line is renewed', async () => {
  const { engine, wire, clock, server, rang, states } = await onDuty();
  const contact = /^contact: <(sip:[^;>]+)/im.exec(wire?.sent[0] ?? '')?.[1] ?? '';
  wire?.says(
    `INVITE ${contact};transport=ws SIP/2.0`,
    'Via: SIP/2.0/WS pbx.example;branch=z9hG4bK1',
    'Max-Forwards: 70',
    'From: <sip:12@pbx.example>;tag=1',
    `To: <${contact}>`,
    'Call-ID: leg-1',
    'CSeq: 1 INVITE',
    'Contact: <sip:pbx.example;transport=ws>',
    'X-Client-Correlation-Id: s1',
  );
  await until(() => rang.length === 1);

  Wire.cut = true;
  rang[0]?.refuse('declined');
  expect(wire?.sent.at(-1)).toMatch(/^SIP\/2.0 486 /);
  await clock.pass(2_000);
  expect(server.orders).toEqual(['hang up leg-1']);
  expect(wire?.sent.at(-1)).toBe('\r\n\r\n');
  await clock.pass(4_000);
  expect(states).toContain('DISCONNECTED');
  await engine.stop();
});

test('the line is tested as soon as the browser reports a change of network', async () => {
  const { engine, wire, clock, states, connection } = await onDuty();
  Wire.cut = true;
  connection.dispatchEvent(new Event('change'));
  expect(wire?.sent.at(-1)).toBe('\r\n\r\n');
  await clock.pass(4_000);
  expect(states).toContain('DISCONNECTED');
  await engine.stop();
  const said = wire?.sent.length;
  connection.dispatchEvent(new Event('change'));
  expect(wire?.sent).toHaveLength(said ?? 0);
});
