import type { BusyBoard } from '../../busy-board.ts';
import { type Call, isParked } from '../../calls/call.ts';
import type { LampBoard, LampLine } from '../../lamps.ts';
import type { SupervisionBoard } from '../../supervision.ts';
import { callSnapshots } from '../call-snapshots.ts';
import type { CallTable } from '../call-table.ts';
import type { ChangedCalls } from '../changed-calls.ts';
import type { Follower } from '../followers.ts';
import type { Transfers } from '../handing-over/transfers.ts';
import { snapshotOf, talkingLegs } from '../last-life.ts';
import type { LegTable } from '../leg-table.ts';
import { recordedLegOf } from '../recording/recorded-leg.ts';
import type { RecordingDesk, RecordingMemory } from '../recording/recording-desk.ts';
import type { RunnerEvents, RunnerPorts } from '../running-call.ts';
import type { OngoingDesk } from './ongoing-desk.ts';
import { busyIn, lampLineOf, ongoingViews } from './ongoing-rows.ts';

export interface ShownParts {
  readonly changes: ChangedCalls;
  readonly table: CallTable;
  readonly transfers: Transfers;
  readonly recordings: RecordingDesk;
  readonly captures: Pick<RecordingDesk, 'stateOf'>;
  /** What a restart has to know of what is recorded of a leg. */
  memoriesOf(legId: string): RecordingMemory[];
  readonly ongoing: OngoingDesk;
  /** Where presence looks; without it nobody is busy. */
  readonly busy: Pick<BusyBoard, 'show'> | undefined;
  /** Where lamps of phones look; without it there are none. */
  readonly lamps: Pick<LampBoard, 'show'> | undefined;
  readonly supervised: Pick<SupervisionBoard, 'of' | 'by'>;
  readonly legs: Pick<LegTable, 'dialogOf'>;
  readonly ports: Pick<RunnerPorts, 'book' | 'clock' | 'log'>;
}

/** A place is taken as long as somebody waits there. */
const lampLineOfPlace = (accountId: string, slot: number): LampLine => ({
  place: { kind: 'slot', accountId, slot },
  direction: 'recipient',
  state: 'confirmed',
});

/** What users see of their calls, and what a restart needs of them: both follow each moment in which something changed. */
export function shownCalls(parts: ShownParts): Follower & Pick<RunnerEvents, 'goesOn'> {
  const { changes, table, transfers, recordings, captures, memoriesOf, ongoing, busy, lamps, supervised, legs, ports } =
    parts;
  const isDocumented = (legId: string) => captures.stateOf(legId)?.state === 'recording';
  const viewsOf = (call: Call) => {
    const transfer = transfers.ofInitial(call.callId);
    const target = transfer && table.byId(transfer.targetId)?.call;
    return ongoingViews({
      call,
      transfer,
      target,
      recordingOf: recordings.stateOf,
      isDocumented,
      supervised: supervised.of(call.callId),
      supervisedBy: supervised.by,
    });
  };
  const snapshots = callSnapshots(ports, (call) =>
    snapshotOf(call, {
      seen: (of) => ongoing.sinceWhen(of.callId, viewsOf(of)),
      transfer: transfers.ofInitial(call.callId),
      dialogOf: legs.dialogOf,
      recordings: (of) =>
        talkingLegs(of).flatMap((each) => {
          const leg = recordedLegOf(of, each);
          return leg ? memoriesOf(each.legId).map((memory) => ({ leg, memory })) : [];
        }),
    }),
  );
  changes.hear((changed) => {
    // First those who have somebody: who came from a call that ended is in another one by now.
    const all = changed
      .map(({ call }) => ({ call, views: viewsOf(call) }))
      .sort((one, two) => two.views.length - one.views.length);
    for (const { call, views } of all) {
      ongoing.show(call.callId, views);
      busy?.show(call.callId, busyIn(call));
      const place = isParked(call) ? [lampLineOfPlace(call.accountId, call.parked.slot)] : [];
      lamps?.show(call.callId, [...place, ...views.map(lampLineOf)]);
    }
    for (const { call } of changed) snapshots.store(call);
  });
  return {
    goesOn: ({ call }) => snapshots.answered(call),
    changed(running) {
      changes.note(running);
      const initial = transfers.ofTarget(running.call.callId);
      if (initial) changes.note(initial);
    },
    takeUp({ running, seen }) {
      ongoing.takeUp(running.call.callId, seen);
      changes.note(running);
    },
  };
}
