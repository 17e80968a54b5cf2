import i18next from 'i18next';
import { microphonePermission } from '#audio/permissions.ts';
import { toast } from '#ui/toasts.ts';

/**
 * Whether a colleague who calls in is heard without a click: only where the browser lets us use the microphone, so that no
 * question comes up. Gives how to tell the user that they can be heard; the tone comes from the phone system.
 */
export const takesIntercom = async (): Promise<typeof tellOfIntercom | null> =>
  (await microphonePermission()) === 'granted' ? tellOfIntercom : null;

function tellOfIntercom(name: string | null): void {
  toast({
    id: 'intercom',
    title: i18next.t(($) => $.extensions.intercom.told, { name: name ?? '' }),
    text: i18next.t(($) => $.extensions.intercom.toldText),
  });
}
