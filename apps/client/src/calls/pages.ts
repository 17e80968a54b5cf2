import i18next from 'i18next';
import { bridge } from '#platform/desktop-bridge.ts';
import { toast, withdrawToast } from '#ui/toasts.ts';

/** How to tell the user of a page; null where the browser plays nothing yet, as nobody has touched this window. */
export const tellOfPages = (): typeof tellOfPage | null =>
  (navigator.userActivation?.hasBeenActive ?? true) ? tellOfPage : null;

/** Stays as long as the page is heard; where the window is out of sight, as a notification, too. */
function tellOfPage(name: string | null, stop: () => void): () => void {
  const title = i18next.t(($) => $.extensions.pages.told, { name: name ?? '' });
  const text = i18next.t(($) => $.extensions.pages.toldText);
  const label = i18next.t(($) => $.extensions.pages.stop);
  const id = toast({ id: 'page', title, text, action: { label, run: stop }, stays: { onAnswered: stop } });
  const closeNotice = bridge().isOutOfSight()
    ? bridge().notify({
        tag: 'sidetone-page',
        title,
        body: text,
        actions: [{ id: 'stop', title: label }],
        onPressed: (action) => {
          if (action === 'stop') stop();
        },
      })
    : null;
  return () => {
    withdrawToast(id);
    closeNotice?.();
  };
}
