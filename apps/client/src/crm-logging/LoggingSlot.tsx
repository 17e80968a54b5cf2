import { Suspense } from 'react';
import { useStore } from 'zustand';
import { withLaterWords } from '#i18n/language.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { type LoggingRequest, loggingPanel } from './logging-panel.ts';

const LoggingPanel = lazyPart(
  withLaterWords(() => import('./panel/LoggingPanel.tsx').then((part) => part.LoggingPanel)),
);

/** The call whose log is shown; null while the panel is closed. */
export const useLoggingRequest = (): LoggingRequest | null => useStore(loggingPanel, ({ request }) => request);

interface LoggingSlotProps {
  request: LoggingRequest;
  /** Opens the form for a new contact, which is kept in an integration; null where there is no room for it. */
  onCreateContact: ((number: string, integrationId: string | null) => void) | null;
}

/** The panel of a call's log, which is loaded when it is first shown. */
export function LoggingSlot({ request, onCreateContact }: LoggingSlotProps) {
  const { channelId, sessionId } = request.call;
  return (
    <Suspense fallback={null}>
      <LoggingPanel key={`${channelId} ${sessionId}`} request={request} onCreateContact={onCreateContact} />
    </Suspense>
  );
}
