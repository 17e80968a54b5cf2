import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Favorite } from '@sidetone/contract/entities/favorite.ts';
import { favoriteRoutes } from '@sidetone/contract/http/favorite-routes.ts';
import { invalidFavoritesStaleMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { toast } from '#ui/toasts.ts';
import { deleteFavorite } from './favorites/favorites-store.ts';

export interface InvalidFavorites {
  readonly count: number;
  readonly busy: boolean;
  removeAll(): Promise<void>;
}

/** Favorites that can no longer be called, asked for once a minute at most, and when the live ones report a change. */
export function useInvalidFavorites(): InvalidFavorites {
  const { t } = useWords();
  const me = useMe()?.webUserId ?? null;
  const { rows, status } = useLive(phoneQueries.favorites, {});
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const gone = rows.filter((row) => row.contact === null).map((row) => row.id);
  const queryKey = ['invalidFavorites', me, gone.join()];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(favoriteRoutes.invalidFavorites, {}, { signal }),
    staleTime: invalidFavoritesStaleMs,
    enabled: me !== null && status === 'ready',
  });
  const here = new Set(rows.map((row) => row.id));
  const invalid: readonly Favorite[] = (data ?? []).filter((favorite) => here.has(favorite.id));
  return {
    count: invalid.length,
    busy,
    async removeAll() {
      setBusy(true);
      const removed = await Promise.allSettled(invalid.map(({ id }) => deleteFavorite(id)));
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['invalidFavorites', me] });
      const failed = removed.find((each) => each.status === 'rejected');
      if (!failed) return;
      toast({
        tone: 'error',
        title: t(($) => $.favorites.invalid.notRemoved),
        text: t(($) => $.errors[codeOf(failed.reason)]),
      });
    },
  };
}
