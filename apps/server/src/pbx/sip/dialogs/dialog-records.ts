import type { ExchangeClock } from '../../ports.ts';
import type { SipLog } from '../wires/sip-log.ts';
import type { DialogStore, StoredDialog } from './stored-dialog.ts';

/** Keeps the store as the dialogs are, shortly after each change and without ever delaying one. */
export interface DialogRecords {
  /** The dialog of this leg changed; `read` gives it as it is by the time of writing. */
  changed(legId: string, read: () => StoredDialog): void;
  /** It is over. Its row is erased later, with others: a restart that finds it ends it once more, which nobody notices. */
  gone(legId: string): void;
  /** Fulfils once everything that was said so far is written; also when the store fails or takes too long. */
  written(): Promise<void>;
  /** Fulfils when everything that was said so far is written, or failed to be. */
  stop(): Promise<void>;
}

/** Changes of so long are written together, unless somebody waits for one of them. */
const gatherMs = 20;
/** Rows of dialogs that are over are erased so long apart, together. */
const eraseMs = 1000;
/** After the store refused: what was to be written is written later. */
const retryMs = 1000;
/** Nobody waits for longer than this: two people want to talk. */
const patienceMs = 500;

interface Records {
  readonly store: DialogStore;
  readonly clock: ExchangeClock;
  readonly log: SipLog;
  /** Each dialog as it was written last. */
  readonly texts: Map<string, string>;
  dirty: Map<string, () => StoredDialog>;
  removed: Set<string>;
  /** The time has come to erase the rows of those. */
  erases: boolean;
  cancelErasing: (() => void) | undefined;
  /** How many changes there were, and how many of them are written. */
  said: number;
  kept: number;
  /** Those who wait until that many changes are written. */
  readonly waiting: Set<{ readonly until: number; readonly done: () => void }>;
  /** The store refused the last time; nobody waits for it. */
  isAway: boolean;
  /** Ends the time of gathering, while it runs. */
  cancelGathering: (() => void) | undefined;
  writing: Promise<void> | undefined;
}

export function openDialogRecords(store: DialogStore, clock: ExchangeClock, log: SipLog): DialogRecords {
  const records: Records = {
    store,
    clock,
    log,
    texts: new Map(),
    dirty: new Map(),
    removed: new Set(),
    erases: false,
    cancelErasing: undefined,
    said: 0,
    kept: 0,
    waiting: new Set(),
    isAway: false,
    cancelGathering: undefined,
    writing: undefined,
  };
  return {
    changed(legId, read) {
      records.removed.delete(legId);
      records.dirty.set(legId, read);
      records.said += 1;
      writeIn(records, gatherMs);
    },
    gone(legId) {
      records.dirty.delete(legId);
      records.removed.add(legId);
      records.cancelErasing ??= clock.after(eraseMs, () => {
        records.cancelErasing = undefined;
        records.erases = true;
        writeIn(records, 0);
      });
    },
    written: () => untilWritten(records),
    async stop() {
      stopGathering(records);
      records.cancelErasing?.();
      records.erases = true;
      // One write may lead to the next, where somebody waits for it.
      while (records.writing) await records.writing;
      if (isDue(records)) await write(records);
      stopGathering(records);
    },
  };
}

const isDue = ({ dirty, removed, erases }: Records): boolean => dirty.size > 0 || (erases && removed.size > 0);

function writeIn(records: Records, ms: number): void {
  if (records.cancelGathering || records.writing) return;
  records.cancelGathering = records.clock.after(ms, () => {
    records.cancelGathering = undefined;
    void write(records);
  });
}

function stopGathering(records: Records): void {
  records.cancelGathering?.();
  records.cancelGathering = undefined;
}

function untilWritten(records: Records): Promise<void> {
  const { clock, waiting, said, kept, isAway } = records;
  if (isAway || said === kept) return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = clock.after(patienceMs, () => done());
    const done = () => {
      cancel();
      waiting.delete(one);
      resolve();
    };
    const one = { until: said, done };
    waiting.add(one);
    // What happens in the same moment is written together.
    queueMicrotask(() => {
      if (records.writing || !waiting.has(one)) return;
      stopGathering(records);
      void write(records);
    });
  });
}

async function write(records: Records): Promise<void> {
  const { dirty: saves, said } = records;
  records.dirty = new Map();
  const removals = records.erases ? records.removed : new Set<string>();
  if (records.erases) records.removed = new Set();
  records.erases = false;
  records.writing = save(records, saves, removals);
  await records.writing;
  records.writing = undefined;
  if (!records.isAway) records.kept = said;
  for (const one of [...records.waiting]) if (records.isAway || one.until <= said) one.done();
  if (records.waiting.size > 0) await write(records);
  else if (isDue(records)) writeIn(records, records.isAway ? retryMs : gatherMs);
}

async function save(records: Records, saves: Records['dirty'], removals: Records['removed']): Promise<void> {
  const { store, log, texts } = records;
  for (const legId of removals) texts.delete(legId);
  const changed = [...saves].flatMap(([legId, read]) => {
    const snapshot = read();
    const text = JSON.stringify(snapshot);
    return texts.get(legId) === text ? [] : [{ legId, snapshot, text }];
  });
  try {
    if (changed.length > 0) await store.save(changed.map(({ legId, snapshot }) => ({ legId, snapshot })));
    for (const { legId, text } of changed) texts.set(legId, text);
    if (removals.size > 0) await store.remove([...removals]);
    records.isAway = false;
  } catch (error) {
    records.isAway = true;
    log.warn({ err: error, dialogs: saves.size }, 'dialogs: storing failed');
    // What came meanwhile is newer.
    for (const [legId, read] of saves) {
      if (!records.removed.has(legId) && !records.dirty.has(legId)) records.dirty.set(legId, read);
    }
    for (const legId of removals) if (!records.dirty.has(legId)) records.removed.add(legId);
    records.erases ||= removals.size > 0;
  }
}
