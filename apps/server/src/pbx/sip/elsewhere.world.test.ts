import { afterEach, expect, test } from 'vitest';
import type { SipHomes } from './elsewhere.ts';
import { type RealSip, realSip, tcpWire, udpWire, type Wire } from './testing/real-wires.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task();
});

/** Whose names and numbers are at home where; those of `anna` are here, as the exchange of the test knows her. */
const places: Readonly<Record<string, Awaited<ReturnType<SipHomes['ofDevice']>>>> = {
  anna: { isHere: true, sipAddress: '127.0.0.1:1' },
  berta: { isHere: false, sipAddress: '10.0.0.13:5060' },
  '+4930222': { isHere: false, sipAddress: '10.0.0.13:5060' },
  cora: { isHere: false, sipAddress: null },
};

const edge = '127.0.0.2';
const homes: SipHomes = {
  isAlone: () => false,
  isEdge: (address) => address === edge,
  ofNode: (name) => (name === 'node-3' ? { isHere: false, sipAddress: '10.0.0.13:5060' } : undefined),
  ofDevice: async (name) => {
    if (name === 'unreadable') throw new Error('The database is away.');
    return places[name];
  },
  ofNumber: async (number) => places[number],
};

const start = async (more: Partial<SipHomes> = {}): Promise<RealSip> => {
  const config = {
    isTrustedProxy: homes.isEdge,
    ownNameTowards: (address: string) => (homes.isEdge(address) ? 'node-1' : undefined),
  };
  const real = await realSip({ homes: { ...homes, ...more }, config });
  cleanUp.push(() => real.stop());
  return real;
};

let serial = 0;
const said = (method: string, from: string, to: string, host = 'server'): string => {
  serial += 1;
  return [
    `${method} sip:${to}@${host} SIP/2.0`,
    `Via: SIP/2.0/UDP ${edge};branch=z9hG4bKe${serial};rport`,
    `Via: SIP/2.0/UDP 198.51.100.7;branch=z9hG4bKp${serial}`,
    'Max-Forwards: 70',
    `From: <sip:${from}@server>;tag=f`,
    `To: <sip:${to}@server>`,
    `Call-ID: elsewhere${serial}`,
    `CSeq: ${serial} ${method}`,
    `Contact: <sip:${from}@198.51.100.7>`,
    'Expires: 600',
    'Event: dialog',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
};

/** The final answer; over UDP an INVITE is answered with 100 first where that takes a while. */
const answer = async (wire: Wire): Promise<string> => {
  const text = await wire.next();
  return /^SIP\/2\.0 1/.test(text) || text.trim() === '' ? await answer(wire) : text;
};

const udpFrom = async (port: number, from: string): Promise<Wire> => {
  const wire = await udpWire(port, '127.0.0.1', from);
  cleanUp.push(() => wire.close());
  return wire;
};

test.each(['REGISTER', 'INVITE', 'SUBSCRIBE'])('a proxy of ours is sent to the home of a %s', async (method) => {
  const { port } = await start();
  const wire = await udpFrom(port, edge);
  const ask = async (from: string, to = from, host?: string) => {
    wire.send(said(method, from, to, host));
    return await answer(wire);
  };
  const sent = await ask('berta');
  expect(sent).toMatch(/^SIP\/2\.0 302 /);
  expect(sent).toContain('\r\nContact: <sip:10.0.0.13:5060>\r\n');
  // Nobody carries that node at the moment.
  expect(await ask('cora')).toMatch(/^SIP\/2\.0 503 [\s\S]*\r\nRetry-After: 3\r\n/);
  // Nobody's, and somebody's of this node, alike.
  for (const name of ['nobody', 'anna', 'unreadable']) expect(await ask(name)).toMatch(/^SIP\/2\.0 401 /);
  // A call of a registrar to our Contact names the node.
  expect(await ask('nobody', 'token', 'node-3')).toMatch(/^SIP\/2\.0 302 /);
});

test('a call of a trunk is sent to the home of its number, and one with an unknown number is answered here', async () => {
  const { port } = await start();
  const wire = await udpFrom(port, edge);
  wire.send(said('INVITE', '+4989111', '+4930222'));
  expect(await answer(wire)).toMatch(/^SIP\/2\.0 302 [\s\S]*10\.0\.0\.13/);
  wire.send(said('INVITE', '+4989111', '+4930333'));
  expect(await answer(wire)).toMatch(/^SIP\/2\.0 401 /);
});

test('anybody else is answered as by somebody who knows neither', async () => {
  const { port } = await start();
  const wire = await udpFrom(port, '127.0.0.1');
  for (const method of ['REGISTER', 'INVITE', 'SUBSCRIBE']) {
    const answers: string[] = [];
    for (const name of ['berta', 'cora', 'nobody', 'anna']) {
      wire.send(said(method, name, name));
      answers.push(
        (await answer(wire))
          .replace(/(nonce=")[^"]*|elsewhere\d+|z9hG4bK\w+|CSeq: \d+|(tag=)\w+/g, '$1$2')
          .replaceAll(name, ''),
      );
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^SIP\/2\.0 401 /);
    expect(answers[0]).not.toContain('10.0.0.13');
  }
});

test('alone, nothing is looked up', async () => {
  const { port } = await start({ isAlone: () => true });
  const wire = await udpFrom(port, edge);
  wire.send(said('REGISTER', 'berta', 'berta'));
  expect(await answer(wire)).toMatch(/^SIP\/2\.0 401 /);
});

test('behind a proxy of ours Contact names the node, and towards others the machine', async () => {
  const { port } = await start();
  for (const [from, contact] of [
    [edge, 'Contact: <sip:node-1;transport=udp>'],
    ['127.0.0.1', `Contact: <sip:127.0.0.1:${port};transport=udp>`],
  ] as const) {
    const wire = await udpFrom(port, from);
    wire.send(said('OPTIONS', 'x', 'x'));
    expect(await answer(wire)).toContain(contact);
  }
  const tcp = await tcpWire(port);
  cleanUp.push(() => tcp.close());
  tcp.send(said('OPTIONS', 'x', 'x'));
  expect(await answer(tcp)).toContain(`Contact: <sip:127.0.0.1:${port};transport=tcp>`);
});

test('a request of a dialog whose Contact names another node is sent there, for a proxy of ours alone', async () => {
  const { port } = await start();
  const inside = (host: string) =>
    said('BYE', 'berta', 'node', host).replace('@server>\r\nCall', '@server>;tag=t\r\nCall');
  const wire = await udpFrom(port, edge);
  wire.send(inside('node-3'));
  const sent = await answer(wire);
  expect(sent).toMatch(/^SIP\/2\.0 302 /);
  expect(sent).toContain('10.0.0.13:5060');
  wire.send(inside('node-9'));
  expect(await answer(wire)).toMatch(/^SIP\/2\.0 481 /);
  const stranger = await udpFrom(port, '127.0.0.3');
  stranger.send(inside('node-3'));
  expect(await answer(stranger)).toMatch(/^SIP\/2\.0 481 /);
});
