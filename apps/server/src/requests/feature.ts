import type { LiveSource } from '../documents/live-source.ts';
import type { Answer } from './answer.ts';

/** Work that a server may leave unfinished when it ends, however it ends. */
interface Job {
  /** What the log says of it, such as `contact imports: resuming`, before `failed`. */
  readonly name: string;
  /** Takes up what is unfinished; called once the server is up. */
  resume(): Promise<unknown>;
}

/** Work that comes every hour. */
export interface Sweep {
  /** What the log and the table of jobs call it, such as `old calls`. No two features have the same. */
  readonly name: string;
  /** What fails is done the next time. */
  run(): Promise<unknown>;
}

/** What a part of the server brings along, with the fields that it has. `api-features.ts` lists all of them, `start-api.ts` folds them. */
export interface Feature {
  /** Routes of the contract, each with the code that answers it. */
  readonly answers?: readonly Answer[];
  /** Live queries, each with the code that reads it. */
  readonly sources?: readonly LiveSource[];
  readonly jobs?: readonly Job[];
  readonly sweeps?: readonly Sweep[];
  /** Begins to listen to facts, changes of tables or who comes and goes, before anyone connects. Gives the way to stop. */
  hears?(): () => void;
  /** Ends what is under way, once nobody is connected any longer. */
  stop?(): Promise<void> | void;
}
