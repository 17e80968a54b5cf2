import { setTimeout as pause } from 'node:timers/promises';
import { findRunning } from '../../apps/server/src/storage/postgres/cluster.ts';
import type { Sidetone } from '../../e2e/world/sidetone.ts';
import type { SignIn } from '../../e2e/world/sign-in.ts';
import type { Figure } from '../figures.ts';
import { type Account, openCallees } from './callees.ts';
import { type Outcome, placeCalls } from './callers.ts';
import type { SipProxy } from './proxy.ts';
import { cpuOfParts, cpuOfTrees, memoryOfParts } from './tree-cpu.ts';

/** How long calls are placed for one figure. */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 15);
const callers = 20;

/** What is called: ours by an extension, a proxy by a name that phones registered. */
export interface Side {
  readonly server: number;
  readonly callers: readonly Account[];
  callees(phones: number): readonly Account[];
  readonly number: string;
  cpu(): number;
  /** Of each part of it, where it has several. */
  readonly parts?: () => ReadonlyMap<string, number>;
  /** Megabytes of services and media, where they are ours. */
  readonly memory?: () => number;
}

export async function ourSide(sidetone: Sidetone, people: readonly SignIn[]): Promise<Side> {
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
    memory: () => memoryOfParts(roots, ['services', 'media']),
  };
}

/** Phones of one user, all with one password. */
export async function phonesOf(
  sidetone: Sidetone,
  { email }: SignIn,
  name: string,
  howMany: number,
): Promise<Account[]> {
  const first = await sidetone.addPhone(email, name);
  // Several benches have such phones on one server.
  const beginning = `${first.username}-`;
  await sidetone.query(
    `insert into endpoints (id, account_id, user_id, kind, alias, sip_username, password_sealed)
     select $2 || n, account_id, user_id, kind, $2 || n, $2 || n, password_sealed
       from endpoints, generate_series(2, $3::int) as n where sip_username = $1`,
    [first.username, beginning, howMany],
  );
  const more = Array.from({ length: howMany - 1 }, (_, at) => `${beginning}${at + 2}`);
  return [first.username, ...more].map((username) => ({ username, password: first.password }));
}

/** A proxy that everyone calls at one name. */
export const sideOf = ({ port, pid }: SipProxy, { callers: calling }: Side): Side => ({
  server: port,
  callers: calling,
  callees: (phones) =>
    Array.from({ length: phones }, () => ({ username: 'called', password: calling[0]?.password ?? '' })),
  number: 'called',
  cpu: () => cpuOfTrees([pid]),
});

export interface Load {
  readonly perSecond: number;
  readonly phones: number;
}

export interface Measured extends Outcome {
  /** Calls a CPU-second. */
  readonly perCpu: number;
  /** Milliseconds of the processor that each part of the server took for a call. */
  readonly parts: ReadonlyMap<string, number>;
}

export async function measure(side: Side, { perSecond, phones }: Load): Promise<Measured> {
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
    await close();
  }
}

/** Throws where calls failed: figures of a server that refuses say nothing. */
export async function measureWhole(side: Side, load: Load): Promise<Measured> {
  const measured = await measure(side, load);
  const [failure] = measured.failures;
  if (failure) throw new Error(`${measured.failures.length} of ${measured.calls} calls failed: ${failure}`);
  return measured;
}

/** A load in words. */
export const named = ({ perSecond, phones }: Load): string =>
  `${perSecond} calls a second, ${phones === 1 ? 'one phone rings' : `${phones} phones ring`}`;

/** Figures of the rival, named. */
export const rival = (values: readonly number[] | undefined) => values && { name: 'Kamailio as a proxy', values };

/** What a load took: calls a CPU-second, the parts of it, and how long it took to ring. */
export const rowsOf = (what: string, mine: Measured, other: Measured | undefined): Figure[] => [
  { what, unit: 'calls a CPU-second', ours: [mine.perCpu], rival: rival(other && [other.perCpu]) },
  ...[...mine.parts].map(([part, ms]) => ({
    what: `${what}: ${part}, of a call`,
    unit: 'CPU-ms',
    ours: [ms],
    rival: undefined,
  })),
  { what: `${what}: INVITE → 180`, unit: 'ms', ours: mine.rings, rival: rival(other?.rings) },
];
