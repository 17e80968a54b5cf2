import { useRouter, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LoggingSlot, useLoggingRequest } from '#crm-logging/LoggingSlot.tsx';
import { type LoggedCall, leaveLogging, pressedBesideLogging } from '#crm-logging/logging-panel.ts';
import { useWords } from '#i18n/use-words.ts';
import { PartGuard } from '#pages/Failure.tsx';
import { SidePanel } from '#ui/SidePanel.tsx';

/** The log of a call over pages that have no slide-over for it: all but those with calls. */
export function LoggingPlace({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const router = useRouter();
  const hasOwn = useRouterState({ select: ({ location }) => location.pathname.startsWith('/main/channels/') });
  const request = useLoggingRequest();
  const shown = hasOwn ? null : request;
  /** The form is in the slide-over of the channel, in front of the log. */
  const createAt = ({ channelId }: LoggedCall, number: string, crm: string | null) =>
    void router.navigate({
      to: '/main/channels/$channelId',
      params: { channelId },
      search: { form: 'contactCreate', newPhoneNumber: number, newContactIn: crm ?? undefined } as never,
    });
  return (
    <SidePanel
      open={shown !== null}
      label={t(($) => $.callDetail.log.panel)}
      beside={false}
      onClose={leaveLogging}
      escapesEverywhere
      onPressBeside={pressedBesideLogging}
      panel={
        shown === null ? null : (
          <PartGuard of={shown.call.sessionId}>
            <LoggingSlot request={shown} onCreateContact={(number, crm) => createAt(shown.call, number, crm)} />
          </PartGuard>
        )
      }
    >
      {children}
    </SidePanel>
  );
}
