import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fetchPicture } from '#live/fetch-file.ts';
import { onPersonChange, session } from '#live/session.ts';
import { forgetViews } from '#platform/kept-view.ts';
import { followLocalFlags } from '#platform/local-flags.ts';
import { followPreferences, usePreferences } from '#platform/preferences.ts';
import { forgetSounds } from '#player/forget-sounds.ts';
import { leaveQuestions } from '#ui/confirm.ts';
import { fetchPicturesBy, forgetPictures } from '#ui/own-pictures.ts';
import { router } from './routes.tsx';

fetchPicturesBy(fetchPicture);

/** The whole client. */
export function App() {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } }),
  );
  useEffect(
    () =>
      onPersonChange(() => {
        // Answers for one person are nothing for the next one.
        queries.clear();
        leaveQuestions();
        forgetViews();
        forgetPictures();
      }),
    [queries],
  );
  useEffect(followLocalFlags, []);
  usePrintedKeys();
  useEffect(() => {
    // With somebody signed in, what they may hear is kept in step behind the sign-in.
    if (session.getState().status !== 'signedIn') void forgetSounds();
  }, []);
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/** Shortcuts are printed nowhere where the person switched them off. */
function usePrintedKeys(): void {
  const { shortcutsEnabled } = usePreferences();
  useEffect(followPreferences, []);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-no-shortcuts', !shortcutsEnabled);
  }, [shortcutsEnabled]);
}
