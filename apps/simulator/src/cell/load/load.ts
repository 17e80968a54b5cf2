import { type Cell, type CellResult, loadCell } from './cell-load.ts';
import { noticesASecond, phonesAlone, withClients } from './figures.ts';

/** What people do in the busy hour, and of what cells are made. */
export interface Load {
  readonly people: number;
  /** Most people of one cell. */
  readonly cell: number;
  /** Calls of a person in the busy hour, and how long each is. */
  readonly calls: number;
  readonly minutes: number;
  /** In percent: people with a browser open, and with a desk phone. */
  readonly browsers: number;
  readonly phones: number;
  /** Of one cell: services processes, cores of PostgreSQL and of media, notices a second that it takes. */
  readonly carriers: number;
  readonly postgres: number;
  readonly media: number;
  readonly notices: number;
}

const usual: Load = {
  people: 1_000_000,
  cell: 50_000,
  calls: 2,
  minutes: 3,
  browsers: 100,
  phones: 50,
  carriers: 8,
  postgres: 8,
  media: 48,
  notices: noticesASecond,
};

/** Seconds between registrations of a browser and of a phone. */
const [browserExpires, phoneExpires] = [300, 1_800];
/** Of calls: those with a browser. */
const browserCalls = 2 / 3;

/** Reads `people=1000000,carriers=8`; undefined where it says something else. */
export function readLoad(word: string): Load | undefined {
  const wishes = word.split(',').map((one) => /^([a-z]+)=(\d{1,8})$/.exec(one));
  const isKnown = wishes.every((wish) => wish && Object.hasOwn(usual, wish[1] ?? '') && Number(wish[2]) > 0);
  if (!isKnown) return undefined;
  return { ...usual, ...Object.fromEntries(wishes.map((wish) => [wish?.[1] ?? '', Number(wish?.[2])])) };
}

export function cellOf(load: Load): { readonly cells: number; readonly cell: Cell } {
  const cells = Math.ceil(load.people / load.cell);
  const people = load.people / cells;
  const callsASecond = (people * load.calls) / 3_600;
  const [clients, phones] = [(people * load.browsers) / 100, (people * load.phones) / 100];
  const cell: Cell = {
    figures: load.browsers > 0 ? withClients : phonesAlone,
    callsASecond,
    isEven: false,
    registersASecond: clients / browserExpires + phones / phoneExpires,
    clients,
    standing: callsASecond * load.minutes * 60,
    browserShare: load.browsers > 0 ? browserCalls : 0,
    carriers: load.carriers,
    postgresCores: load.postgres,
    mediaCores: load.media,
    noticesASecond: load.notices,
  };
  return { cells, cell };
}

/** A server of two cores, as `npm run bench -- exchange` loads it: phones alone, no sound. */
export const measuredPoint = (callsASecond: number): Cell => ({
  figures: phonesAlone,
  callsASecond,
  isEven: true,
  registersASecond: 0,
  clients: 0,
  standing: 0,
  browserShare: 0,
  carriers: 1,
  postgresCores: 1,
  mediaCores: 1,
  noticesASecond,
});

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
const whole = (count: number): string => Math.round(count).toLocaleString('en-GB');

/** The answer in lines. */
export function loadOf(load: Load): readonly string[] {
  const { cells, cell } = cellOf(load);
  const result = loadCell(cell);
  const [first] = [...result.busy].sort((one, other) => other.share - one.share);
  const point = loadCell(measuredPoint(10));
  return [
    `${whole(load.people)} people in ${cells} cells of ${whole(load.people / cells)}, in the busy hour. Of each cell:`,
    `  ${cell.callsASecond.toFixed(1)} calls and ${cell.registersASecond.toFixed(0)} registrations begin a second, ${whole(cell.standing)} calls stand, ${whole(cell.clients)} clients are open`,
    ...result.busy.map(
      ({ part, share }) =>
        `  ${part.padEnd(11)} ${percent(share)} of ${partsOf(cell, part)}${share >= 1 ? ', which is too much' : ''}`,
    ),
    `  ${result.noticesASecond.toFixed(0)} notices a second`,
    `  INVITE to 180: p50 ${result.ringing.p50.toFixed(0)} ms, p95 ${result.ringing.p95.toFixed(0)} ms, p99 ${result.ringing.p99.toFixed(0)} ms, without network and phones`,
    first ? `First ${first.part} is full: at ${whole(load.people / first.share)} people with the same machines.` : '',
    `Measured and simulated, ten calls a second at one server: p95 ${measuredText} and ${point.ringing.p95.toFixed(0)} ms; of a core, services ${percent(busyOf(point, 'services'))} and PostgreSQL ${percent(busyOf(point, 'PostgreSQL'))}, measured 17 to 20 % and 9 to 11 %.`,
    'What a client at rest takes has the rest of its server in it, and is the most that it can be.',
    'Not in it: collector pauses, a company that is larger than others, all phones at the same time after an outage, recordings, and disks.',
  ];
}

/** Two quiet runs of `docs/BENCHMARKS.md`. */
const measuredText = '14 to 34';

const busyOf = ({ busy }: CellResult, wanted: string): number => busy.find(({ part }) => part === wanted)?.share ?? 0;

const partsOf = (cell: Cell, part: string): string =>
  ({
    services: `${cell.carriers} cores`,
    PostgreSQL: `${cell.postgresCores} cores`,
    notices: `${cell.noticesASecond} a second`,
    media: `${cell.mediaCores} cores`,
  })[part] ?? '';
