import { callLogQueries } from '@sidetone/contract/documents/call-log-queries.ts';
import { useMemo } from 'react';
import type { LogLater } from '#call-detail/call-detail-props.ts';
import { useLive } from '#live/queries/live.ts';
import { useLoggingCrms } from '#live/queries/logging-crms.ts';
import { useMe } from '#live/queries/me.ts';
import { openedByHand } from './arriving-calls.ts';
import { isLoggableLater } from './loggable-later.ts';
import { openLogging } from './logging-panel.ts';

/** Logs calls afterwards; null where no connected CRM takes any. */
export function useLogLater(): LogLater | null {
  const me = useMe()?.webUserId ?? null;
  const hasCrm = useLoggingCrms().length > 0;
  const { rows: modes } = useLive(callLogQueries.logModes, {});
  return useMemo(() => {
    if (me === null || !hasCrm) return null;
    return {
      can: (row) => modes.some(({ id, mode }) => id === row.channelId && mode !== 'off') && isLoggableLater(row, me),
      open({ id, channelId, remote, call }) {
        const { sessionId, direction, remotePhoneNumber: number, startedAt, establishedAt } = call;
        openLogging({
          config: openedByHand,
          webUserId: me,
          contact: remote,
          call: { channelId, sessionId, docId: id, direction, number, startedAt, establishedAt },
        });
      },
    };
  }, [me, hasCrm, modes]);
}
