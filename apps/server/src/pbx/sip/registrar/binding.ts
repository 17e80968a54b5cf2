import type { Flow } from '../wires/flow.ts';
import type { StoredRegistration } from './registration-store.ts';

/** A registered contact. */
export type Binding = StoredRegistration & {
  /** The connection it registered over, which for a browser is the only way to it. */
  readonly flow: Flow | undefined;
  /** What it proved itself with; undefined where an earlier process let it in. */
  readonly ha1: string | undefined;
};
