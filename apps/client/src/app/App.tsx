import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { onPersonChange } from '#live/session.ts';
import { startNoteSync } from '#notes/unsynced.ts';
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
  return (
    <QueryClientProvider client={queries}>
      <Sounds />
      <TooltipProvider delay={400}>
        <RouterProvider router={router} />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

function Sounds() {
  useSounds();
  return null;
}

function showCall(channelId: string, docId: string): void {
  void router.navigate({ to: '/main/channels/$channelId', params: { channelId }, search: { call: docId } });
}
