import { favoriteShortcutCount } from '@sidetone/contract/rules/limits.ts';
import { type RegisterableHotkey, useHotkeys } from '@tanstack/react-hotkeys';
import { usePreferences } from '#platform/preferences.ts';
import { favoriteHotkeys } from '#platform/shortcuts.ts';
import type { CallTarget } from './call-target.ts';
import { useCanCall } from './can-call.ts';
import { contactAsRemote, dialledFor } from './contact-as-remote.ts';
import { standardNumber } from './contact-numbers.ts';
import { digitOf } from './favorites/favorite-list.ts';
import { useFavorites } from './favorites/favorites-store.ts';

/** The keys of the first ten favorites. They call the first number that can be dialled, or a colleague's extension. */
export function useFavoriteKeys(onCall: (target: CallTarget) => void): void {
  const { shown } = useFavorites();
  const usable = useCanCall();
  const { shortcutsEnabled } = usePreferences();
  const options = { enabled: usable && shortcutsEnabled, ignoreInputs: true, preventDefault: false };
  useHotkeys(
    shown.slice(0, favoriteShortcutCount).flatMap(({ contact }, place) => {
      const number = contact && standardNumber(contact);
      const digit = digitOf(place);
      if (!contact || !number || digit === null) return [];
      const callback = (event: KeyboardEvent) => {
        // AltGr writes a letter, and a key that is held down calls once.
        if (event.repeat || event.getModifierState('AltGraph')) return;
        event.preventDefault();
        onCall({ number: dialledFor(number), remote: contactAsRemote(contact) });
      };
      return favoriteHotkeys(digit).map((hotkey) => ({ hotkey: hotkey as RegisterableHotkey, callback, options }));
    }),
  );
}
