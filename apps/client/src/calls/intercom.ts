import i18next from 'i18next';
import { microphonePermission } from '#audio/permissions.ts';
import { toast } from '#ui/toasts.ts';

/**
 * Whether a colleague who calls in is heard without a click: only where the browser lets us use the microphone, so that no
 * question comes up. The user is told that they can be heard; the tone comes from the phone system.
 */
export async function takesIntercom(name: string | null): Promise<boolean> {
  if ((await microphonePermission()) !== 'granted') return false;
  toast({
    id: 'intercom',
    title: i18next.t(($) => $.extensions.intercom.told, { name: name ?? '' }),
    text: i18next.t(($) => $.extensions.intercom.toldText),
  });
  return true;
}
