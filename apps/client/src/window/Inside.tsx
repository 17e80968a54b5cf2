import { HotkeysProvider } from '@tanstack/react-hotkeys';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { startNoteSync } from '#notes/unsynced.ts';
import { usePreferences } from '#platform/preferences.ts';
import { TooltipHost } from '#ui/Tooltip.tsx';
import { ConfirmHost } from './ConfirmHost.tsx';
import { useSounds } from './use-sounds.ts';

/** The parts around every page behind the sign-in, which stay as long as one of these is shown. */
export function Inside({ children }: { children: ReactNode }) {
  const router = useRouter();
  useSounds();
  useEffect(() => startNoteSync((channelId, docId) => showCall(router, channelId, docId)), [router]);
  const { shortcutsEnabled } = usePreferences();
  const keys = useMemo(() => ({ hotkey: { enabled: shortcutsEnabled } }), [shortcutsEnabled]);
  return (
    <HotkeysProvider defaultOptions={keys}>
      {children}
      <ConfirmHost />
      <TooltipHost />
    </HotkeysProvider>
  );
}

function showCall(router: AnyRouter, channelId: string, docId: string): void {
  void router.navigate({ to: '/main/channels/$channelId', params: { channelId }, search: { call: docId } as never });
}
