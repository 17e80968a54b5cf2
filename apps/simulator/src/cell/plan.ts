import type { CallWish } from './attempt.ts';
import { fineWeather, type Weather } from './network.ts';
import { people } from './people.ts';
import { type Chance, chanceOf } from './seeded.ts';

export type MachineName = 'a' | 'b' | 'c';

/** What somebody does, or what goes wrong, at a time in ms. */
export type Act = { readonly at: number } & (
  | { readonly do: 'call'; readonly from: string; readonly to: string; readonly wish: CallWish }
  | { readonly do: 'freeze'; readonly machine: MachineName; readonly ms: number }
  | { readonly do: 'kill'; readonly machine: MachineName; readonly awayMs: number }
  | { readonly do: 'restart'; readonly machine: MachineName }
  | { readonly do: 'databaseAway'; readonly ms: number }
  | { readonly do: 'cutDatabase'; readonly machine: MachineName; readonly ms: number }
  | { readonly do: 'cutPhones'; readonly machine: MachineName; readonly ms: number }
  | { readonly do: 'mediaDies'; readonly ms: number }
  | { readonly do: 'setClock'; readonly of: MachineName | 'database'; readonly ms: number }
  | { readonly do: 'handOver'; readonly node: string }
  | { readonly do: 'move'; readonly company: string; readonly to: string }
);

/** All that a seed leads to, but for what the network does to each message. */
export interface Plan {
  readonly seed: number;
  readonly weather: Weather;
  readonly acts: readonly Act[];
}

const [firstAt, lastAt] = [4_000, 40_000];
const machines: readonly MachineName[] = ['a', 'b', 'c'];
const nodes = ['node-1', 'node-2'];

export function planOf(seed: number): Plan {
  const chance = chanceOf(seed);
  const weather: Weather = chance.is(0.5)
    ? fineWeather
    : {
        loss: chance.next() * 0.15,
        double: chance.next() * 0.1,
        delayMs: chance.between(20, 700),
        astray: chance.next() * 0.5,
      };
  const calls = Array.from({ length: chance.between(2, 5) }, () => callAt(chance));
  const troubles = Array.from({ length: chance.between(1, 3) }, () => troubleAt(chance));
  const dark = chance.is(0.1) ? nobodyLeft(chance) : [];
  const acts = [...calls, ...troubles, ...dark].sort((one, other) => one.at - other.at);
  return { seed, weather, acts };
}

/** The spare is away, and a carrier stands still for so long in mid-call that what it left is tidied. */
function nobodyLeft(chance: Chance): readonly Act[] {
  const at = chance.between(firstAt, 10_000);
  const [from, to, machine] = chance.of([
    ['anna', 'ben', 'a'],
    ['dora', 'emil', 'b'],
  ] as const);
  const wish: CallWish = { ringMs: 500, talkMs: chance.between(160_000, 200_000), by: 'caller' };
  return [
    { at, do: 'call', from, to, wish },
    { at, do: 'kill', machine: 'c', awayMs: 200_000 },
    { at: at + 8_000, do: 'freeze', machine, ms: chance.between(95_000, 120_000) },
  ];
}

const someTime = (chance: Chance): number => chance.between(firstAt, lastAt);

function callAt(chance: Chance): Act {
  const from = chance.of(people);
  const colleagues = people.filter((one) => one !== from && one.accountId === from.accountId);
  const wish: CallWish = {
    ringMs: chance.between(200, 6_000),
    talkMs: chance.between(1_000, 30_000),
    by: chance.of(['caller', 'callee']),
    ...(chance.is(0.15) && { givesUpMs: chance.between(300, 5_000) }),
  };
  return { at: someTime(chance), do: 'call', from: from.name, to: chance.of(colleagues).name, wish };
}

/** What freezes or cuts a machine off is often just longer than a lease, and now and then longer than a minute. */
const someWhile = (chance: Chance): number =>
  chance.is(0.15) ? chance.between(60_000, 100_000) : chance.between(1_000, 25_000);

function troubleAt(chance: Chance): Act {
  const [at, machine, ms] = [someTime(chance), chance.of(machines), someWhile(chance)];
  const makers: readonly (() => Act)[] = [
    () => ({ at, do: 'freeze', machine, ms }),
    () => ({ at, do: 'freeze', machine, ms }),
    () => ({ at, do: 'kill', machine, awayMs: chance.is(0.5) ? chance.between(500, 3_000) : ms }),
    () => ({ at, do: 'kill', machine, awayMs: chance.is(0.5) ? chance.between(500, 3_000) : ms }),
    () => ({ at, do: 'restart', machine }),
    () => ({ at, do: 'databaseAway', ms: chance.between(500, 30_000) }),
    () => ({ at, do: 'cutDatabase', machine, ms }),
    () => ({ at, do: 'cutPhones', machine, ms }),
    () => ({ at, do: 'mediaDies', ms: chance.between(500, 5_000) }),
    () => ({
      at,
      do: 'setClock',
      of: chance.of([...machines, 'database'] as const),
      ms: chance.between(-100_000, 100_000),
    }),
    () => ({ at, do: 'handOver', node: chance.of(nodes) }),
    () => ({ at, do: 'handOver', node: chance.of(nodes) }),
    () => ({ at, do: 'move', company: chance.of(['acme', 'bolt']), to: chance.of(nodes) }),
  ];
  return chance.of(makers)();
}

/** How long something of an act may still go on. */
export const endOf = (act: Act): number => {
  const ms = 'ms' in act && act.do !== 'setClock' ? act.ms : 0;
  const away = act.do === 'kill' ? act.awayMs : 0;
  const call = act.do === 'call' ? act.wish.ringMs + act.wish.talkMs : 0;
  return act.at + Math.max(ms, away, call);
};
