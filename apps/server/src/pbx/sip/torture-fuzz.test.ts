import { frameStream } from '@sidetone/sip/messages/stream.ts';
import { tortureCases } from '@sidetone/sip/testing/torture/cases.ts';
import { mutate, randomRow } from '@sidetone/sip/testing/torture/mutations.ts';
import { requestText, type Setting, sdp } from '@sidetone/sip/testing/torture/written.ts';
import { expect, test } from 'vitest';
import { answeredCall } from './testing/calls.ts';
import { answer, fakeDevice } from './testing/fake-device.ts';
import { type FakeExchange, fakeExchange } from './testing/fake-exchange.ts';
import type { Flow } from './wires/flow.ts';

const messages = Number(process.env['FUZZ_MESSAGES'] ?? 10_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 4475);
/** Between two looks at whether the exchange still answers and has forgotten what is over. */
const round = 250;

/** A stranger's TCP connection; what is said over it goes through the framing of a stream. */
const stream = (exchange: FakeExchange): ((text: string, cut: number) => void) => {
  let serial = 0;
  let open = (): { flow: Flow; framer: ReturnType<typeof frameStream> } => {
    throw new Error('unreachable');
  };
  let now: ReturnType<typeof open>;
  open = () => {
    serial += 1;
    const flow: Flow = {
      id: `tcp:${serial}`,
      transport: 'tcp',
      reliable: true,
      trusted: false,
      open: true,
      remote: { address: '127.0.0.1', port: 20_000 + (serial % 40_000) },
      via: { transport: 'TCP', host: 'server.example', port: 5060 },
      send: () => true,
      keepAlive: () => undefined,
      close: () => undefined,
    };
    exchange.core.listener.onOpen(flow);
    return { flow, framer: frameStream() };
  };
  now = open();
  return (text, cut) => {
    const bytes = Buffer.from(text);
    const { listener } = exchange.core;
    for (const part of [bytes.subarray(0, cut), bytes.subarray(cut)]) {
      for (const frame of now.framer.push(part)) {
        if (frame.kind === 'ping' || frame.kind === 'pong') listener.onKeepAlive(now.flow, frame.kind);
        else listener.onMessage(now.flow, Buffer.from(frame.bytes).toString());
        if (frame.kind !== 'broken') continue;
        listener.onClose(now.flow);
        now = open();
      }
    }
  };
};

test(`${messages} mutations of messages of torture break nothing and leave nothing behind`, async () => {
  const random = randomRow(seed);
  const below = (end: number) => Math.floor(random() * end);
  const exchange = fakeExchange();
  const page = fakeDevice(exchange, 'anna');
  const phone = fakeDevice(exchange, 'bob', { transport: 'udp' });
  const sayOverStream = stream(exchange);
  await page.register();
  await phone.register();
  const settle = () => {
    for (const fact of exchange.facts.splice(0)) {
      const { legId } = fact;
      if (fact.type === 'invited') {
        exchange.legs.order(
          random() < 0.5 ? { do: 'refuse', legId, status: 486 } : { do: 'answer', legId, sdp: answer },
        );
      } else if (fact.type === 'reoffered') {
        exchange.legs.order(
          random() < 0.5 ? { do: 'answerReoffer', legId, sdp: answer } : { do: 'refuseReoffer', legId, status: 488 },
        );
      } else if (fact.type === 'referred') {
        exchange.legs.order({ do: 'refuseRefer', legId, referId: fact.referId, status: 403 });
      }
    }
  };
  const callOf = async (device: typeof phone) => {
    device.deaf = false;
    const { legId, dialog } = await answeredCall(exchange, device);
    device.deaf = true;
    return { legId, dialog, flow: device.flow };
  };
  let calls = [await callOf(page), await callOf(phone)];
  const settingOf = (serial: number, inside: (typeof calls)[number] | undefined): Setting => ({
    id: `z${serial}`,
    transport: 'UDP',
    user: 'anna',
    cseq: 100 + serial,
    callId: inside?.dialog.callId ?? `z${serial}`,
    fromTag: inside?.dialog.local.parameters.get('tag') ?? `f${serial}`,
    toTag: inside?.dialog.remote.parameters.get('tag') ?? '',
  });
  const methods = ['INVITE', 'UPDATE', 'REFER', 'INFO', 'PRACK', 'SUBSCRIBE', 'NOTIFY', 'CANCEL', 'ACK', 'BYE'];
  const seedText = (setting: Setting): string => {
    if (random() < 0.3) return requestText(setting, methods[below(methods.length)] ?? 'BYE', { body: sdp });
    return tortureCases[below(tortureCases.length)]?.write(setting) ?? '';
  };
  let most = 0;
  for (let serial = 1; serial <= messages; serial += 1) {
    const inside = random() < 0.5 ? calls[below(calls.length)] : undefined;
    const setting = settingOf(serial, inside);
    const text = mutate(seedText(setting), seedText(setting), random);
    const flow = inside?.flow ?? (random() < 0.5 ? page.flow : phone.flow);
    if (random() < 0.25) sayOverStream(text, below(text.length));
    else exchange.core.listener.onMessage(flow, Buffer.from(text).toString());
    await exchange.pass(1);
    settle();
    expect(exchange.errors, `message ${serial} of seed ${seed}: ${JSON.stringify(text)}`).toEqual([]);
    most = Math.max(most, exchange.core.transactions);
    if (serial % round !== 0) continue;
    page.heardTexts.length = 0;
    phone.heardTexts.length = 0;
    for (const device of [page, phone]) {
      device.deaf = false;
      const asked = device.send(device.build('OPTIONS', '200'));
      await exchange.pass(50);
      expect(asked.responses.at(-1)?.status, `OPTIONS after message ${serial} of seed ${seed}`).toBe(200);
      device.deaf = true;
    }
    for (const { ofUser } of [exchange.core.book]) {
      for (const leg of [...ofUser('w-anna'), ...ofUser('w-bob')]) exchange.legs.order({ do: 'bye', legId: leg.legId });
    }
    // Everything that began is over by then, and forgotten.
    await exchange.pass(120_000);
    exchange.facts.length = 0;
    expect([exchange.core.book.size, exchange.core.transactions]).toEqual([0, 0]);
    page.deaf = false;
    phone.deaf = false;
    await page.register();
    await phone.register();
    calls = [await callOf(page), await callOf(phone)];
    exchange.facts.length = 0;
  }
  // One message begins one transaction, besides what the exchange asks of the devices.
  expect(most).toBeLessThan(3 * round);
  expect(exchange.core.bindings.ofUser('w-anna').length).toBeLessThanOrEqual(10);
}, 120_000);
