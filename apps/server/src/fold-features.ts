import type { Logger } from 'pino';
import type { LiveSource } from './documents/live-source.ts';
import type { Answer } from './requests/answer.ts';
import type { Feature } from './requests/feature.ts';

/** All features as one. */
export interface FoldedFeatures {
  readonly answers: readonly Answer[];
  readonly sources: readonly LiveSource[];
  /** All of them hear from now on. */
  listen(): void;
  /** Takes up what is unfinished, and sweeps from now on. */
  work(): void;
  /** Nothing is heard or swept any longer. */
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
    listen() {
      for (const feature of features) if (feature.hears) stopping.push(feature.hears());
    },
    work() {
      for (const { name, resume } of features.flatMap(({ jobs }) => jobs ?? [])) doing(name, resume);
      for (const { name, every, run } of features.flatMap(({ sweeps }) => sweeps ?? [])) {
        const timer = setInterval(() => doing(name, run), every);
        timer.unref();
        stopping.push(() => clearInterval(timer));
      }
    },
    quiet() {
      for (const stop of stopping.splice(0)) stop();
    },
    async stop() {
      for (const feature of features) await feature.stop?.();
    },
  };
}
