import { setTimeout as pause } from 'node:timers/promises';
import type { ApiSession } from '../people/api-session.ts';

interface Target {
  readonly channelId: string;
  readonly docId: string;
  /** The note that is there, and its revision; null and 0 where there is none. */
  readonly note: string | null;
  readonly revision: number;
}

interface Known {
  revision: number;
  /** What stood there at first, or was acknowledged last; undefined once something without an answer took its place. */
  acknowledged: string | null | undefined;
  /** Writes without an answer since. They named one revision, so at most one of them was done. */
  unanswered: ReadonlySet<string>;
}

/** Writes notes without rest, each over the one before, and remembers what the server has acknowledged. */
export class NoteWriter {
  readonly #session: () => ApiSession;
  readonly #targets: readonly Target[];
  readonly #known: ReadonlyMap<string, Known>;
  readonly #faults: string[] = [];
  #running = true;
  #acknowledged = 0;
  #work: Promise<void> | undefined;

  constructor(session: () => ApiSession, targets: readonly Target[]) {
    this.#session = session;
    this.#targets = targets;
    this.#known = new Map(
      targets.map(({ docId, note, revision }) => [docId, { revision, acknowledged: note, unanswered: new Set() }]),
    );
  }

  start(): void {
    this.#running = true;
    this.#work = this.#write();
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#work;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Notes of which nothing acknowledged or unanswered is in `rows`, and writes that were refused for no reason. */
  lost(rows: readonly { id: string; note: string | null }[]): string[] {
    const lost = rows.flatMap(({ id, note }) => {
      const { acknowledged, unanswered } = this.#known.get(id) ?? {};
      if (note === acknowledged || unanswered?.has(note ?? '')) return [];
      return [`the note of ${id} is ${note}, not ${acknowledged}`];
    });
    return [...this.#faults.splice(0), ...lost];
  }

  async #write(): Promise<void> {
    for (let turn = 0; this.#running; turn += 1) {
      const target = this.#targets[turn % this.#targets.length];
      const known = target && this.#known.get(target.docId);
      if (!target || !known) throw new Error('Nothing to write to');
      const content = `<p>Note ${turn} at ${performance.now()}</p>`;
      try {
        const path = `/channels/${target.channelId}/inbox/${target.docId}/note`;
        const reply = await this.#session().request('PUT', path, { content, revision: known.revision });
        if (reply.status === 409) this.#adopt(target.docId, known);
        else if (!reply.ok) throw new Error(`${reply.status}`);
        else {
          Object.assign(known, { revision: known.revision + 1, acknowledged: content, unanswered: new Set() });
          this.#acknowledged += 1;
        }
      } catch {
        // The server is down.
        known.unanswered = new Set([...known.unanswered, content]);
        await pause(50);
      }
    }
  }

  /** Nobody else writes: what is there instead is one of those that were written without an answer. */
  #adopt(docId: string, known: Known): void {
    if (known.unanswered.size === 0) this.#faults.push(`a note of ${docId} was refused although nobody else wrote`);
    known.revision += 1;
    known.acknowledged = undefined;
  }
}
