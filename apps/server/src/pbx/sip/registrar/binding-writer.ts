import type { RegistrationChanges, RegistrationStore, StoredRegistration } from './registration-store.ts';

/** Writes bindings so that the store ends up as memory is. */
export interface BindingWriter {
  /** Fulfils once it is durable. */
  save(registration: StoredRegistration): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Fulfils once nothing is left to write. */
  idle(): Promise<void>;
}

/** So much is written at once at most. */
const mostAtOnce = 500;

/** What is written together, and who waits for it. */
interface Batch {
  /** The last state of each binding; null: gone. */
  readonly states: Map<string, StoredRegistration | null>;
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly states: ReadonlyMap<string, StoredRegistration | null>;
  readonly done: PromiseWithResolvers<void>;
}

/**
 * One writing after the other. What comes in the meantime is written together, so that a thousand phones that register cost no
 * thousand commits. Where a batch fails, each of it is written alone: one that cannot be stored keeps no other from it.
 */
export function bindingWriter(
  store: Pick<RegistrationStore, 'write'>,
  onTrouble: (error: unknown) => void,
): BindingWriter {
  const batches: Batch[] = [];
  let running: Promise<void> | undefined;
  /** Removals that may have failed: they go with the next batch, or the device would be back after a restart. */
  let owed: readonly string[] = [];

  const writeNext = async (batch: Batch) => {
    for (const id of owed) if (!batch.states.has(id)) batch.states.set(id, null);
    owed = await writeBatch(store, batch, onTrouble);
  };
  const run = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) await writeNext(batch);
    running = undefined;
  };
  const add = (states: ReadonlyMap<string, StoredRegistration | null>): Promise<void> => {
    const last = batches.at(-1);
    const batch: Batch = last && last.states.size < mostAtOnce ? last : { states: new Map(), waiting: [] };
    if (batch !== last) batches.push(batch);
    for (const [id, state] of states) batch.states.set(id, state);
    const done = Promise.withResolvers<void>();
    batch.waiting.push({ states, done });
    // In the next turn, with all that came in this one.
    running ??= Promise.resolve().then(run);
    return done.promise;
  };
  return {
    save: (registration) => add(new Map([[registration.id, registration]])),
    remove: (ids) => add(new Map(ids.map((id) => [id, null]))),
    async idle() {
      await running;
    },
  };
}

/** Gives the ids of bindings whose removal failed. */
async function writeBatch(
  store: Pick<RegistrationStore, 'write'>,
  { states, waiting }: Batch,
  onTrouble: (error: unknown) => void,
): Promise<readonly string[]> {
  try {
    await store.write(changesOf(states));
    for (const { done } of waiting) done.resolve();
    return [];
  } catch (error) {
    onTrouble(error);
    const [only, ...others] = waiting;
    if (others.length === 0) only?.done.reject(error);
    else for (const each of waiting) await writeAlone(store, each);
    return changesOf(states).removed;
  }
}

async function writeAlone(store: Pick<RegistrationStore, 'write'>, { states, done }: Waiting): Promise<void> {
  try {
    await store.write(changesOf(states));
    done.resolve();
  } catch (error) {
    done.reject(error);
  }
}

const changesOf = (states: ReadonlyMap<string, StoredRegistration | null>): RegistrationChanges => ({
  saved: [...states.values()].filter((state) => state !== null),
  removed: [...states].flatMap(([id, state]) => (state === null ? [id] : [])),
});
