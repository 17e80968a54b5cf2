import { keepUnchanged, type Row } from './delta.ts';

/** How long a failed reading waits before the next try. */
const retryMs = 1000;

export interface ViewDeps {
  read(): Promise<readonly Row[]>;
  /** The topics after a reading; the hub follows them from then on. Gives whether there are new ones. */
  follow(rows: readonly Row[]): boolean;
  onTrouble(error: unknown): void;
}

/** One answer, shared by everybody who gets the same one. It reads once at a time, and again if it got old meanwhile. */
export class LiveView {
  /** Undefined until the first reading. */
  rows: readonly Row[] | undefined;
  readonly #deps: ViewDeps;
  readonly #listeners = new Set<() => void>();
  #old = false;
  #reading = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  /** Hears of every reading that changed something; gives the way to stop. */
  onRead(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get watched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Something it depends on changed. */
  refresh(): void {
    this.#old = true;
    if (this.#reading) return;
    this.#reading = true;
    void this.#readUntilNew();
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#old = false;
  }

  /**
   * What is laid over the rows changed: `lay` gives them with new objects where they are different now. Nothing is read, and a
   * reading that runs brings the change by itself.
   */
  layAgain(lay: (rows: readonly Row[]) => readonly Row[]): void {
    if (this.#reading || this.rows === undefined) return;
    const before = this.rows;
    const now = lay(before).map((row, at) => (row === before[at] ? row : { ...row, rev: row.rev + 1 }));
    if (sameRows(before, now)) return;
    this.rows = now;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  async #readUntilNew(): Promise<void> {
    while (this.#old) {
      this.#old = false;
      try {
        const before = this.rows;
        const now = keepUnchanged(before ?? [], await this.#deps.read());
        // What newly belongs to the answer may have changed between the reading and now.
        if (this.#deps.follow(now)) this.#old = true;
        if (before !== undefined && sameRows(before, now)) continue;
        this.rows = now;
        this.#tell();
      } catch (error) {
        this.#deps.onTrouble(error);
        clearTimeout(this.#retry);
        this.#retry = setTimeout(() => this.watched && this.refresh(), retryMs);
        this.#retry.unref();
      }
    }
    this.#reading = false;
  }
}

const sameRows = (a: readonly Row[], b: readonly Row[]): boolean =>
  a.length === b.length && a.every((row, at) => row === b[at]);
