import type { CallBook } from '../../../server/src/pbx/ports.ts';
import type { Life } from './machine.ts';
import type { Planted } from './planted.ts';
import type { DatabaseLine } from './store/line.ts';
import type { Claim } from './store/seats.ts';

/** The book of calls as one process writes it. */
export function carrierBook(database: DatabaseLine, life: Life, claim: Claim, planted: Planted | undefined): CallBook {
  const nothing = async (): Promise<void> => {};
  return {
    opened: (call) => database.ask(life, (store) => store.opened(claim, call)),
    staged: (callId, stage) => database.ask(life, (store) => store.staged(claim, callId, stage)),
    established: (callId, _by, _at, goesOn) =>
      database.ask(life, (store) =>
        store.established(claim, callId, planted === 'answersWithoutSnapshot' ? null : goesOn),
      ),
    ended: (callId) => database.ask(life, (store) => store.ended(claim, callId)),
    snapshots: (calls) => database.ask(life, (store) => store.saveSnapshots(claim, calls)),
    forgetSnapshots: (callIds) => database.ask(life, (store) => store.forgetSnapshots(claim, callIds)),
    lastLife: () => database.ask(life, (store) => store.lastLife(claim)),
    reap: (goingOn) => database.ask(life, (store) => store.reap(claim, goingOn)),
    // What inboxes show of it is no matter of who carries a node.
    legEnded: nothing,
    menuLed: nothing,
    handedOver: nothing,
    failedDial: nothing,
    closeHanging: async () => 0,
  };
}
