import { type FavoriteWithContact, withTeam } from '@sidetone/contract/entities/favorite.ts';

/**
 * Saves whether favorites are colleagues where their record lacks that, each once. Nothing waits for it, so a failure
 * is only logged.
 */
export function teamMarks(save: (favoriteId: string, isTeam: boolean) => Promise<unknown>) {
  const asked = new Set<string>();
  return (rows: readonly FavoriteWithContact[]): void => {
    for (const row of rows) {
      if (row.isTeam !== undefined || row.contact === null || asked.has(row.id)) continue;
      asked.add(row.id);
      save(row.id, withTeam(row, row.contact).isTeam).catch((error: unknown) =>
        console.warn('[favorites] saving a team mark failed', row.id, error),
      );
    }
  };
}
