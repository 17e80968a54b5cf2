import { setTimeout as pause } from 'node:timers/promises';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { openCallees } from './exchange/callees.ts';
import { placeCalls } from './exchange/callers.ts';
import { startProxy } from './exchange/proxy.ts';
import {
  type Measured,
  measure,
  measureWhole,
  named,
  ourSide,
  rival,
  rowsOf,
  type Side,
  sideOf,
} from './exchange/sides.ts';
import { countAsked } from './exchange/statements.ts';
import { connectClients } from './exchange/watchers.ts';
import type { Figure } from './figures.ts';

const idleSeconds = Number(process.env['BENCH_IDLE_SECONDS'] ?? 30);
const clients = 50;
/** Calls a second, the fewest first; the row of the highest rate goes through them until one fails. */
const rates = [20, 50, 75, 100];
/** A rate holds while every call comes to its end and rings within this, in ms, for 95 of 100. */
const ringsWithin = 1000;

/**
 * What the set-up and end of a call takes of the processor, all processes and PostgreSQL included, how long it takes to ring, and
 * the most calls a second; beside Kamailio as a proxy, which writes nothing down. Phones send no sound.
 */
export async function measureExchange(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  const ours = await ourSide(sidetone, people);
  const proxy = await startProxy(ours.callers[0]?.password ?? '');
  try {
    const theirs = proxy && sideOf(proxy, ours);
    return [
      ...(await setUps(ours, theirs)),
      ...(await askedOf(sidetone, ours)),
      ...(await withClients(sidetone, ours, people)),
      ...(await highestRate(ours, theirs)),
    ];
  } finally {
    await proxy?.stop();
  }
}

async function setUps(ours: Side, theirs: Side | undefined): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const load of [
    { perSecond: 5, phones: 1 },
    { perSecond: 10, phones: 1 },
    { perSecond: 10, phones: 5 },
  ]) {
    const [mine, other] = [await measureWhole(ours, load), theirs && (await measureWhole(theirs, load))];
    figures.push(...rowsOf(named(load), mine, other));
  }
  return figures;
}

async function askedOf(sidetone: Sidetone, ours: Side): Promise<Figure[]> {
  const close = await openCallees(ours.server, ours.callees(1));
  try {
    const { server, number } = ours;
    const traffic = { server, callers: ours.callers, number, perSecond: 2, seconds: 10 };
    const url = await sidetone.databaseUrl();
    // Rows of calls that are over are removed ten seconds later.
    const asked = await countAsked(sidetone.dataFolder, url, () => placeCalls(traffic), 12_000);
    const calls = traffic.perSecond * traffic.seconds;
    const row = (what: string, count: number): Figure => ({
      what: `${what} of a call`,
      unit: 'count',
      ours: [count / calls],
      rival: undefined,
    });
    const tables = [...asked.byTable].filter(([, count]) => count >= calls / 10).sort((one, two) => two[1] - one[1]);
    return [
      row('Statements', asked.statements),
      row('Transactions', asked.transactions),
      row('Notices', asked.notices),
      ...tables.map(([table, count]) => row(`Statements (${table})`, count)),
    ];
  } finally {
    await close();
  }
}

/** The same with clients connected, and what they and registered phones cost while nothing happens. */
async function withClients(sidetone: Sidetone, ours: Side, people: readonly SignIn[]): Promise<Figure[]> {
  const disconnect = await connectClients(sidetone.origin, people.slice(0, 6), clients);
  try {
    const load = { perSecond: 5, phones: 1 };
    const figures = rowsOf(`${named(load)}, ${clients} clients`, await measureWhole(ours, load), undefined);
    const before = ours.cpu();
    await pause(idleSeconds * 1000);
    const minute = ((ours.cpu() - before) * 60) / idleSeconds;
    const what = `At rest, ${clients} clients, a minute`;
    return [...figures, { what, unit: 'CPU-s', ours: [minute], rival: undefined }];
  } finally {
    await disconnect();
  }
}

/**
 * How long calls take to ring at some rates, and the highest of these at which no call fails and 95 of 100 ring in time; 0 where none
 * is. The rival is measured at the highest alone where it holds it.
 */
async function highestRate(ours: Side, theirs: Side | undefined): Promise<Figure[]> {
  const top = rates.at(-1) ?? 0;
  const atTop = theirs && (await tried(theirs, top));
  const other = theirs && (atTop?.holds ? top : (await climb(theirs)).highest);
  const mine = await climb(ours);
  const what = `Highest of ${rates.join(', ')} calls a second`;
  return [
    ...mine.tries.map(({ perSecond, outcome, holds }) => ({
      what: `${perSecond} calls a second${holds ? '' : `, ${outcome.failures.length} of ${outcome.calls} failed`}: INVITE → 180`,
      unit: 'ms',
      ours: outcome.rings,
      rival: perSecond === top ? rival(atTop?.outcome.rings) : undefined,
    })),
    { what, unit: 'a second', ours: [mine.highest], rival: rival(other === undefined ? undefined : [other]) },
  ];
}

interface Tried {
  readonly perSecond: number;
  readonly outcome: Measured;
  readonly holds: boolean;
}

async function tried(side: Side, perSecond: number): Promise<Tried> {
  const outcome = await measure(side, { perSecond, phones: 1 });
  const late = outcome.rings.filter((ms) => ms > ringsWithin).length;
  return { perSecond, outcome, holds: outcome.failures.length === 0 && late <= outcome.rings.length / 20 };
}

/** One rate after the other, until one does not hold. */
async function climb(side: Side): Promise<{ readonly tries: readonly Tried[]; readonly highest: number }> {
  const tries: Tried[] = [];
  for (const perSecond of rates) {
    const one = await tried(side, perSecond);
    tries.push(one);
    if (!one.holds) break;
  }
  return { tries, highest: tries.findLast(({ holds }) => holds)?.perSecond ?? 0 };
}
