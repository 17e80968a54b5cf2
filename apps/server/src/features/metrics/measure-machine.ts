import { X509Certificate } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

/** What only the running server knows of its machine. */
export interface MeasuredMachine {
  readonly dataDir: string;
  /** Programs that the server needs, each of which answers or rejects; the database is one of them. */
  readonly parts: Readonly<Record<string, () => Promise<unknown>>>;
  /** What HTTPS is served with (PEM); undefined where it is not. */
  certificate(): string | undefined;
  /** Why the certificate in the files is not used; null where it is. */
  refusedCertificate(): string | null;
  /** Files that wait to go to a bucket; null where files lie in the data folder. */
  readonly filesWaiting?: (() => Promise<{ readonly count: number; readonly seconds: number }>) | null;
  backups(): Promise<readonly { readonly state: string; readonly startedAt: string }[]>;
  backupStanding(): Promise<{
    /** The last look into a backup; null: there was none. */
    readonly looked: { readonly at: string; readonly isGood: boolean } | null;
    /** Null where the last attempt of the schedule did not fail. */
    readonly failed: object | null;
  }>;
  /** What each media process is doing; one that does not answer is missing. */
  media?(): Promise<readonly MeasuredMedia[]>;
  /** How long callers of queues have been waiting, in seconds, for each channel in which somebody does. */
  waiting(): ReadonlyMap<string, readonly number[]>;
}

/** One media process. */
interface MeasuredMedia {
  readonly name: string;
  readonly endpoints: number;
  readonly portsTaken: number;
  readonly cpuSeconds: number;
  readonly loopLagSeconds: number;
}

/** A program that has not answered by then does not. */
const answerWithinMs = 3_000;

interface Figure {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  /** By label, or under '' where there is none; what is missing is not shown. */
  read(machine: MeasuredMachine): Promise<Readonly<Record<string, number>>> | Readonly<Record<string, number>>;
}

/** Shows the state of the machine at `/metrics`, for the same trouble that raises alarms. Read when someone asks. */
export function measureMachine(
  registry: Registry,
  { machine, onTrouble }: { readonly machine: MeasuredMachine; readonly onTrouble: (error: unknown) => void },
): void {
  const once = readOnce(machine);
  for (const { name, help, label, read } of figures) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        this.reset();
        if (label === undefined) this.remove();
        try {
          for (const [of, value] of Object.entries(await read(once))) {
            if (label === undefined) this.set(value);
            else this.set({ [label]: of }, value);
          }
        } catch (error) {
          onTrouble(error);
        }
      },
    });
  }
}

/** Seconds until an answer; undefined for none. */
async function timeOf(ask: () => Promise<unknown>): Promise<number | undefined> {
  const begun = performance.now();
  const answered = ask().then(
    () => true,
    () => false,
  );
  const isThere = await Promise.race([answered, sleep(answerWithinMs, false, { ref: false })]);
  return isThere ? (performance.now() - begun) / 1000 : undefined;
}

const newestOf = async (machine: MeasuredMachine): Promise<number> => {
  const ready = (await machine.backups()).filter(({ state }) => state === 'ready');
  return Math.max(0, ...ready.map(({ startedAt }) => Date.parse(startedAt) / 1000));
};

const keptForMs = 1_000;

/** Several figures of one visit to `/metrics` rest on the same reading: it is made once. */
function sharing<V>(read: () => Promise<V>): () => Promise<V> {
  let kept: { readonly at: number; readonly value: Promise<V> } | undefined;
  return () => {
    const now = performance.now();
    if (!kept || now - kept.at >= keptForMs) kept = { at: now, value: read() };
    return kept.value;
  };
}

const readOnce = (machine: MeasuredMachine): MeasuredMachine => ({
  ...machine,
  filesWaiting: machine.filesWaiting ? sharing(machine.filesWaiting) : null,
  backups: sharing(() => machine.backups()),
  backupStanding: sharing(() => machine.backupStanding()),
  media: sharing(async () => (await machine.media?.()) ?? []),
});

/** One figure of each media process. */
const ofMedia =
  (pick: (media: MeasuredMedia) => number): Figure['read'] =>
  async (machine) =>
    Object.fromEntries(((await machine.media?.()) ?? []).map((media) => [media.name, pick(media)]));

