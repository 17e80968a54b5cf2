import type { CallTask } from '@sidetone/contract/entities/call-log.ts';
import { callLogRoutes } from '@sidetone/contract/http/crm/call-log-routes.ts';
import { useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { toast } from '#ui/toasts.ts';
import { isTaskDraft, taskGap } from '../task.ts';
import type { CallKey, LogDocuments } from './use-log-documents.ts';

type TaskFields = Partial<Pick<CallTask, 'integrationId' | 'type' | 'title' | 'content' | 'dueDay' | 'dueTime'>>;

export interface TaskChanges {
  /** Rejects where it fails. */
  readonly change: (fields: TaskFields) => Promise<CallTask>;
  /** Rejects where it fails. */
  readonly remove: () => Promise<void>;
  /** Creates the task in its CRM, where it has all it needs. Never rejects. SLOG-019 to -021 */
  readonly create: () => Promise<void>;
}

/** What users change of a follow-up task. */
export function useTaskChanges({ channelId, sessionId }: CallKey, documents: LogDocuments): TaskChanges {
  const { t } = useWords();
  const { log } = documents;
  const params = { channelId, sessionId };
  const latest = useRef(documents);
  useEffect(() => {
    latest.current = documents;
  });
  /** What the server answered, or will answer, to the last change: newer than the document. */
  const changed = useRef<Promise<CallTask | null> | null>(null);
  const remember = <Answer extends CallTask | null>(answer: Promise<Answer>): Promise<Answer> => {
    changed.current = answer;
    return answer;
  };
  const requireOwner = () => {
    // SERR-060
    if (log === null || log.owner === null) throw new Error('the call has no owner');
  };
  return {
    async change(body) {
      requireOwner();
      return await remember(call(callLogRoutes.changeCallTask, { params, body }));
    },
    async remove() {
      requireOwner();
      await remember(call(callLogRoutes.removeCallTask, { params }).then(() => null));
    },
    async create() {
      const task = await (changed.current?.catch(() => latest.current.task) ?? latest.current.task);
      if (task === null || !isTaskDraft(task)) return;
      const records = latest.current.entities.filter(({ integrationId }) => integrationId === task.integrationId);
      if (taskGap(task, records.length) !== null) return;
      try {
        await call(callLogRoutes.createTask, { body: params });
      } catch (cause) {
        const code = codeOf(cause);
        console.error('[crm-logging] task not created:', code);
        const reason = t(($) => $.errors[code]);
        toast({ tone: 'error', title: t(($) => $.crmLogging.task.notCreated, { reason }) });
      }
    },
  };
}

/** A change of a task that failed is logged, and what was there before is shown again. SERR-050, SERR-060 */
export const taskNotChanged = (cause: unknown): void =>
  console.error('[crm-logging] task not changed:', codeOf(cause), cause);
