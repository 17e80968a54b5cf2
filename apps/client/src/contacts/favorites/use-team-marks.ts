import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { favoriteRoutes } from '@sidetone/contract/http/favorite-routes.ts';
import { useEffect } from 'react';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { teamMarks } from './team-marks.ts';

const mark = teamMarks((favoriteId, isTeam) =>
  call(favoriteRoutes.updateFavorite, { params: { favoriteId }, body: { isTeam } }),
);

/** Saves whether a favorite is a colleague where its record lacks that. */
export function useTeamMarks(): void {
  const { rows } = useLive(phoneQueries.favorites, {});
  useEffect(() => mark(rows), [rows]);
}
