/** A kind of work that outlives the process: its name, how often one job of it is tried, and for how long. */
export interface JobKind {
  readonly name: string;
  /** How often one job is tried before it is given up. */
  readonly tries: number;
  /** How long one try may take. */
  readonly withinMinutes: number;
  /** Before the second try; before each further one it is twice as long. */
  readonly pauseSeconds: number;
  readonly longestPauseSeconds: number;
  /** Only the server that it was asked for at can do it, because its files are there. */
  readonly here?: boolean;
  /** Jobs of this kind that one server does at a time; one where it is not said. */
  readonly atOnce?: number;
}

/** What a job is told beside the id that it is about. */
interface Attempt {
  /** Aborts when the server stops, the job is cancelled or its time is over. */
  readonly signal: AbortSignal;
  /** Nobody tries again when this one fails. */
  readonly isLastTry: boolean;
}

/** What a job says that is not to be done yet, or soon again. */
export interface Again {
  readonly againAfterSeconds: number;
}

/** Does the jobs of a kind. */
export interface JobWorker {
  /**
   * Does the work; at least once, never twice at the same time for one id. Fulfils quietly where there is nothing to do any
   * longer. What it rejects with is tried again; `Again` is no failure, and comes as a new job.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most jobs say nothing
  run(id: string, attempt: Attempt): Promise<Again | void>;
  /** Hears of a job that is not tried any longer, also of one whose process died at every try. */
  gaveUp?(id: string, code: string): Promise<void>;
}

/** What is done every hour, by name. */
export type Sweeps = Readonly<Record<string, () => Promise<unknown>>>;
