import { HotkeysProvider } from '@tanstack/react-hotkeys';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { onPersonChange } from '#live/session.ts';
import { startNoteSync } from '#notes/unsynced.ts';
import { followLocalFlags } from '#platform/local-flags.ts';
import { followPreferences, usePreferences } from '#platform/preferences.ts';
import { leaveQuestions } from '#ui/confirm.ts';
import { TooltipProvider } from '#ui/Tooltip.tsx';
import { router } from './routes.tsx';
import { useSounds } from './use-sounds.ts';

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
      }),
    [queries],
  );
  useEffect(() => startNoteSync(showCall), []);
  useEffect(followLocalFlags, []);
  const keys = useKeyOptions();
  return (
    <QueryClientProvider client={queries}>
      <Sounds />
      <HotkeysProvider defaultOptions={keys}>
        <TooltipProvider delay={400}>
          <RouterProvider router={router} />
        </TooltipProvider>
      </HotkeysProvider>
    </QueryClientProvider>
  );
}

/** Shortcuts do nothing, and are printed nowhere, where the person switched them off. */
function useKeyOptions() {
  const { shortcutsEnabled } = usePreferences();
  useEffect(followPreferences, []);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-no-shortcuts', !shortcutsEnabled);
  }, [shortcutsEnabled]);
  return useMemo(() => ({ hotkey: { enabled: shortcutsEnabled } }), [shortcutsEnabled]);
}

function Sounds() {
  useSounds();
  return null;
}

function showCall(channelId: string, docId: string): void {
  void router.navigate({ to: '/main/channels/$channelId', params: { channelId }, search: { call: docId } });
}