const figures: readonly Figure[] = [
  {
    name: 'sidetone_media_process_endpoints',
    help: 'Ends of calls in each media process, with those that tie it to another.',
    label: 'process',
    read: ofMedia(({ endpoints }) => endpoints),
  },
  {
    name: 'sidetone_media_process_rtp_pairs',
    help: 'Pairs of RTP ports that are in use in each media process.',
    label: 'process',
    read: ofMedia(({ portsTaken }) => portsTaken),
  },
  {
    name: 'sidetone_media_process_cpu_seconds',
    help: 'Processor time that each media process has used since it began.',
    label: 'process',
    read: ofMedia(({ cpuSeconds }) => cpuSeconds),
  },
  {
    name: 'sidetone_media_process_loop_lag_seconds',
    help: 'The longest that the event loop of each media process was late since the figures were read before.',
    label: 'process',
    read: ofMedia(({ loopLagSeconds }) => loopLagSeconds),
  },
  {
    name: 'sidetone_part_up',
    help: 'Whether a program that the server needs answers (1) or not (0).',
    label: 'part',
    async read({ parts }) {
      const all = Object.entries(parts).map(async ([name, ask]) => [name, (await timeOf(ask)) === undefined ? 0 : 1]);
      return Object.fromEntries(await Promise.all(all)) as Record<string, number>;
    },
  },
  {
    name: 'sidetone_database_answer_seconds',
    help: 'How long the database takes for the smallest question.',
    async read({ parts }) {
      const seconds = parts['database'] && (await timeOf(parts['database']));
      return seconds === undefined ? {} : { '': seconds };
    },
  },
  {
    name: 'sidetone_disk_free_bytes',
    help: 'What is free on the disk of the data folder.',
    async read({ dataDir }) {
      const { bavail, bsize } = await statfs(dataDir);
      return { '': bavail * bsize };
    },
  },
  {
    name: 'sidetone_files_waiting',
    help: 'Files that wait on machines until the bucket has them.',
    read: async ({ filesWaiting }) => (filesWaiting ? { '': (await filesWaiting()).count } : {}),
  },
  {
    name: 'sidetone_files_waiting_seconds',
    help: 'How long the first of the files that wait has been waiting; 0 where none does.',
    read: async ({ filesWaiting }) => (filesWaiting ? { '': (await filesWaiting()).seconds } : {}),
  },
  {
    name: 'sidetone_certificate_expires_timestamp_seconds',
    help: 'When the certificate in use expires.',
    read(machine) {
      const pem = machine.certificate();
      return pem === undefined ? {} : { '': new X509Certificate(pem).validToDate.getTime() / 1000 };
    },
  },
  {
    name: 'sidetone_certificate_refused',
    help: 'Whether the certificate in the files cannot be used (1), so that the one before stays.',
    read: (machine) => ({ '': machine.refusedCertificate() === null ? 0 : 1 }),
  },
  {
    name: 'sidetone_backup_newest_timestamp_seconds',
    help: 'When the newest backup was begun, by hand or by the schedule; 0 without one.',
    read: async (machine) => ({ '': await newestOf(machine) }),
  },
  {
    name: 'sidetone_backup_scheduled_failed',
    help: 'Whether the last backup of the schedule failed (1).',
    read: async (machine) => ({ '': (await machine.backupStanding()).failed === null ? 0 : 1 }),
  },
  {
    name: 'sidetone_backup_verified_timestamp_seconds',
    help: 'When a backup was last restored to try it; 0: never.',
    async read(machine) {
      const { looked } = await machine.backupStanding();
      return { '': looked === null ? 0 : Date.parse(looked.at) / 1000 };
    },
  },
  {
    name: 'sidetone_backup_verified_good',
    help: 'Whether the backup that was tried last can be restored (1) or not (0); nothing before the first.',
    async read(machine) {
      const { looked } = await machine.backupStanding();
      return looked === null ? {} : { '': looked.isGood ? 1 : 0 };
    },
  },
  {
    name: 'sidetone_queue_most_waiting',
    help: 'Callers who wait in the queue with the most callers.',
    read: (machine) => ({ '': Math.max(0, ...[...machine.waiting().values()].map((all) => all.length)) }),
  },
  {
    name: 'sidetone_queue_longest_wait_seconds',
    help: 'The longest time that a caller has been waiting.',
    read: (machine) => ({ '': Math.max(0, ...[...machine.waiting().values()].flat()) }),
  },
];

/** For how many seconds each caller of a channel has waited, of calls that wait. */
export function waitingSeconds(
  calls: readonly { readonly channelId: string; readonly state: string; readonly since: number }[],
  now: number,
): ReadonlyMap<string, readonly number[]> {
  const waiting = calls.filter(({ state }) => state === 'waiting');
  return new Map(
    [...Map.groupBy(waiting, ({ channelId }) => channelId)].map(([channelId, its]) => [
      channelId,
      its.map(({ since }) => Math.max(0, (now - since) / 1000)),
    ]),
  );
}
