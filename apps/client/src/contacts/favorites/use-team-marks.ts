import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { withTeam } from '@sidetone/contract/entities/favorite.ts';
import { favoriteRoutes } from '@sidetone/contract/http/favorite-routes.ts';
import { useEffect } from 'react';
import { call } from '#live/http.ts';
import { useLive } from '#live/live.ts';

const asked = new Set<string>();

/** Notes whether a favorite is a colleague where its record lacks that. A failure is logged and changes nothing. */
export function useTeamMarks(): void {
  const { rows } = useLive(phoneQueries.favorites, {});
  useEffect(() => {
    for (const row of rows) {
      if (row.isTeam !== undefined || row.contact === null || asked.has(row.id)) continue;
      asked.add(row.id);
      const { isTeam } = withTeam(row, row.contact);
      call(favoriteRoutes.updateFavorite, { params: { favoriteId: row.id }, body: { isTeam } }).catch(
        (error: unknown) => console.warn('[favorites] team mark not saved', row.id, error),
      );
    }
  }, [rows]);
}
