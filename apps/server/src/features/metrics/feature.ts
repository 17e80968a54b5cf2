import type { Registry } from 'prom-client';
import type { FactBoard } from '../../events.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { countFacts } from './count-facts.ts';
import { type MeasuredMachine, measureMachine } from './measure-machine.ts';
import { type LiveSizes, measureState } from './measure-state.ts';

interface MetricsDeps {
  readonly registry: Registry;
  readonly facts: FactBoard;
  readonly db: Database;
  readonly node: string;
  readonly machine: MeasuredMachine;
  sizes(): LiveSizes;
  onTrouble(error: unknown): void;
}

/** What happened and how things stand, for `/metrics`. */
export const metricsFeature = ({ registry, facts, machine, ...state }: MetricsDeps): Feature => {
  measureState(registry, state);
  measureMachine(registry, { machine, onTrouble: state.onTrouble });
  return { hears: () => countFacts(registry, facts) };
};
