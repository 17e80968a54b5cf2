import { tortureCases } from '@sidetone/sip/testing/torture/cases.ts';
import { type Fate, requestText, type Setting, type TortureCase } from '@sidetone/sip/testing/torture/written.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answer } from './testing/fake-device.ts';
import { passwordOf, quietLog } from './testing/fake-exchange.ts';
import { type RealSip, realSip, tcpWire, udpWire, wsWire } from './testing/real-wires.ts';
import { type Outcome, openTorturer, proven, type Torturer, type Way } from './testing/torturer.ts';

const answeredNumber = '600';
const errors: unknown[] = [];
let real: RealSip;
const open: Torturer[] = [];

beforeAll(async () => {
  real = await realSip({
    limits: { partialMs: 500 },
    log: { ...quietLog, error: (fields, message) => void errors.push(message, 'err' in fields && fields.err) },
  });
  const { legs } = real.sip;
  legs.onFact((fact) => {
    const { legId } = fact;
    if (fact.type === 'invited') {
      if (fact.called === answeredNumber) legs.order({ do: 'answer', legId, sdp: answer });
      else legs.order({ do: 'refuse', legId, status: 486 });
    }
    if (fact.type === 'reoffered') legs.order({ do: 'refuseReoffer', legId, status: 488 });
  });
});
afterEach(() => {
  for (const torturer of open.splice(0)) torturer.close();
});
afterAll(() => real.stop());

const torturer = async (way: Way): Promise<Torturer> => {
  const { port, wsPort } = real;
  const wire = await (way === 'UDP' ? udpWire(port) : way === 'TCP' ? tcpWire(port) : wsWire(wsPort));
  const fresh = openTorturer(wire, way, { username: 'anna', password: passwordOf('anna') });
  open.push(fresh);
  return fresh;
};

let serial = 0;
const fresh = (way: Way): Setting => {
  serial += 1;
  const id = `t${serial}x`;
  return { id, transport: way, user: 'anna', callId: id, fromTag: `f${id}`, toTag: '', cseq: 1 };
};

/** Sends one message, again with credentials where they are asked for, and gives what came of it. */
const suffer = async (one: TortureCase, peer: Torturer, setting: Setting, fate: Fate): Promise<Outcome> => {
  const send = (text: string, { id, callId, cseq }: Setting) =>
    peer.send(
      text,
      (heard) => heard.includes(id) || (heard.includes(`Call-ID: ${callId}\r`) && heard.includes(`CSeq: ${cseq} `)),
      fate === 'silence' ? 1 : undefined,
    );
  const first = await send(one.write(setting), setting);
  if (typeof first === 'string' || first.status !== 401 || fate === 401) return first;
  const again = { ...setting, id: `${setting.id}p`, callId: `${setting.callId}p`, cseq: setting.cseq + 1 };
  return await send(proven(one.write(again), first.text, peer.account), again);
};

const expectFate = (one: TortureCase, way: Way, outcome: Outcome, fate: Fate, whenUnderstood: number) => {
  const told = typeof outcome === 'string' ? outcome : outcome.status;
  if (way === 'TCP' && one.stream) {
    // Over a stream the answer may come before the end, but the end comes.
    expect([400, 'closed'], one.name).toContain(told);
    return;
  }
  expect(told, `${one.name}: ${JSON.stringify(outcome)}`).toBe(
    fate === 'silence' ? 'nothing' : fate === 'understood' ? whenUnderstood : fate,
  );
  if (one.tells && typeof outcome === 'object') expect(outcome.text, one.name).toMatch(one.tells);
};

const ways: Way[] = ['UDP', 'TCP', 'WS'];

test.each(ways)('every message of torture gets what it deserves over %s, before a call', async (way) => {
  let peer = await torturer(way);
  for (const one of tortureCases) {
    // A page that registered over its WebSocket is known, and never challenged again.
    if (way === 'WS' || !peer.isOpen) peer = await torturer(way);
    const setting = fresh(way);
    const outcome = await suffer(one, peer, setting, one.fate);
    expectFate(one, way, outcome, one.fate, 486);
    if (way === 'TCP' && one.stream) {
      await peer.closed;
      peer = await torturer(way);
    }
    expect(await peer.isAnswered(fresh(way).id), `OPTIONS after ${one.name}`).toBe(true);
    // What is answered at all is answered in order.
    if (one.fate === 'silence') expect(peer.heard.filter((text) => text.includes(setting.id))).toEqual([]);
  }
  expect(errors).toEqual([]);
});

test.each(ways)('every message of torture gets what it deserves over %s, inside a call', async (way) => {
  let peer = await torturer(way);
  let inside = await peer.call(answeredNumber, fresh(way).id);
  for (const one of tortureCases) {
    const fate = one.inside ?? one.fate;
    inside = { ...inside, cseq: inside.cseq + 2 };
    const outcome = await suffer(one, peer, { ...inside, id: fresh(way).id }, fate);
    expectFate(one, way, outcome, fate, 488);
    if (way === 'TCP' && one.stream) await peer.closed;
    if (!peer.isOpen) {
      peer = await torturer(way);
      inside = await peer.call(answeredNumber, fresh(way).id);
    }
    expect(await peer.isAnswered(fresh(way).id), `OPTIONS after ${one.name}`).toBe(true);
    // The call is still there: a request inside of it is no stranger.
    const { id } = fresh(way);
    inside = { ...inside, cseq: inside.cseq + 2 };
    const asked = await peer.send(requestText({ ...inside, id }, 'UPDATE'), id);
    expect(typeof asked === 'object' && asked.status, `the call after ${one.name}`).toBe(200);
  }
  expect(errors).toEqual([]);
});
