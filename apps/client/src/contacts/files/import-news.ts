import type { ContactImport } from '@sidetone/contract/entities/contact-import.ts';

/** Imports that were running a moment ago and have ended since. */
export function endedSince(before: readonly ContactImport[], now: readonly ContactImport[]): ContactImport[] {
  const ran = new Set(before.filter(({ state }) => state === 'RUNNING').map(({ id }) => id));
  return now.filter(({ id, state }) => ran.has(id) && (state === 'DONE' || state === 'FAILED'));
}

/** The state of an import, as one of the words of `contactFiles`. */
export function headlineOf({
  state,
  created,
  updated,
}: ContactImport): 'running' | 'ended' | 'failed' | 'failedPart' | 'undone' {
  switch (state) {
    case 'RUNNING':
      return 'running';
    case 'DONE':
      return 'ended';
    case 'FAILED':
      return created + updated > 0 ? 'failedPart' : 'failed';
    case 'UNDONE':
      return 'undone';
  }
}

/** Whether the import can be undone. */
export const canBeUndone = ({ state, created }: ContactImport): boolean =>
  created > 0 && (state === 'DONE' || state === 'FAILED');

/** The numbers worth telling. An import that was undone has added nothing, and tells how many contacts are gone. */
export function countsOf(of: ContactImport): { kind: 'created' | 'updated' | 'skipped' | 'removed'; count: number }[] {
  const all = [
    of.state === 'UNDONE'
      ? { kind: 'removed' as const, count: of.removed }
      : { kind: 'created' as const, count: of.created },
    { kind: 'updated' as const, count: of.updated },
    { kind: 'skipped' as const, count: of.skipped },
  ];
  return all.filter(({ kind, count }) => kind === 'removed' || count > 0);
}
