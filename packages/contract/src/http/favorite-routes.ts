import { z } from 'zod';
import { favorite } from '../entities/favorite.ts';
import { defineRoute } from './route.ts';

const one = z.object({ favoriteId: z.string().min(1).max(200) });

/** Contacts that the signed-in user keeps at hand. */
export const favoriteRoutes = {
  toggleFavorite: defineRoute({
    method: 'POST',
    path: '/favorites/toggle',
    summary: 'Make a contact or colleague a favorite, or none any more; answers null where it is none now',
    audience: 'user',
    body: z.object({ contactId: z.string().min(1).max(200) }),
    reply: z.object({ favorite: favorite.nullable() }),
    errors: ['FAVORITES_FULL', 'FAVORITE_NEEDS_NUMBER'],
  }),

  updateFavorite: defineRoute({
    method: 'PATCH',
    path: '/favorites/{favoriteId}',
    summary: 'Note whether a favorite is a colleague, where its record lacks that',
    audience: 'user',
    params: one,
    body: z.object({ isTeam: z.boolean() }),
    reply: favorite,
  }),

  deleteFavorite: defineRoute({
    method: 'DELETE',
    path: '/favorites/{favoriteId}',
    summary: 'Remove a favorite, also one whose contact is gone',
    audience: 'user',
    params: one,
    reply: z.object({}),
  }),

  invalidFavorites: defineRoute({
    method: 'GET',
    path: '/favorites/invalid',
    summary: 'Favorites whose contact is gone or has no number any more',
    audience: 'user',
    reply: z.array(favorite),
  }),
} as const;
