import { setTimeout as pause } from 'node:timers/promises';
import type { ApiSession } from '../people/api-session.ts';

interface Target {
  readonly channelId: string;
  readonly docId: string;
}

/** Toggles inbox events without rest and remembers, for each, what the server has acknowledged. */
export class InboxWriter {
  readonly #session: () => ApiSession;
  readonly #targets: readonly Target[];
  /** The states an event may be in: the last acknowledged one, and those of requests without an answer since. */
  readonly #possible = new Map<string, Set<boolean>>();
  #running = true;
  #acknowledged = 0;
  #work: Promise<void> | undefined;

  constructor(session: () => ApiSession, targets: readonly Target[]) {
    this.#session = session;
    this.#targets = targets;
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

  /** Events whose state in `rows` none of the answers allows: acknowledged writes that were lost. */
  lost(rows: readonly { id: string; unresolved: boolean }[]): string[] {
    return rows.flatMap(({ id, unresolved }) => {
      const possible = this.#possible.get(id);
      return possible && !possible.has(!unresolved) ? [`${id} is ${unresolved ? 'unresolved' : 'resolved'}`] : [];
    });
  }

  async #write(): Promise<void> {
    for (let turn = 0; this.#running; turn += 1) {
      const target = this.#targets[turn % this.#targets.length];
      if (!target) throw new Error('Nothing to write to');
      const resolved = Math.floor(turn / this.#targets.length) % 2 === 0;
      const possible = this.#possible.get(target.docId) ?? new Set<boolean>();
      this.#possible.set(target.docId, possible.add(resolved));
      try {
        const path = `/channels/${target.channelId}/inbox/${target.docId}/resolved`;
        const reply = await this.#session().request('PUT', path, { resolved });
        if (!reply.ok) throw new Error(`${reply.status}`);
        this.#possible.set(target.docId, new Set([resolved]));
        this.#acknowledged += 1;
      } catch {
        await pause(50); // The server is down: the write stays possible, and the next one is tried soon.
      }
    }
  }
}
