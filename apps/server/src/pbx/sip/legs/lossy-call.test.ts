import { ackInside, dialogOfCaller } from '@sidetone/sip/dialogs/dialog.ts';
import { cseqOf } from '@sidetone/sip/messages/message.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answer, fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

/** Seven losses in a row are all the sendings of one INVITE; fewer must do no harm. */
const losses = fc.array(fc.boolean(), { maxLength: 6 });

test('a phone calls over a wire that loses messages: answered once, ended once, nothing left', async () => {
  await fc.assert(
    fc.asyncProperty(losses, losses, async (early, late) => {
      const exchange = fakeExchange();
      const { legs, facts, pass } = exchange;
      const anna = fakeDevice(exchange, 'anna', { transport: 'udp' });
      const request = anna.build('INVITE', '200', [], offer);
      const first = anna.send(request);
      await pass();
      let lost = [...early];
      anna.loses = () => lost.shift() ?? false;
      anna.layer.request(anna.authorized(request, first.responses[0]), anna.hop, {
        onResponse(response) {
          if (response.status !== 200) return;
          anna.layer.sendAck(ackInside(dialogOfCaller(request, response), cseqOf(response).number), anna.hop);
        },
        onFailure: () => undefined,
      });
      await pass(33_000);
      const { legId } = exchange.fact('invited');
      lost = [...late];
      legs.order({ do: 'provisional', legId, status: 180 });
      legs.order({ do: 'answer', legId, sdp: answer });
      await pass(31_000);
      anna.onRequest = (transaction) => transaction.reply(200);
      lost = [...early];
      legs.order({ do: 'bye', legId });
      await pass(100_000);
      expect(facts.map(({ type }) => type)).toEqual(['invited', 'acknowledged']);
      expect(anna.requests.map(({ request: { method } }) => method)).toEqual(['BYE']);
      expect([exchange.core.book.size, exchange.core.transactions, exchange.errors]).toEqual([0, 0, []]);
    }),
    { numRuns: 100 },
  );
});

test('a phone is called over a wire that loses messages: ends as one fact says, and nothing is left', async () => {
  await fc.assert(
    fc.asyncProperty(losses, losses, fc.constantFrom(200, 486), async (early, late, status) => {
      const exchange = fakeExchange();
      const bob = fakeDevice(exchange, 'bob', { transport: 'udp' });
      await bob.register();
      const [contact] = await exchange.legs.contactsOf(['w-bob']);
      if (!contact) throw new Error('bob is not there');
      let lost = [...early];
      bob.loses = () => lost.shift() ?? false;
      bob.onRequest = (transaction) => {
        if (transaction.request.method !== 'INVITE') return transaction.reply(200);
        transaction.reply(180);
        if (status === 486) return transaction.reply(486);
        // The phone repeats its 200 until the ACK is there.
        for (const at of [0, 500, 1500, 3500, 7500, 11_500]) {
          exchange.clock.after(at, () => {
            if (bob.acks.length === 0) bob.answer(transaction);
          });
        }
      };
      const order = {
        do: 'invite',
        legId: 'l',
        sipCallId: 'c',
        sessionId: 's',
        target: { kind: 'device', contact },
        offer,
      } as const;
      exchange.legs.order({ ...order, from: { user: '1' }, to: { user: '2' } });
      await exchange.pass(60_000);
      lost = [...late];
      exchange.legs.order({ do: 'bye', legId: 'l' });
      await exchange.pass(100_000);
      const ends = exchange.facts.map(({ type }) => type).filter((type) => type !== 'provisional');
      expect(ends).toHaveLength(1);
      expect(['unreachable', status === 200 ? 'answered' : 'refused']).toContain(ends[0]);
      expect([exchange.core.book.size, exchange.core.transactions, exchange.errors]).toEqual([0, 0, []]);
    }),
    { numRuns: 100 },
  );
});
