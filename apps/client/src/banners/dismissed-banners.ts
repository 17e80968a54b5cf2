import type { ShownInfoBanner } from '@sidetone/contract/entities/banner.ts';
import { z } from 'zod';
import { createStore } from 'zustand/vanilla';

const storageKey = 'sidetone.dismissed-banners';
const stored = z.array(z.string()).max(200);

/** Somewhere that keeps texts until the app is closed. */
export type SessionStore = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * What was put away until the app is opened anew; loading the page again changes nothing. It is the news that was read
 * and put away: with other words or of another kind it shows again.
 */
export function dismissedBanners(storage: () => SessionStore) {
  const store = createStore<{ readonly keys: readonly string[] }>(() => ({ keys: read() }));

  function read(): readonly string[] {
    try {
      return stored.parse(JSON.parse(storage().getItem(storageKey) ?? '[]'));
    } catch {
      // Nothing is kept here, or nothing that could be read: then all of it shows once more.
      return [];
    }
  }

  return {
    store,
    dismiss(banner: ShownInfoBanner): void {
      const keys = [...store.getState().keys, keyOf(banner)].slice(-100);
      store.setState({ keys });
      try {
        storage().setItem(storageKey, JSON.stringify(keys));
      } catch {
        // It stays away for as long as this page is open.
      }
    },
  };
}

/** Names what was read: the banner, its kind and its words. */
export function keyOf({ id, type, message }: ShownInfoBanner): string {
  return JSON.stringify([id, type, message.de, message.en]);
}
