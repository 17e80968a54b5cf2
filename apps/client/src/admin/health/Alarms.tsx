import { healthQueries } from '@sidetone/contract/documents/health-query.ts';
import type { RaisedAlarm } from '@sidetone/contract/entities/alarm.ts';
import { adminAlarmRoutes } from '@sidetone/contract/http/admin/alarm-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { useUserNames } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';
import { formatMoment } from '../format.ts';
import { useRun } from '../run.ts';
import { useFindingWords } from './finding-words.ts';

/** As many of the earlier ones are drawn. */
const mostBefore = 20;

/** Alarms that have not ended, and the last of those that have. */
export function Alarms() {
  const { t } = useWords();
  const { rows, status } = useLive(healthQueries.adminAlarms, {});
  if (status === 'loading') return null;
  const open = rows.filter(({ endedAt }) => endedAt === null);
  const before = rows.filter(({ endedAt }) => endedAt !== null).slice(0, mostBefore);
  return (
    <>
      <Group title={t(($) => $.admin.alarms.title)}>
        {open.length > 0 ? (
          <AlarmList alarms={open} label={t(($) => $.admin.alarms.title)} />
        ) : (
          <p className="text-ink-3">{t(($) => $.admin.alarms.none)}</p>
        )}
      </Group>
      {before.length === 0 ? null : (
        <Group title={t(($) => $.admin.alarms.before)}>
          <AlarmList alarms={before} label={t(($) => $.admin.alarms.before)} />
        </Group>
      )}
    </>
  );
}

function AlarmList({ alarms, label }: { alarms: readonly RaisedAlarm[]; label: string }) {
  return (
    <ul aria-label={label} className="grid gap-3">
      {alarms.map((alarm) => (
        <Alarm key={alarm.id} alarm={alarm} />
      ))}
    </ul>
  );
}

function Alarm({ alarm }: { alarm: RaisedAlarm }) {
  const { t, language } = useWords();
  const { run, busy } = useRun();
  const words = useFindingWords();
  const who = useUserNames().get(alarm.acknowledgedBy ?? '') ?? '';
  const began = formatMoment(alarm.beganAt, language);
  const acknowledge = () => run(() => call(adminAlarmRoutes.acknowledgeAlarm, { params: { alarmId: alarm.id } }), null);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-m border border-line p-3">
      <StateBadge tone={alarm.endedAt === null ? 'missed' : 'off'}>
        {t(($) => (alarm.endedAt === null ? $.admin.alarms.open : $.admin.alarms.over))}
      </StateBadge>
      <span className="min-w-0 flex-1 basis-60 break-words font-med text-ink">{words(alarm)}</span>
      <span className="text-12 text-ink-3">
        {alarm.endedAt === null
          ? t(($) => $.admin.alarms.began, { at: began })
          : t(($) => $.admin.alarms.lasted, { from: began, to: formatMoment(alarm.endedAt, language) })}
      </span>
      {alarm.acknowledgedAt !== null ? (
        <span className="text-12 text-ink-2">{t(($) => $.admin.alarms.acknowledged, { name: who })}</span>
      ) : alarm.endedAt === null ? (
        <Button size="s" disabled={busy} onClick={() => void acknowledge()}>
          {t(($) => $.admin.alarms.acknowledge)}
        </Button>
      ) : null}
    </li>
  );
}
