import type { AuditStream, AuditStreamStanding } from '@sidetone/contract/entities/audit-stream.ts';
import { auditStreamRoutes } from '@sidetone/contract/http/admin/audit-stream-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Group } from '../../EditorPanel.tsx';
import { formatMoment } from '../../format.ts';

/** How often the server is asked while the page is looked at. */
const everyMs = 3000;

/** How far the receiver is, in words. `rev` is that of the settings: with others it begins again. */
export function ReceiverStanding({ rev }: { rev: number }) {
  const { t, language } = useWords();
  const { data } = useQuery({
    queryKey: ['audit-stream', rev],
    queryFn: ({ signal }) => call(auditStreamRoutes.auditStream, {}, { signal }),
    refetchInterval: everyMs,
  });
  const stream = data?.stream;
  if (!stream) return null;
  const { deliveredAt, nextAt } = stream.standing;
  const at = (moment: string) => formatMoment(moment, language);
  return (
    <Group title={t(($) => $.admin.auditStream.standing.title)}>
      <div role="status" className="grid gap-1">
        <Waiting stream={stream} />
        <Failure {...stream.standing} />
        <p className="text-12 text-ink-2">
          {deliveredAt === null
            ? t(($) => $.admin.auditStream.standing.never)
            : t(($) => $.admin.auditStream.standing.delivered, { at: at(deliveredAt) })}
          {nextAt === null ? null : ` · ${t(($) => $.admin.auditStream.standing.next, { at: at(nextAt) })}`}
        </p>
      </div>
    </Group>
  );
}

function Waiting({ stream: { state, standing } }: { stream: AuditStream }) {
  const { t, language } = useWords();
  const { waiting, waitingSince } = standing;
  if (state === 'off') {
    return <p className="font-med text-missed">{t(($) => $.admin.auditStream.standing.off)}</p>;
  }
  if (waiting === 0 || waitingSince === null) {
    return <StateBadge tone="live">{t(($) => $.admin.auditStream.standing.upToDate)}</StateBadge>;
  }
  return (
    <p className="font-med">
      {t(($) => $.admin.auditStream.standing.waiting, { count: waiting, since: formatMoment(waitingSince, language) })}
    </p>
  );
}

function Failure({ problem, status }: AuditStreamStanding) {
  const { t } = useWords();
  if (problem === null) return null;
  const words = t(($) => $.admin.webhook.problem[problem]);
  return (
    <p className="text-12 text-missed">
      {status === null
        ? t(($) => $.admin.auditStream.standing.failed, { problem: words })
        : t(($) => $.admin.auditStream.standing.failedWithStatus, { problem: words, status })}
    </p>
  );
}
