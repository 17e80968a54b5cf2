import { setTimeout as pause } from 'node:timers/promises';
import { findRunning } from '../apps/server/src/storage/postgres/cluster.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { type Account, openCallees } from './exchange/callees.ts';
import { type Outcome, placeCalls } from './exchange/callers.ts';
import { type SipProxy, startProxy } from './exchange/proxy.ts';
import { countAsked } from './exchange/statements.ts';
import { cpuOfParts, cpuOfTrees } from './exchange/tree-cpu.ts';
import { connectClients } from './exchange/watchers.ts';
import type { Figure } from './figures.ts';

/** How long calls are placed for one figure. */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 15);
const idleSeconds = Number(process.env['BENCH_IDLE_SECONDS'] ?? 30);
const callers = 20;
const clients = 50;
/** Calls a second, the fewest first; the row of the highest rate goes through them until one fails. */
const rates = [20, 40, 60, 80, 100];
/** A rate holds while every call comes to its end and rings within this, in ms, for 95 of 100. */
const ringsWithin = 1000;

/** What is called: ours by an extension, a proxy by a name that phones registered. */
interface Side {
  readonly server: number;
  readonly callers: readonly Account[];
  callees(phones: number): readonly Account[];
  readonly number: string;
  cpu(): number;
  /** Of each part of it, where it has several. */
  readonly parts?: () => ReadonlyMap<string, number>;
}

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

async function ourSide(sidetone: Sidetone, people: readonly SignIn[]): Promise<Side> {
  const [, caller, callee] = people;
  if (!caller || !callee || sidetone.pid === undefined) throw new Error('The demo company lacks people.');
  const calling = await phonesOf(sidetone, caller, 'Caller', callers);
  const called = await phonesOf(sidetone, callee, 'Called', 5);
  const postgres = await findRunning(sidetone.dataFolder);
  if (!postgres) throw new Error('The server has no PostgreSQL of its own.');
  const roots = [sidetone.pid, postgres.pid];
  return {
    server: sidetone.ports.sip,
    callers: calling,
    callees: (phones) => called.slice(0, phones),
    number: callee.extension,
    cpu: () => cpuOfTrees(roots),
    parts: () => cpuOfParts(roots),
  };
}

/** Phones of one user, all with one password. */
async function phonesOf(sidetone: Sidetone, { email }: SignIn, name: string, howMany: number): Promise<Account[]> {
  const first = await sidetone.addPhone(email, name);
  const beginning = `bench-${name.toLowerCase()}-`;
  await sidetone.query(
    `insert into endpoints (id, account_id, user_id, kind, alias, sip_username, password_sealed)
     select $2 || n, account_id, user_id, kind, $2 || n, $2 || n, password_sealed
       from endpoints, generate_series(2, $3::int) as n where sip_username = $1`,
    [first.username, beginning, howMany],
  );
  const more = Array.from({ length: howMany - 1 }, (_, at) => `${beginning}${at + 2}`);
  return [first.username, ...more].map((username) => ({ username, password: first.password }));
}

const sideOf = ({ port, pid }: SipProxy, { callers: calling }: Side): Side => ({
  server: port,
  callers: calling,
  callees: (phones) =>
    Array.from({ length: phones }, () => ({ username: 'called', password: calling[0]?.password ?? '' })),
  number: 'called',
  cpu: () => cpuOfTrees([pid]),
});

interface Load {
  readonly perSecond: number;
  readonly phones: number;
}

interface Measured extends Outcome {
  /** Calls a CPU-second. */
  readonly perCpu: number;
  /** Milliseconds of the processor that each part of the server took for a call. */
  readonly parts: ReadonlyMap<string, number>;
}

async function measure(side: Side, { perSecond, phones }: Load): Promise<Measured> {
  const close = await openCallees(side.server, side.callees(phones));
  const { server, number } = side;
  try {
    const traffic = { server, callers: side.callers, number, perSecond };
    // The first calls fill caches and have code compiled.
    await placeCalls({ ...traffic, seconds: 4 });
    const [before, partsBefore] = [side.cpu(), side.parts?.()];
    const outcome = await placeCalls({ ...traffic, seconds });
    // What is written and told afterwards belongs to it.
    await pause(1000);
    const parts = [...(side.parts?.() ?? [])].map(([name, after]) => {
      const ms = ((after - (partsBefore?.get(name) ?? 0)) * 1000) / outcome.calls;
      return [name, ms] as const;
    });
    return { ...outcome, perCpu: outcome.calls / (side.cpu() - before), parts: new Map(parts) };
  } finally {
    close();
  }
}

/** Throws where calls failed: figures of a server that refuses say nothing. */
async function measureWhole(side: Side, load: Load): Promise<Measured> {
  const measured = await measure(side, load);
  const [failure] = measured.failures;
  if (failure) throw new Error(`${measured.failures.length} of ${measured.calls} calls failed: ${failure}`);
  return measured;
}

const named = ({ perSecond, phones }: Load): string =>
  `${perSecond} calls a second, ${phones === 1 ? 'one phone rings' : `${phones} phones ring`}`;

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

const rival = (values: readonly number[] | undefined) => values && { name: 'Kamailio as a proxy', values };

const rowsOf = (what: string, mine: Measured, other: Measured | undefined): Figure[] => [
  { what, unit: 'calls a CPU-second', ours: [mine.perCpu], rival: rival(other && [other.perCpu]) },
  ...[...mine.parts].map(([part, ms]) => ({
    what: `${what}: ${part}, of a call`,
    unit: 'CPU-ms',
    ours: [ms],
    rival: undefined,
  })),
  { what: `${what}: INVITE → 180`, unit: 'ms', ours: mine.rings, rival: rival(other?.rings) },
];

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
    close();
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

/** The highest of some rates at which no call fails and 95 of 100 ring in time; 0 where none is. */
async function highestRate(ours: Side, theirs: Side | undefined): Promise<Figure[]> {
  const highest = async (side: Side) => {
    let most = 0;
    for (const perSecond of rates) {
      const { rings, failures } = await measure(side, { perSecond, phones: 1 });
      const late = rings.filter((ms) => ms > ringsWithin).length;
      if (failures.length > 0 || late > rings.length / 20) break;
      most = perSecond;
    }
    return most;
  };
  const [mine, other] = [await highest(ours), theirs && (await highest(theirs))];
  const what = `Highest of ${rates.join(', ')} calls a second`;
  return [{ what, unit: 'a second', ours: [mine], rival: rival(other === undefined ? undefined : [other]) }];
}
