import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { type RegisterableHotkey, useHotkeys } from '@tanstack/react-hotkeys';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { callsView } from '#calls/calls.ts';
import { numberInCall } from '#calls/number-in-call.ts';
import type { NumberActions } from '#contacts/number-actions.ts';
import { openAddNumber } from '#dialling/commands.ts';
import { useMe } from '#live/queries/me.ts';
import { dialogOf } from '#pages/dialogs.ts';
import { usePreferences } from '#platform/preferences.ts';
import { addNumberHotkey, newContactHotkey } from '#platform/shortcuts.ts';
import { openContactCreate } from './contact-form-place.ts';

/** Actions for numbers without a contact; null for users who may not write contacts. */
export function useNumberActions(): NumberActions | null {
  const router = useRouter();
  const mayWrite = hasGrant(useMe(), 'CONTACT_WRITE');
  return useMemo(
    () => (mayWrite ? { create: (number) => openContactCreate(router, number), addTo: openAddNumber } : null),
    [router, mayWrite],
  );
}

/**
 * The keys for a new contact and for a number that a contact gets, anywhere in the window. In a call both begin with
 * the number of the other side. While the search is open its own keys act on its text.
 */
export function useContactHotkeys(): void {
  const router = useRouter();
  const mayWrite = hasGrant(useMe(), 'CONTACT_WRITE');
  const { shortcutsEnabled } = usePreferences();
  const key = (hotkey: string, press: (number: string | null) => void) => ({
    hotkey: hotkey as RegisterableHotkey,
    callback: (event: KeyboardEvent) => {
      // On Windows AltGr arrives as Ctrl and Alt: the user types a letter.
      if (event.repeat || event.getModifierState('AltGraph') || dialogOf(router) === 'omnibar') return;
      event.preventDefault();
      press(numberInCall(callsView().calls));
    },
    options: { enabled: mayWrite && shortcutsEnabled, ignoreInputs: false, preventDefault: false },
  });
  useHotkeys([
    key(newContactHotkey, (number) => openContactCreate(router, number)),
    key(addNumberHotkey, (number) => openAddNumber(number ?? '')),
  ]);
}
