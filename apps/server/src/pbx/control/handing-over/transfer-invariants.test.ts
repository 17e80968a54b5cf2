import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import { CallCommandError } from '../../commands.ts';
import { FakeFloor, type Person } from '../testing/fake-floor.ts';

const people: Person[] = ['anna', 'ben', 'cleo', 'dora'];
const extensions: Record<Person, string> = { anna: '11', ben: '12', cleo: '13', dora: '14' };
const person = fc.constantFrom(...people);

/** Anything that anybody may do or say, whether it makes sense now or not. */
type Deed =
  | { do: 'dial' | 'start' | 'blind' | 'refer'; who: Person; whom: Person }
  | {
      do: 'ring' | 'pickUp' | 'refuse' | 'hangUp' | 'lose' | 'drop' | 'complete' | 'hold' | 'join' | 'end';
      who: Person;
    }
  | { do: 'lines'; who: Person; lines: ('INITIAL' | 'TARGET')[] }
  | { do: 'wait'; ms: number };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ do: fc.constantFrom('dial' as const, 'start', 'blind', 'refer'), who: person, whom: person }),
  fc.record({ do: fc.constantFrom('ring' as const, 'pickUp', 'pickUp', 'pickUp', 'refuse', 'hangUp'), who: person }),
  fc.record({ do: fc.constantFrom('lose' as const, 'drop', 'complete', 'hold', 'join', 'end'), who: person }),
  fc.record({
    do: fc.constant('lines' as const),
    who: person,
    lines: fc.subarray(['INITIAL' as const, 'TARGET' as const], { minLength: 1 }),
  }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(10, 5000, 30_000) }),
);

/** What each person's phone holds: legs that live, as far as the phone knows. */
class Phones {
  readonly floor: FakeFloor;
  readonly #over = new Set<string>();
  readonly #ended = new Set<string>();
  readonly #legs = new Map<string, { who: Person; callId: string; invited: boolean; answered: boolean }>();
  #orders = 0;
  #count = 0;

  constructor(floor: FakeFloor) {
    this.floor = floor;
  }

