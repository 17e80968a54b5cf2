import type { ExchangeClock } from '../../ports.ts';
import type { SipLog } from '../wires/sip-log.ts';
import type { DialogStore, StoredDialog } from './stored-dialog.ts';

/** Keeps the store as the dialogs are, shortly after each change and without ever delaying one. */
export interface DialogRecords {
  /** The dialog of this leg changed; `read` gives it as it is by the time of writing. */
  changed(legId: string, read: () => StoredDialog): void;
  gone(legId: string): void;
  /** Fulfils when everything that was said so far is written, or failed to be. */
  stop(): Promise<void>;
}

/** Changes of so long are written together. */
const gatherMs = 20;
/** After the store refused: what was to be written is written later. */
const retryMs = 1000;

export function openDialogRecords(store: DialogStore, clock: ExchangeClock, log: SipLog): DialogRecords {
  let dirty = new Map<string, () => StoredDialog>();
  let removed = new Set<string>();
  let scheduled = false;
  let cancelSchedule = () => {};
  let writing: Promise<void> | undefined;

  const writeIn = (ms: number) => {
    if (scheduled || writing) return;
    scheduled = true;
    cancelSchedule = clock.after(ms, () => {
      scheduled = false;
      void write();
    });
  };
  const unschedule = () => {
    cancelSchedule();
    scheduled = false;
  };
  const write = async (): Promise<void> => {
    const [saves, removals] = [dirty, removed];
    dirty = new Map();
    removed = new Set();
    let failed = false;
    writing = (async () => {
      try {
        if (removals.size > 0) await store.remove([...removals]);
        if (saves.size > 0) await store.save([...saves].map(([legId, read]) => ({ legId, snapshot: read() })));
      } catch (error) {
        failed = true;
        log.warn({ err: error, dialogs: saves.size }, 'dialogs: storing failed');
        // What came meanwhile is newer.
        for (const [legId, read] of saves) if (!removed.has(legId) && !dirty.has(legId)) dirty.set(legId, read);
        for (const legId of removals) if (!dirty.has(legId)) removed.add(legId);
      }
    })();
    await writing;
    writing = undefined;
    if (dirty.size > 0 || removed.size > 0) writeIn(failed ? retryMs : gatherMs);
  };

  return {
    changed(legId, read) {
      removed.delete(legId);
      dirty.set(legId, read);
      writeIn(gatherMs);
    },
    gone(legId) {
      dirty.delete(legId);
      removed.add(legId);
      writeIn(gatherMs);
    },
    async stop() {
      unschedule();
      await writing;
      if (dirty.size > 0 || removed.size > 0) await write();
      unschedule();
    },
  };
}
