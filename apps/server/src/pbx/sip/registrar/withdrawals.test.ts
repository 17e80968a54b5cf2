import { expect, test } from 'vitest';
import { md5 } from '../admission/authenticate.ts';
import { realm } from '../sip-core.ts';
import { answer, fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange, knownDevices, passwordOf } from '../testing/fake-exchange.ts';

const ofAnna = { endpointId: 'e-anna' };

/** The app extension of Anna with a password for each of her sign-ins; `end` ends one of them. */
const signIns = (...names: string[]) => {
  const live = new Set(names);
  const known = knownDevices(['anna', 'bob']);
  const ha1Of = (name: string) => md5(`anna:${realm}:${passwordOf(name)}`);
  return {
    end: (name: string) => live.delete(name),
    credentials: {
      remembered: () => [],
      async bySipUsername(username: string) {
        const found = await known.bySipUsername(username);
        if (username !== 'anna') return found;
        return found.flatMap((one) => [...live].map((name) => ({ ...one, ha1: ha1Of(name) })));
      },
      async ha1sOf(endpointIds: readonly string[]) {
        const found = new Map(await known.ha1sOf(endpointIds));
        if (found.has('e-anna')) found.set('e-anna', [...live].map(ha1Of));
        return found;
      },
    },
  };
};

/** Windows of Anna, each of another sign-in, all of which ring for one call. */
const ringing = async () => {
  const { credentials, end } = signIns('home', 'office');
  const exchange = fakeExchange({ credentials });
  const [home, office] = [
    fakeDevice(exchange, 'anna', { password: passwordOf('home') }),
    fakeDevice(exchange, 'anna', { password: passwordOf('office') }),
  ];
  for (const window of [home, office]) expect((await window.register()).status).toBe(200);
  const contacts = await exchange.legs.contactsOf(['w-anna']);
  for (const [at, contact] of contacts.entries()) {
    const parties = { from: { user: '+4930111' }, to: { user: '200' } };
    const target = { kind: 'device', contact } as const;
    exchange.legs.order({ do: 'invite', legId: `l${at}`, sipCallId: 'c1', sessionId: 's1', target, offer, ...parties });
  }
  await exchange.pass();
  const rings = ({ requests: [invite] }: typeof home) => {
    if (!invite) throw new Error('a window does not ring');
    invite.reply(180);
    return invite;
  };
  const invites = { home: rings(home), office: rings(office) };
  await exchange.pass();
  return { exchange, home, office, invites, end };
};
const typesOf = ({ facts }: { facts: readonly { type: string }[] }) => facts.map(({ type }) => type);

test('where a sign-in ends, its window rings no longer, and the other windows of the user ring on', async () => {
  const { exchange, home, office, invites, end } = await ringing();
  end('office');
  await exchange.core.closeWithdrawn('e-anna');
  await exchange.pass();
  expect([home.open, office.open]).toEqual([true, false]);
  expect(typesOf(exchange)).toEqual(['provisional', 'provisional', 'unreachable']);
  expect(await exchange.legs.contactsOf(['w-anna'])).toHaveLength(1);

  // What the ended window says now reaches nobody, and over another connection it is not believed.
  office.answer(invites.office);
  await exchange.pass();
  const again = fakeDevice(exchange, 'anna', { password: passwordOf('office') });
  expect((await again.register()).status).toBe(401);
  expect(typesOf(exchange)).toEqual(['provisional', 'provisional', 'unreachable']);

  home.answer(invites.home);
  await exchange.pass();
  expect(typesOf(exchange)).toEqual(['provisional', 'provisional', 'unreachable', 'answered']);
  expect(home.open).toBe(true);
});

test('a window whose sign-in ended calls nobody any longer, and what it was calling ends', async () => {
  const { credentials, end } = signIns('home', 'office');
  const exchange = fakeExchange({ credentials });
  const office = fakeDevice(exchange, 'anna', { password: passwordOf('office') });
  await office.register();
  await office.call('200');
  const { legId } = exchange.fact('invited');
  exchange.legs.order({ do: 'provisional', legId, status: 180 });
  await exchange.pass();
  end('office');
  await exchange.core.closeWithdrawn('e-anna');
  await exchange.pass();
  expect(office.open).toBe(false);
  expect(typesOf(exchange)).toEqual(['invited', 'cancelled']);
});

test('a call that runs is kept where the sign-in of its window ends, for as long as one that lost its connection', async () => {
  const { exchange, home, office, invites, end } = await ringing();
  home.answer(invites.home);
  await exchange.pass();
  const before = exchange.facts.length;
  end('home');
  await exchange.core.closeWithdrawn('e-anna');
  await exchange.pass(29_000);
  expect([home.open, office.open]).toEqual([false, true]);
  expect(exchange.facts.slice(before)).toEqual([]);
  await exchange.pass(2_000);
  expect(typesOf(exchange).slice(before)).toEqual(['ended']);
});

test('a call that a window began and that was answered goes on, too', async () => {
  const { credentials, end } = signIns('home');
  const exchange = fakeExchange({ credentials });
  const home = fakeDevice(exchange, 'anna', { password: passwordOf('home') });
  await home.register();
  const call = await home.call('200');
  exchange.legs.order({ do: 'answer', legId: exchange.fact('invited').legId, sdp: answer });
  await exchange.pass();
  home.confirm(call);
  await exchange.pass();
  end('home');
  await exchange.core.closeWithdrawn(null);
  await exchange.pass(29_000);
  expect(home.open).toBe(false);
  expect(typesOf(exchange)).toEqual(['invited', 'acknowledged']);
});

test('sign-ins of others are not looked at', async () => {
  const { exchange, home, office, end } = await ringing();
  end('office');
  await exchange.core.closeWithdrawn('e-bob');
  expect([home.open, office.open]).toEqual([true, true]);
});

test('a device that is taken away, and every device of a deactivated user, rings no longer', async () => {
  for (const whose of [ofAnna, { userId: 'w-anna' }]) {
    const { exchange, home, office } = await ringing();
    await exchange.core.closeFlowsOf({ userId: 'w-bob' });
    expect([home.open, office.open]).toEqual([true, true]);
    await exchange.core.closeFlowsOf(whose);
    await exchange.pass();
    expect([home.open, office.open]).toEqual([false, false]);
    expect(typesOf(exchange)).toEqual(['provisional', 'provisional', 'unreachable', 'unreachable']);
  }
});
