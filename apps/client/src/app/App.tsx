import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { connection } from '#live/line/connection.ts';
import { fetchPicture } from '#live/line/fetch-file.ts';
import { onPersonChange, session } from '#live/line/session.ts';
import { forgetViews } from '#platform/kept-view.ts';
import { followLocalFlags } from '#platform/local-flags.ts';
import { followPreferences, usePreferences } from '#platform/preferences.ts';
import { forgetSounds } from '#player/forget-sounds.ts';
import { leaveQuestions } from '#ui/confirm.ts';
import { fetchPicturesBy, forgetPictures, retryPictures } from '#ui/own-pictures.ts';
import { popupsComeBy } from '#ui/popups.ts';
import { router } from './routes.tsx';

fetchPicturesBy(fetchPicture);
popupsComeBy(() => import('#ui/all-popups.ts'));

/** The whole client. */
export function App() {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } }),
  );
  useEffect(
    () =>
      onPersonChange(() => {
        // The next user must not get answers for the previous one.
        queries.clear();
        leaveQuestions();
        forgetViews();
        forgetPictures();
      }),
    [queries],
  );
  useEffect(
    () => connection.subscribe(({ live }, before) => live === 'open' && live !== before.live && retryPictures()),
    [],
  );
  useEffect(followLocalFlags, []);
  usePrintedKeys();
  useEffect(() => {
    // While a user is signed in, the sounds that they may hear are kept up to date behind the sign-in.
    if (session.getState().status !== 'signedIn') void forgetSounds();
  }, []);
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/** Shortcuts are not printed where the user switched them off. */
function usePrintedKeys(): void {
  const { shortcutsEnabled } = usePreferences();
  useEffect(followPreferences, []);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-no-shortcuts', !shortcutsEnabled);
  }, [shortcutsEnabled]);
}
