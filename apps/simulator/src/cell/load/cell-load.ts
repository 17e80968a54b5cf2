import { Scheduler } from '../scheduler.ts';
import { chanceOf } from '../seeded.ts';
import { type Figures, phases, postgresShare } from './figures.ts';
import { Station } from './station.ts';

/** What comes to one cell, and what it has to do it with. */
export interface Cell {
  readonly figures: Figures;
  readonly callsASecond: number;
  /** Calls begin at an even pace, as a benchmark has it; else at any time. */
  readonly isEven: boolean;
  readonly registersASecond: number;
  readonly clients: number;
  /** Calls that stand at the same time, of which this share has a browser. */
  readonly standing: number;
  readonly browserShare: number;
  /** Services processes, each of which has a core, and cores of the others. */
  readonly carriers: number;
  readonly postgresCores: number;
  readonly mediaCores: number;
  readonly noticesASecond: number;
}

export interface CellResult {
  /** How busy each part is; over 1 where it cannot keep up. */
  readonly busy: readonly { readonly part: string; readonly share: number }[];
  /** INVITE to 180 without what phones and network take, in ms. */
  readonly ringing: { readonly p50: number; readonly p95: number; readonly p99: number };
  readonly noticesASecond: number;
}

const simulatedMs = 120_000;
/** At first nothing waits yet. */
const warmUpMs = 20_000;
const restEveryMs = 100;

/** Lets calls and registrations arrive for two minutes, at any time (Poisson) unless said otherwise; work takes as long as measured on average, and varies (exponential). */
export function loadCell(cell: Cell, seed = 1): CellResult {
  const { figures, carriers, callsASecond, registersASecond } = cell;
  const time = new Scheduler();
  const chance = chanceOf(seed);
  const some = (mean: number): number => -Math.log(1 - chance.next()) * mean;
  const services = Array.from({ length: carriers }, () => new Station('services', 1, time));
  const postgres = new Station('PostgreSQL', cell.postgresCores, time);
  const notices = new Station('notices', 1, time);
  const rang: number[] = [];

  const phase = (carrier: Station, share: number, then: () => void): void =>
    carrier.do(some(figures.services * share), () =>
      postgres.do(some(figures.postgres * share), () =>
        notices.do((figures.notices * share * 1000) / cell.noticesASecond, then),
      ),
    );
  const call = (): void => {
    const [carrier, begunAt] = [chance.of(services), time.now];
    phase(carrier, phases[0], () => {
      if (begunAt >= warmUpMs) rang.push(time.now - begunAt);
      time.after(some(8_000), () =>
        phase(carrier, phases[1], () => time.after(20_000, () => phase(carrier, phases[2], () => {}))),
      );
    });
  };
  const register = (): void =>
    chance
      .of(services)
      .do(some(figures.register * (1 - postgresShare)), () => postgres.do(some(figures.register * postgresShare)));
  const arrive = (aSecond: number, one: () => void): void => {
    if (aSecond <= 0) return;
    time.after(some(1000 / aSecond), () => {
      one();
      arrive(aSecond, one);
    });
  };
  const rest = (figures.client * cell.clients * restEveryMs) / 1000;
  const beAtRest = (): void => {
    for (const carrier of services) carrier.do((rest * (1 - postgresShare)) / carriers);
    postgres.do(rest * postgresShare);
    time.after(restEveryMs, beAtRest);
  };
  if (cell.isEven) {
    for (let at = 0; at < simulatedMs; at += 1000 / callsASecond) time.after(at, call);
  } else arrive(callsASecond, call);
  arrive(registersASecond, register);
  if (rest > 0) beAtRest();
  time.runAll(simulatedMs);
  return {
    busy: busyOf(cell, services, postgres),
    ringing: percentiles(rang),
    noticesASecond: callsASecond * figures.notices,
  };
}

/** As it was seen, or more where work is left. */
function busyOf(cell: Cell, services: readonly Station[], postgres: Station): CellResult['busy'] {
  const { figures, carriers, callsASecond, registersASecond } = cell;
  const demand = (ofCall: number, share: number): number =>
    (callsASecond * ofCall + (registersASecond * figures.register + figures.client * cell.clients) * share) / 1000;
  const ofServices = demand(figures.services, 1 - postgresShare) / carriers;
  const ofPostgres = demand(figures.postgres, postgresShare) / cell.postgresCores;
  return [
    { part: 'services', share: Math.max(mean(services), ofServices) },
    { part: 'PostgreSQL', share: Math.max(postgres.utilisation(), ofPostgres) },
    { part: 'notices', share: (callsASecond * figures.notices) / cell.noticesASecond },
    { part: 'media', share: mediaShare(cell) },
  ];
}

/** Audio comes evenly, and nothing of it waits: it is only counted. */
const mediaShare = ({ figures, standing, browserShare, callsASecond, mediaCores }: Cell): number => {
  const minute = figures.browserMinute * browserShare + figures.phoneMinute * (1 - browserShare);
  return ((standing * minute) / 60 + (callsASecond * figures.media) / 1000) / mediaCores;
};

const mean = (all: readonly Station[]): number =>
  all.reduce((sum, station) => sum + station.utilisation(), 0) / all.length;

function percentiles(given: readonly number[]): CellResult['ringing'] {
  const sorted = [...given].sort((one, other) => one - other);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
