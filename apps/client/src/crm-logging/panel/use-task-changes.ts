import type { CallTask } from '@sidetone/contract/entities/call-log.ts';
import { callLogRoutes } from '@sidetone/contract/http/crm/call-log-routes.ts';
import { useRef } from 'react';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import type { CallKey, LogDocuments } from './use-log-documents.ts';

type TaskFields = Partial<Pick<CallTask, 'integrationId' | 'type' | 'title' | 'content' | 'dueDay' | 'dueTime'>>;

export interface TaskChanges {
  /** Gives the revision that has the change, or the one of before where it was skipped. Rejects where it fails. */
  readonly change: (fields: TaskFields) => Promise<Pick<CallTask, 'rev'>>;
  /** The same. */
  readonly remove: () => Promise<Pick<CallTask, 'rev'>>;
  /** Resolves once no change is under way. Never rejects. */
  readonly settled: () => Promise<void>;
}

/** What users change of the draft of a follow-up task. The server creates the task when the log is closed. */
export function useTaskChanges(
  { channelId, sessionId }: CallKey,
  { log, task }: Pick<LogDocuments, 'log' | 'task'>,
): TaskChanges {
  const params = { channelId, sessionId };
  const rev = task?.rev ?? 0;
  const changing = useRef<Promise<unknown>>(Promise.resolve());
  /** A call that nobody took has no owner whose task it would be: nothing is sent. SERR-060 */
  const send = (order: () => Promise<Pick<CallTask, 'rev'>>): Promise<Pick<CallTask, 'rev'>> => {
    if (log === null || log.owner === null) {
      console.warn('[crm-logging] task not changed: the call has no owner');
      return Promise.resolve({ rev });
    }
    const sent = order();
    changing.current = Promise.allSettled([changing.current, sent]);
    return sent;
  };
  return {
    change: (body) => send(() => call(callLogRoutes.changeCallTask, { params, body })),
    remove: () => send(() => call(callLogRoutes.removeCallTask, { params }).then(() => ({ rev: rev + 1 }))),
    settled: async () => void (await changing.current),
  };
}

/** A change of a task that failed is logged, and what was there before is shown again. SERR-050 */
export const taskNotChanged = (cause: unknown): void =>
  console.error('[crm-logging] task not changed:', codeOf(cause), cause);
