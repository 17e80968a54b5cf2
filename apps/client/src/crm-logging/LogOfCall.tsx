import { callLogQueries } from '@sidetone/contract/documents/call-log-queries.ts';
import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { ClipboardPen } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useLoggingCrms } from '#live/queries/logging-crms.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { chipState, worstOf } from './chips.ts';
import { useLogLater } from './use-log-later.ts';

/** On the page of a call: opens its log, and says how it stands. Nothing where the user may not. */
export function LogOfCall({ row }: { row: InboxRow }) {
  const later = useLogLater();
  return later?.can(row) ? <LogButton row={row} onPress={() => later.open(row)} /> : null;
}

function LogButton({ row, onPress }: { row: InboxRow; onPress: () => void }) {
  const { t } = useWords();
  const crms = useLoggingCrms();
  const me = useMe()?.webUserId ?? null;
  const of = { channelId: row.channelId, sessionId: row.call.sessionId };
  const { rows } = useLive(callLogQueries.callLogEntities, of);
  const log = useLive(callLogQueries.callLog, of).rows[0];
  const connected = new Set(crms.map(({ id }) => id));
  const worst = worstOf(rows.map((entity) => chipState(entity, connected, me)));
  const state = worst ?? (log?.isAmbiguous ? 'ambiguous' : null);
  const isAlarm = state === 'refused' || state === 'checking' || state === 'ambiguous' || state === 'blocked';
  return (
    <Button size="s" onClick={onPress} data-log-state={state ?? undefined}>
      <Icon of={ClipboardPen} size={14} />
      {t(($) => $.callDetail.log[state === null || state === 'ambiguous' ? 'open' : 'change'])}
      {state === null ? null : (
        <span className={cn('font-reg text-12', isAlarm ? 'text-ring' : 'text-ink-3')}>
          {t(($) => $.callDetail.log.state[state])}
        </span>
      )}
    </Button>
  );
}
