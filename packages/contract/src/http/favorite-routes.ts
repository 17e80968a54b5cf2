import { z } from 'zod';
import { favorite } from '../entities/favorite.ts';
import { defineRoute } from './route.ts';

const one = z.object({ favoriteId: z.string().min(1).max(200) });

/** Contacts that the signed-in user keeps at hand. */
export const favoriteRoutes = {
  toggleFavorite: defineRoute({
    method: 'POST',
    path: '/favorites/toggle',
    summary: 'Add a contact or colleague to the favorites, or remove it; returns null if it is no longer one',
    audience: 'user',
    body: z.object({ contactId: z.string().min(1).max(200) }),
    reply: z.object({ favorite: favorite.nullable() }),
    errors: ['FAVORITES_FULL', 'FAVORITE_NEEDS_NUMBER'],
  }),

  updateFavorite: defineRoute({
    method: 'PATCH',
    path: '/favorites/{favoriteId}',
    summary: 'Store whether a favorite is a colleague, if its record does not say so',
    audience: 'user',
    params: one,
    body: z.object({ isTeam: z.boolean() }),
    reply: favorite,
  }),

  deleteFavorite: defineRoute({
    method: 'DELETE',
    path: '/favorites/{favoriteId}',
    summary: 'Remove a favorite, even if its contact no longer exists',
    audience: 'user',
    params: one,
    reply: z.object({}),
  }),

  invalidFavorites: defineRoute({
    method: 'GET',
    path: '/favorites/invalid',
    summary: 'List favorites whose contact no longer exists or no longer has a number',
    audience: 'user',
    reply: z.array(favorite),
  }),
} as const;
