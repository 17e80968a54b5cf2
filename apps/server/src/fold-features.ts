import type { Logger } from 'pino';
import type { LiveSource } from './documents/live-source.ts';
import type { Sweeps } from './jobs/job-kind.ts';
import type { Answer } from './requests/answer.ts';
import type { Feature } from './requests/feature.ts';

/** All features as one. */
export interface FoldedFeatures {
  readonly answers: readonly Answer[];
  readonly sources: readonly LiveSource[];
  /** All of them hear from now on. */
  listen(): void;
  /** What comes every hour, by name. */
  readonly sweeps: Sweeps;
  /** Takes up what is unfinished. */
  work(): void;
  /** Nothing is heard any longer. */
  quiet(): void;
  /** Ends what is under way, in the order of the list. */
  stop(): Promise<void>;
}

/** Folds the records of features; what fails of their work is a warning that names it. */
export function foldFeatures(features: readonly Feature[], log: Pick<Logger, 'warn'>): FoldedFeatures {
  const stopping: (() => void)[] = [];
  const doing = (name: string, work: () => Promise<unknown>) => {
    const words = `${name} failed`;
    work().catch((error) => log.warn({ err: error }, words));
  };
  return {
    answers: features.flatMap(({ answers }) => answers ?? []),
    sources: features.flatMap(({ sources }) => sources ?? []),
    sweeps: sweepsOf(features),
    listen() {
      for (const feature of features) if (feature.hears) stopping.push(feature.hears());
    },
    work() {
      for (const { name, resume } of features.flatMap(({ jobs }) => jobs ?? [])) doing(name, resume);
    },
    quiet() {
      for (const stop of stopping.splice(0)) stop();
    },
    async stop() {
      for (const feature of features) await feature.stop?.();
    },
  };
}

/** Two sweeps of one name would be one: the second is a mistake. */
function sweepsOf(features: readonly Feature[]): Sweeps {
  const all = features.flatMap(({ sweeps }) => sweeps ?? []);
  const byName = Object.fromEntries(all.map(({ name, run }) => [name, run]));
  if (Object.keys(byName).length < all.length) throw new Error('two sweeps have the same name');
  return byName;
}
