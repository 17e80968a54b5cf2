import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { Alert } from '@sidetone/contract/entities/guard.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { useAdminAccount, useUserNames } from '../directory.ts';
import { formatMoment } from '../format.ts';
import { useRun } from '../run.ts';

/** Alerts for administrators, the newest first; each is shown until one of them dismisses it. */
export function AlertBanner() {
  const { rows } = useLive(adminQueries.adminAlerts, {});
  const [newest] = rows;
  return newest ? <ShownAlert alert={newest} all={rows.map(({ id }) => id)} /> : null;
}

function ShownAlert({ alert, all }: { alert: Alert; all: readonly string[] }) {
  const { t, language } = useWords();
  const account = useAdminAccount();
  const names = useUserNames();
  const { run, busy } = useRun();
  const dismiss = (ids: readonly string[]) =>
    void run(() => call(adminAccountRoutes.dismissAlerts, { body: { ids: [...ids] } }), null);
  const more = all.length - 1;
  const who =
    alert.source === account?.id
      ? t(($) => $.admin.log.alerts.company)
      : alert.source === 'others'
        ? t(($) => $.admin.log.alerts.others)
        : (names.get(alert.source) ?? alert.source);
  return (
    <Banner
      tone="warn"
      icon={ShieldAlert}
      onClose={() => dismiss([alert.id])}
      closeLabel={t(($) => $.admin.log.alerts.dismiss)}
      action={
        <span className="flex flex-wrap items-center gap-2">
          {more > 0 ? (
            <Button size="s" tone="ghost" disabled={busy} onClick={() => dismiss(all)}>
              {t(($) => $.admin.log.alerts.dismissAll)}
            </Button>
          ) : null}
          <Link to="/admin/$section" params={{ section: 'log' }} className="px-1 font-med text-accent">
            {t(($) => $.admin.log.alerts.open)}
          </Link>
        </span>
      }
    >
      {formatMoment(alert.at, language)}: {t(($) => $.admin.log.alerts[alert.kind], { who })}
      {more > 0 ? ` ${t(($) => $.admin.log.alerts.more, { count: more })}` : null}
    </Banner>
  );
}
