import type { ContactImport } from '@sidetone/contract/entities/contact-import.ts';

/** Imports that were running a moment ago and have ended since. */
export function endedSince(before: readonly ContactImport[], now: readonly ContactImport[]): ContactImport[] {
  const ran = new Set(before.filter(({ state }) => state === 'RUNNING').map(({ id }) => id));
  return now.filter(({ id, state }) => ran.has(id) && (state === 'DONE' || state === 'FAILED'));
}

/** How an import stands, in one word of those that `contactFiles` has. */
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

/** Whether there is something that can be taken back. */
export const canBeUndone = ({ state, created }: ContactImport): boolean =>
  created > 0 && (state === 'DONE' || state === 'FAILED');

/** Which numbers are worth a word. An import that was taken back has added nothing, and tells how many are gone. */
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
