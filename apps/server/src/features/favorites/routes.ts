import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { type Favorites, readFavorites, removeFavorite, setTeam, toggleFavorite } from './favorites.ts';

/** What the caller keeps at hand; nobody else's favorites can be seen or changed. */
export const favoriteRoutes = (favorites: Favorites): Answer[] => [
  answer(routes.toggleFavorite, async ({ caller, body }) => ({
    favorite: await toggleFavorite(favorites, caller, body.contactId),
  })),
  answer(routes.updateFavorite, ({ caller, params, body }) =>
    setTeam(favorites.db, caller.userId, params.favoriteId, body.isTeam),
  ),
  answer(routes.deleteFavorite, async ({ caller, params }) => {
    await removeFavorite(favorites.db, caller.userId, params.favoriteId);
    return {};
  }),
  answer(routes.invalidFavorites, async ({ caller }) =>
    (await readFavorites(favorites, caller)).flatMap(({ contact, rev: _rev, ...favorite }) =>
      contact === null ? [favorite] : [],
    ),
  ),
];
