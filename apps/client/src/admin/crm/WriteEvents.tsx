import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import { adminCrmRoutes } from '@sidetone/contract/http/admin/crm-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Group } from '../EditorPanel.tsx';
import { formatMoment } from '../format.ts';
import { stateTones, useCauseWords } from './use-write-words.ts';

/** Everything that happened to an entry, newest first; read again whenever it moves. */
export function WriteEvents({ entry: { id, rev } }: { entry: CrmWrite }) {
  const { t, language } = useWords();
  const causeOf = useCauseWords();
  const { data, isError, refetch } = useQuery({
    queryKey: ['crm-write-events', id, rev],
    queryFn: ({ signal }) => call(adminCrmRoutes.crmWriteEvents, { params: { id } }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <Group title={t(($) => $.admin.crm.happened)}>
      {isError ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p>{t(($) => $.admin.loadFailed)}</p>
          <Button onClick={() => void refetch()}>{t(($) => $.app.tryAgain)}</Button>
        </div>
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <ol className="grid gap-2">
          {data.events.toReversed().map(({ at, from, to, code, requestId, milliseconds }) => (
            <li key={`${at} ${from} ${to}`} className="flex flex-wrap items-baseline gap-x-3">
              <StateBadge tone={stateTones[to]}>{t(($) => $.admin.crm.states[to])}</StateBadge>
              <span className="min-w-0 flex-1 break-words text-12 text-ink-2">
                {[
                  code === null ? null : causeOf(code),
                  requestId === null ? null : t(($) => $.admin.crm.request, { id: requestId }),
                  milliseconds === null
                    ? null
                    : t(($) => $.admin.crm.took, {
                        seconds: new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(
                          milliseconds / 1000,
                        ),
                      }),
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
              <time dateTime={at} className="whitespace-nowrap text-12 text-ink-3 tabular-nums">
                {formatMoment(at, language)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Group>
  );
}
