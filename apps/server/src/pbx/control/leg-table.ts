import type { LegFact, Legs, LegTarget, LegWay } from '../calls/legs.ts';
import type { RunningCall } from './running-call.ts';

/** One leg, by the id that its call, its recording and its transfer know it by. */
interface Row {
  readonly legId: string;
  /** The dialog that speaks for it: another one once the leg was replaced (RFC 3891). */
  dialogId: string;
  /** Where its dialog is; null before there is one, and when it is over. */
  way: Legs | null;
  /** The call it is in, or was in last; null for one that is in none yet, or whose call is forgotten. */
  running: RunningCall | null;
}

/** What is known of each leg. */
interface LegRows {
  ofLeg(legId: string): RunningCall | undefined;
  /** The leg whose audio is at this media endpoint, and its call. */
  ofMedia(endpointId: string): { readonly legId: string; readonly running: RunningCall } | undefined;
  /** The leg is in this call from now on; `mediaId` null for one without an endpoint of its own. */
  join(legId: string, running: RunningCall, mediaId: string | null): void;
  /** Nothing further can come of this call. */
  forget(running: RunningCall): void;
  /** From now on the dialog `dialogId` speaks for this leg. */
  replace(legId: string, dialogId: string): void;
  /** The dialog that speaks for this leg. */
  dialogOf(legId: string): string;
}

/**
 * Every leg there is, with its way, its dialog and its call. Orders and facts name legs as the calls do; what a dialog
 * still says that was replaced is about nothing.
 */
export interface LegTable extends LegRows, Pick<Legs, 'order' | 'contactsOf' | 'onContact' | 'adopt'> {
  /** Hears every fact, with the call that it is about; those that were said before it was asked for have waited. */
  hear(listener: (fact: LegFact, running: RunningCall | undefined) => void): void;
  /** The same fact once more, by what is known of its dialog now. */
  hearAgain(fact: LegFact): void;
  /** Hears nothing more. */
  close(): void;
}

/** Facts after which a dialog says nothing more. */
const ends: ReadonlySet<LegFact['type']> = new Set(['refused', 'unreachable', 'cancelled', 'ended']);

/**
 * Legs by several ways. An INVITE goes to the first way that takes its target, every other order to where the leg is; an
 * order for a leg that is over, or that nobody knows, goes to all, who know what they have.
 */
export function legTable(ways: readonly LegWay[]): LegTable {
  const all = ways.map(({ legs }) => legs);
  const { find, begin, over, ...rows } = legRows();
  let listener: Parameters<LegTable['hear']>[0] | null = null;
  let early: { readonly fact: LegFact; readonly way: Legs }[] = [];

  const look = (fact: LegFact): void => {
    const row = find(fact.legId);
    if (row && row.dialogId !== fact.legId) return;
    if (row && ends.has(fact.type)) over(row);
    const known = named(fact, row?.legId ?? fact.legId, (id) => find(id)?.legId ?? id);
    listener?.(known, row?.running ?? undefined);
  };
  const said = (fact: LegFact, way: Legs): void => {
    if (!listener) early.push({ fact, way });
    else {
      if (fact.type === 'invited') begin(fact.legId, way);
      look(fact);
    }
  };
  const stops = all.map((way) => way.onFact((fact) => said(fact, way)));
  const wayTo = (target: LegTarget) => ways.find(({ takes }) => takes(target))?.legs ?? null;

  return {
    ...rows,
    order(order) {
      const row = order.do === 'invite' ? begin(order.legId, wayTo(order.target)) : find(order.legId);
      for (const way of row?.way ? [row.way] : all) way.order({ ...order, legId: row?.dialogId ?? order.legId });
      // No fact follows one's own `bye` and `refuse`.
      if (row && (order.do === 'bye' || order.do === 'refuse')) over(row);
    },
    contactsOf: async (userIds) => (await Promise.all(all.map((way) => way.contactsOf(userIds)))).flat(),
    onContact(came) {
      const stopAll = all.map((way) => way.onContact(came));
      return () => {
        for (const stop of stopAll) stop();
      };
    },
    adopt: async (legIds) => (await Promise.all(all.map((way) => adoptBy(way, legIds, begin)))).flat(),
    hear(heard) {
      listener = heard;
      const waited = early;
      early = [];
      for (const { fact, way } of waited) said(fact, way);
    },
    hearAgain: look,
    close() {
      for (const stop of stops) stop();
    },
  };
}

async function adoptBy(way: Legs, legIds: readonly string[], begin: (legId: string, way: Legs) => void) {
  const living = await way.adopt(legIds);
  for (const legId of living) begin(legId, way);
  return living;
}

function legRows() {
  /** By leg, and by the dialog that speaks for it. */
  const rows = new Map<string, Row>();
  const byMedia = new Map<string, Row>();

  const rowOf = (legId: string): Row => {
    const row = rows.get(legId) ?? { legId, dialogId: legId, way: null, running: null };
    rows.set(legId, row);
    return row;
  };
  const dropWhereDone = (row: Row): void => {
    if (row.way || row.running) return;
    rows.delete(row.legId);
    rows.delete(row.dialogId);
  };
  const of: LegRows = {
    ofLeg: (legId) => rows.get(legId)?.running ?? undefined,
    ofMedia(endpointId) {
      const row = byMedia.get(endpointId);
      return row?.running ? { legId: row.legId, running: row.running } : undefined;
    },
    join(legId, running, mediaId) {
      const row = rowOf(legId);
      row.running = running;
      if (mediaId !== null) byMedia.set(mediaId, row);
    },
    forget(running) {
      const its = new Set([...rows.values()].filter((row) => row.running === running));
      for (const [mediaId, row] of byMedia) if (its.has(row)) byMedia.delete(mediaId);
      for (const row of its) {
        row.running = null;
        dropWhereDone(row);
      }
    },
    replace(legId, dialogId) {
      const row = rowOf(legId);
      if (row.dialogId !== legId) rows.delete(row.dialogId);
      row.dialogId = dialogId;
      row.way = rows.get(dialogId)?.way ?? null;
      rows.set(dialogId, row);
    },
    dialogOf: (legId) => rows.get(legId)?.dialogId ?? legId,
  };
  return {
    ...of,
    find: (id: string): Row | undefined => rows.get(id),
    /** A dialog begins, by this way. */
    begin(legId: string, way: Legs | null): Row {
      const row = rowOf(legId);
      row.way = way;
      return row;
    },
    /** Its dialog is over. */
    over(row: Row): void {
      row.way = null;
      dropWhereDone(row);
    },
  };
}

/** The fact by the ids that calls know legs by. */
function named(fact: LegFact, legId: string, idOf: (dialogId: string) => string): LegFact {
  if ((fact.type === 'invited' || fact.type === 'referred') && fact.replacesLegId !== undefined) {
    return { ...fact, legId, replacesLegId: idOf(fact.replacesLegId) };
  }
  return { ...fact, legId };
}
