import type { CallLog, CrmEntity, SelectedOutcome } from '@sidetone/contract/entities/call-log.ts';
import { callLogRoutes } from '@sidetone/contract/http/crm/call-log-routes.ts';
import { useCallback, useState } from 'react';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { keyOf } from '../picker.ts';
import type { CallKey } from './use-log-documents.ts';

export interface LogChanges {
  /** `remember`: this contact calls from the number from now on. */
  readonly add: (entity: EntityKey, how?: { readonly remember: boolean }) => Promise<boolean>;
  readonly remove: (entity: EntityKey) => Promise<boolean>;
  readonly retry: () => Promise<boolean>;
  /** Rejects where it fails. */
  readonly setOutcome: (outcome: SelectedOutcome | null) => Promise<CallLog>;
  /** Keys of records that are being added or removed, as `integrationId:type:id`. */
  readonly busy: ReadonlySet<string>;
}

/** A record of a CRM. */
type EntityKey = Pick<CrmEntity, 'integrationId' | 'type' | 'id'>;

/** What users change of a call's log. What fails is logged, and the documents show what is true. SERR-050 */
export function useLogChanges({ channelId, sessionId }: CallKey): LogChanges {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const attempt = useCallback(async (order: () => Promise<unknown>, key?: string): Promise<boolean> => {
    if (key !== undefined) setBusy((before) => new Set(before).add(key));
    try {
      await order();
      return true;
    } catch (cause) {
      console.warn('[crm-logging] log not changed:', codeOf(cause));
      return false;
    } finally {
      if (key !== undefined) setBusy((before) => new Set([...before].filter((other) => other !== key)));
    }
  }, []);
  const paramsOf = ({ integrationId, type, id }: EntityKey) => ({
    channelId,
    sessionId,
    integrationId,
    type,
    entityId: id,
  });
  return {
    busy,
    add: (entity, how = { remember: false }) =>
      attempt(
        () => call(callLogRoutes.addCallLogEntity, { params: paramsOf(entity), body: { remember: how.remember } }),
        keyOf(entity),
      ),
    remove: (entity) =>
      attempt(() => call(callLogRoutes.removeCallLogEntity, { params: paramsOf(entity) }), keyOf(entity)),
    retry: () => attempt(() => call(callLogRoutes.retryCallLog, { params: { channelId, sessionId } })),
    setOutcome: (selectedOutcome) =>
      call(callLogRoutes.changeCallLog, { params: { channelId, sessionId }, body: { selectedOutcome } }),
  };
}
