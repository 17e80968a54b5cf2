import { readFileSync } from 'node:fs';
import type { Sidetone } from '../world/sidetone.ts';

type Fields = Record<string, unknown>;
interface Snapshot extends Fields {
  readonly version: number;
  readonly call: Fields & { readonly caller: Fields; readonly forks: readonly Fields[] };
}
interface Row {
  readonly call_id: string;
  readonly snapshot: Snapshot;
}

/** What a server of form 1 wrote of two who talk. */
const recorded = new URL('../../apps/server/src/pbx/control/testing/snapshots-of-version-1.json', import.meta.url);

/**
 * Puts what a server of form 1 left in the place of what is stored of the running calls: the recorded snapshot, with the
 * ids, people and dialogs of the running call. Gives how many calls there were.
 */
export async function leaveOlderForm(sidetone: Sidetone): Promise<number> {
  const { talk } = JSON.parse(readFileSync(recorded, 'utf8')) as { talk: readonly [{ snapshot: Snapshot }] };
  const rows = await sidetone.query<Row>('select call_id, snapshot from call_snapshots');
  for (const { call_id, snapshot } of rows) {
    const older = inFormOf(talk[0].snapshot, snapshot);
    await sidetone.query('update call_snapshots set snapshot = $2::jsonb where call_id = $1', [
      call_id,
      JSON.stringify(older),
    ]);
  }
  return rows.length;
}

/** The forms in which the running calls are stored, each once. */
export async function storedForms(sidetone: Sidetone): Promise<number[]> {
  const rows = await sidetone.query<{ form: number }>(
    "select distinct (snapshot ->> 'version')::int as form from call_snapshots order by form",
  );
  return rows.map(({ form }) => form);
}

/** Fields that form 1 does not have are left out, and those that it says otherwise are as it was recorded. */
function inFormOf(older: Snapshot, { version: _, call, ...rest }: Snapshot): Snapshot {
  const { state: _state, booking: _booking, caller, forks, ...ofCall } = call;
  const callee = older.call.forks[0] ?? {};
  return {
    ...older,
    ...rest,
    version: older.version,
    call: {
      ...older.call,
      ...ofCall,
      caller: { ...older.call.caller, ...ofLeg(caller) },
      forks: forks.map((fork) => ({ ...callee, ...ofLeg(fork) })),
    },
  };
}

/** Who holds and how the audio is, form 1 says by flags. */
const ofLeg = ({ hold: _hold, media: _media, ...leg }: Fields): Fields => leg;
