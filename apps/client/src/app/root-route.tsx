import { snackbarRightPx } from '@sidetone/contract/rules/screen-measures.ts';
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { useWords } from '#i18n/use-words.ts';
import { dialogSearch } from '#pages/dialogs.ts';
import { Failure } from '#pages/Failure.tsx';
import { bridge } from '#platform/desktop-bridge.ts';
import { Toasts } from '#ui/Toasts.tsx';
import { NotFound } from './NotFound.tsx';
import { toastsTopPx } from './toasts-place.ts';

/** What every address has: its dialogs, and messages above its page. */
export const rootRoute = createRootRoute({
  validateSearch: dialogSearch,
  component: Root,
  errorComponent: Failure,
  notFoundComponent: NotFound,
});

function Root() {
  const { t } = useWords();
  return (
    <>
      <Outlet />
      <Toasts
        label={t(($) => $.app.notifications)}
        closeLabel={t(($) => $.app.close)}
        top={toastsTopPx(bridge())}
        right={snackbarRightPx}
      />
    </>
  );
}
