import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { favoriteContactId } from '@sidetone/contract/entities/favorite.ts';
import { favoriteRoutes } from '@sidetone/contract/http/favorite-routes.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { onPersonChange } from '#live/line/session.ts';
import { readLive, useLive, watchLive } from '#live/queries/live.ts';
import { inTurn } from '#platform/in-turn.ts';
import { openWishes, type ShownFavorite, shownFavorites, type Wishes } from './favorite-list.ts';

const none: Wishes = { added: new Map(), removed: new Set() };
const wishes = createStore<Wishes>(() => none);

/** The favorite of a contact after an order; `id` null where there is none. */
interface Left {
  readonly id: string | null;
}

/** The orders about each contact, one after the other. */
const orders = inTurn<Left>();

onPersonChange(() => {
  orders.forgetAll();
  wishes.setState(none, true);
});

interface Favorites {
  readonly shown: readonly ShownFavorite[];
  readonly status: 'loading' | 'ready' | 'failed';
}

/** The signed-in user's favorites by display name, with pending additions and without pending removals. */
export function useFavorites(): Favorites {
  const { language } = useWords();
  const { rows, status } = useLive(phoneQueries.favorites, {});
  const wished = useStore(wishes);
  return useMemo(() => ({ shown: shownFavorites(rows, wished, language), status }), [rows, wished, language, status]);
}

/**
 * Makes a contact a favorite. It is shown immediately, and no longer where the server refuses (FAVORITES_FULL,
 * FAVORITE_NEEDS_NUMBER) or cannot be reached: then this rejects with an ApiError.
 */
export async function addFavorite(contact: Contact): Promise<void> {
  const key = favoriteContactId(contact);
  if (has(key)) return;
  await wish(key, contact, async () => {
    const { favorite } = await call(favoriteRoutes.toggleFavorite, { body: { contactId: contact.id } });
    if (favorite !== null) return favorite;
    // Another window removed it first. The press meant that it is a favorite, so it becomes one again.
    const again = await call(favoriteRoutes.toggleFavorite, { body: { contactId: contact.id } });
    return { id: again.favorite?.id ?? null };
  });
}

/**
 * Removes a favorite, immediately on the screen; rejects with an ApiError and shows it again where that fails. One that
 * was only just added is removed once the server has it.
 */
export async function removeFavorite(contactId: string): Promise<void> {
  const row = readLive(phoneQueries.favorites, {}).rows.find((favorite) => favorite.contactId === contactId);
  if (!row && !wishes.getState().added.has(contactId)) return;
  await wish(contactId, null, async (before) => {
    const favoriteId = before === null ? row?.id : before.id;
    if (favoriteId) await deleteFavorite(favoriteId);
    return { id: null };
  });
}

/** Deletes a favorite by its id; one that another window has deleted counts as deleted. Rejects with an ApiError. */
export async function deleteFavorite(favoriteId: string): Promise<void> {
  try {
    await call(favoriteRoutes.deleteFavorite, { params: { favoriteId } });
  } catch (error) {
    if (codeOf(error) !== 'NOT_FOUND') throw error;
  }
}

const has = (key: string) =>
  readLive(phoneQueries.favorites, {}).rows.some((row) => row.contactId === key) && !wishes.getState().removed.has(key);

async function wish(key: string, added: Contact | null, order: (before: Left | null) => Promise<Left>): Promise<void> {
  wishes.setState(({ added: before, removed }) => {
    const next = { added: new Map(before), removed: new Set(removed) };
    next.added.delete(key);
    next.removed.delete(key);
    if (added) next.added.set(key, added);
    else next.removed.add(key);
    return next;
  });
  const own = orders.run(key, order);
  // Later orders are shown until they are carried out themselves.
  const isLast = () => orders.isLast(key, own);
  try {
    await own;
  } catch (error) {
    if (isLast()) forget(key);
    throw error;
  }
  if (isLast()) forgetOnceShown(key, isLast);
}

function forget(key: string): void {
  orders.forget(key);
  wishes.setState(({ added, removed }) => ({
    added: new Map([...added].filter(([other]) => other !== key)),
    removed: new Set([...removed].filter((other) => other !== key)),
  }));
}

/** The live rows may come before or after the reply: until they agree, the order is shown. */
function forgetOnceShown(key: string, isLast: () => boolean): void {
  const isOpen = () => {
    const open = openWishes(readLive(phoneQueries.favorites, {}).rows, wishes.getState());
    return open.added.has(key) || open.removed.has(key);
  };
  if (!isOpen()) {
    forget(key);
    return;
  }
  const stop = watchLive(phoneQueries.favorites, {}, () => {
    if (isLast() && isOpen()) return;
    stop();
    if (isLast()) forget(key);
  });
}
