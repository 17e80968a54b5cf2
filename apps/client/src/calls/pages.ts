import i18next from 'i18next';
import { toast, withdrawToast } from '#ui/toasts.ts';

/** How to tell the user of a page; null where the browser plays nothing yet, as nobody has touched this window. */
export const tellOfPages = (): typeof tellOfPage | null =>
  (navigator.userActivation?.hasBeenActive ?? true) ? tellOfPage : null;

/** Stays as long as the page is heard. */
function tellOfPage(name: string | null, stop: () => void): () => void {
  const id = toast({
    id: 'page',
    title: i18next.t(($) => $.extensions.pages.told, { name: name ?? '' }),
    text: i18next.t(($) => $.extensions.pages.toldText),
    action: { label: i18next.t(($) => $.extensions.pages.stop), run: stop },
    stays: { onAnswered: stop },
  });
  return () => withdrawToast(id);
}