  /** Phones do what they are told: a BYE or a refusal ends a leg, a CANCEL is confirmed with 487. */
  async obey(): Promise<void> {
    for (; this.#orders < this.floor.legs.orders.length; this.#orders += 1) {
      const order = this.floor.legs.orders[this.#orders];
      if (!order) break;
      const { legId } = order;
      if (order.do === 'invite' && order.target.kind === 'device') {
        const who = order.target.contact.userId.slice(1) as Person;
        this.#legs.set(legId, { who, callId: order.sipCallId, invited: true, answered: false });
      } else if (order.do === 'answer') {
        const leg = this.#legs.get(legId);
        if (leg) leg.answered = true;
        this.floor.legs.tell({ type: 'acknowledged', legId });
      } else if (order.do === 'cancel') {
        if (this.#legs.get(legId)?.answered) continue;
        this.#over.add(legId);
        this.floor.legs.tell({ type: 'refused', legId, status: 487, phrase: 'Request Terminated' });
      } else if (order.do === 'bye' || order.do === 'refuse') {
        // Both sides may hang up together, but the server says it only once.
        expect(this.#ended.has(legId), `${legId} was ended twice`).toBe(false);
        this.#ended.add(legId);
        this.#over.add(legId);
      }
      await settle();
    }
  }

  live(who: Person, wanted?: { answered: boolean }) {
    return [...this.#legs]
      .filter(([legId, leg]) => leg.who === who && !this.#over.has(legId))
      .filter(([, leg]) => wanted === undefined || leg.answered === wanted.answered)
      .map(([legId, leg]) => ({ legId, callId: leg.callId, invited: leg.invited }));
  }

  get all(): string[] {
    return people.flatMap((who) => this.live(who).map(({ legId }) => legId));
  }

  async do(what: Deed): Promise<void> {
    const { floor } = this;
    const { exchange, legs, media } = floor;
    if (what.do === 'wait') return await floor.clock.pass(what.ms);
    const { who } = what;
    const userId = `w${who}`;
    const [talking, other] = this.live(who, { answered: true });
    const [ringing] = this.live(who, { answered: false }).filter(({ invited }) => invited);
    const command = async (task: Promise<unknown>): Promise<void> => {
      try {
        await task;
      } catch (error) {
        expect(error).toBeInstanceOf(CallCommandError);
      }
    };
    const name = { id: talking?.callId ?? 'none' };
    const transferId = floor.row(who)?.body.transfer?.id ?? 'none';
    switch (what.do) {
      case 'dial': {
        this.#count += 1;
        const handset = await floor.dial(who, what.whom, `s${this.#count}`);
        this.#legs.set(handset.legId, { who, callId: handset.callId, invited: false, answered: false });
        return;
      }
      case 'ring':
        if (ringing) legs.tell({ type: 'provisional', legId: ringing.legId, status: 180 });
        return;
      case 'pickUp': {
        if (!ringing) return;
        const leg = this.#legs.get(ringing.legId);
        if (leg) leg.answered = true;
        legs.tell({ type: 'answered', legId: ringing.legId, sdp: answer });
        return;
      }
      case 'refuse':
        if (!ringing) return;
        this.#over.add(ringing.legId);
        legs.tell({ type: 'refused', legId: ringing.legId, status: 486, phrase: 'Busy Here' });
        return;
      case 'hangUp': {
        const leg = talking ?? this.live(who, { answered: false }).find(({ invited }) => !invited);
        if (!leg) return;
        this.#over.add(leg.legId);
        legs.tell({ type: 'ended', legId: leg.legId });
        return;
      }
      case 'lose': {
        const [endpointId] = [...media.endpoints.keys()];
        if (endpointId !== undefined) media.tell({ type: 'failed', endpointId, why: 'no audio' });
        return;
      }
      case 'start':
        return await command(
          exchange.startTransfer(userId, name, { number: extensions[what.whom], ownNumber: null, sessionId: null }),
        );
      case 'blind':
        return await command(exchange.transferBlindly(userId, name, extensions[what.whom]));
      case 'refer':
        if (!talking) return;
        legs.tell({
          type: 'referred',
          legId: talking.legId,
          referId: 'r',
          number: extensions[what.whom],
          ...(other ? { replacesLegId: other.legId } : {}),
        });
        return;
      case 'drop':
        return await command(exchange.dropTransfer(userId, name, transferId));
      case 'complete':
        return await command(exchange.completeTransfer(userId, name, transferId));
      case 'lines':
        return await command(exchange.setLines(userId, name, transferId, what.lines));
      case 'hold':
        return await command(exchange.hold(userId, name, true));
      case 'end':
        return await command(exchange.hangUp(userId, name));
      case 'join':
        return await command(exchange.joinCalls(userId, name, { id: other?.callId ?? 'none' }));
    }
  }
}

const answer = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 4000 RTP/AVP 8\r\n';

test('whatever people do with their calls, nobody hears two calls together and nothing is left in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 40 }), async (deeds) => {
      const floor = await FakeFloor.open();
      const phones = new Phones(floor);
      for (const each of [
        { do: 'dial', who: 'anna', whom: 'ben' } as const,
        { do: 'pickUp', who: 'ben' } as const,
        ...deeds,
      ]) {
        await phones.do(each);
        await settle();
        await phones.obey();
        const heard = floor.heard().flat();
        expect(new Set(heard).size, 'somebody is in two conversations').toBe(heard.length);
      }
      // Everybody hangs up whatever they still hold.
      for (let round = 0; round < 12 && phones.all.length > 0; round += 1) {
        for (const who of people) await phones.do({ do: 'hangUp', who });
        for (const who of people) await phones.do({ do: 'refuse', who });
        await settle();
        await phones.obey();
        await floor.clock.pass(31_000);
        await phones.obey();
      }
      expect(phones.all).toEqual([]);
      expect(floor.exchange.activeCalls()).toBe(0);
      expect([...floor.media.endpoints.keys()]).toEqual([]);
      await floor.clock.pass(60_000);
      expect(floor.rows.size).toBe(0);
      expect(floor.clock.pending).toBe(0);
    }),
    { numRuns: 1000 },
  );
}, 60_000);
