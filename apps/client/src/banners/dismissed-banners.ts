import type { ShownInfoBanner } from '@sidetone/contract/entities/banner.ts';
import { z } from 'zod';
import { createStore } from 'zustand/vanilla';

const storageKey = 'sidetone.dismissed-banners';
const stored = z.array(z.string()).max(200);

/** A storage for texts until the app is closed. */
export type SessionStore = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Banners that are closed until the app is opened again; loading the page again changes nothing. The closed news are
 * meant: with other words or of another kind they are shown again.
 */
export function dismissedBanners(storage: () => SessionStore) {
  const store = createStore<{ readonly keys: readonly string[] }>(() => ({ keys: read() }));

  function read(): readonly string[] {
    try {
      return stored.parse(JSON.parse(storage().getItem(storageKey) ?? '[]'));
    } catch {
      // Nothing is stored here, or nothing that can be read: then all banners are shown again.
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

/** The name of closed news: the banner, its kind and its words. */
export function keyOf({ id, type, message }: ShownInfoBanner): string {
  return JSON.stringify([id, type, message.de, message.en]);
}
