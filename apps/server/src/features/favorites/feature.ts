import type { Feature } from '../../requests/feature.ts';
import { favoriteDocuments } from './documents.ts';
import type { Favorites } from './favorites.ts';
import { favoriteRoutes } from './routes.ts';

/** Contacts that a user keeps at hand. */
export const favoritesFeature = (favorites: Favorites): Feature => ({
  answers: favoriteRoutes(favorites),
  sources: favoriteDocuments(favorites),
});
