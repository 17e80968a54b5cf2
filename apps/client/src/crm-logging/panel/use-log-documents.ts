import { callLogQueries } from '@sidetone/contract/documents/call-log-queries.ts';
import type { CallLog, CallLogEntity, CallTask } from '@sidetone/contract/entities/call-log.ts';
import { callLogRoutes } from '@sidetone/contract/http/crm/call-log-routes.ts';
import { useEffect, useState } from 'react';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';

/** The server writes nothing by itself for 30 seconds after each of these. In milliseconds. */
const holdEveryMs = 10_000;
/** A call that has just begun may not be known to the server yet: in milliseconds, and failures before users are told. */
const askAgainMs = 1_500;
const patience = 3;

export interface CallKey {
  readonly channelId: string;
  readonly sessionId: string;
}

export interface LogDocuments {
  /** Null while it is not known whether the call was logged before. */
  readonly isUpdate: boolean | null;
  /** Null while there is none. */
  readonly log: CallLog | null;
  /** In the order in which they were chosen. */
  readonly entities: readonly CallLogEntity[];
  readonly task: CallTask | null;
  /** Why the log could not be opened; null while it is being opened, and once it is. */
  readonly problem: ApiErrorCode | null;
  readonly isOpen: boolean;
}

/**
 * The documents of a call's log, which is opened and held for as long as this is drawn. One that cannot be parsed is
 * logged by the live queries and counts as missing. SERR-054, SERR-055, SERR-056
 */
export function useLogDocuments(of: CallKey): LogDocuments {
  const log = useLive(callLogQueries.callLog, of);
  const entities = useLive(callLogQueries.callLogEntities, of);
  const task = useLive(callLogQueries.callTask, of);
  const found = log.rows[0] ?? null;
  const [isUpdate, setIsUpdate] = useState<boolean | null>(null);
  // As it was when the panel opened: what is logged out of the panel itself is no update.
  if (isUpdate === null && log.status !== 'loading') setIsUpdate(found !== null && found.readyAt !== null);
  const held = useHold(of, isUpdate);
  return { ...held, isUpdate, log: found, entities: entities.rows, task: task.rows[0] ?? null };
}

/** Opens the log and keeps it from being written while its panel is shown. */
function useHold(
  { channelId, sessionId }: CallKey,
  isUpdate: boolean | null,
): Pick<LogDocuments, 'problem' | 'isOpen'> {
  const [state, setState] = useState<Pick<LogDocuments, 'problem' | 'isOpen'>>({ problem: null, isOpen: false });
  useEffect(() => {
    if (isUpdate === null) return;
    const params = { channelId, sessionId };
    const given = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const hold = async () => {
      let next = holdEveryMs;
      try {
        await call(callLogRoutes.openCallLog, { params, body: { isUpdate } }, { signal: given.signal });
        failures = 0;
        if (!given.signal.aborted) setState({ problem: null, isOpen: true });
      } catch (cause) {
        if (given.signal.aborted) return;
        failures += 1;
        // What is refused for good is asked as seldom as what is held.
        next = failures < patience ? askAgainMs : holdEveryMs;
        const problem = codeOf(cause);
        console.warn('[crm-logging] log not opened:', problem);
        if (failures >= patience) setState((before) => (before.isOpen ? before : { problem, isOpen: false }));
      }
      if (!given.signal.aborted) timer = setTimeout(() => void hold(), next);
    };
    void hold();
    return () => {
      given.abort();
      clearTimeout(timer);
    };
  }, [channelId, sessionId, isUpdate]);
  return state;
}
