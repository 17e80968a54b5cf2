import type { Company } from '@sidetone/contract/entities/company.ts';
import { useMemo } from 'react';
import { dayOf, formatDay } from '#i18n/format.ts';
import type { Language } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { Chip } from '#ui/Chip.tsx';
import type { Column } from '#ui/DataTable.tsx';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { formatBytes } from '../format.ts';
import { fullness, nearLimit } from './limits-form.ts';

const tones: Record<Company['state'], StateTone> = { runs: 'live', invited: 'held', suspended: 'off' };

/** The day in every year: companies stay for long. */
const day = (moment: string, language: Language): string => formatDay(dayOf(new Date(moment)), language, 0);

export function useCompanyColumns(): Column<Company>[] {
  const { t, language } = useWords();
  return useMemo<Column<Company>[]>(
    () => [
      {
        id: 'name',
        head: t(($) => $.admin.companies.company),
        sort: ({ name }) => name,
        cell: (company) => <Name company={company} />,
      },
      {
        id: 'users',
        head: t(($) => $.admin.companies.users),
        align: 'end',
        sort: ({ users }) => users,
        cell: ({ users, limits }) =>
          limits.users === null ? users : t(($) => $.admin.companies.ofMost, { used: users, most: limits.users }),
      },
      {
        id: 'calls',
        head: t(($) => $.admin.companies.callsNow),
        align: 'end',
        sort: ({ calls }) => calls,
        cell: ({ calls, limits }) =>
          limits.calls === null ? calls : t(($) => $.admin.companies.ofMost, { used: calls, most: limits.calls }),
      },
      {
        id: 'storage',
        head: t(($) => $.admin.companies.storage),
        sort: ({ storageBytes }) => storageBytes,
        from: 700,
        cell: (company) => <Storage company={company} language={language} />,
      },
      {
        id: 'state',
        head: t(($) => $.admin.companies.state),
        cell: ({ state, suspendedAt }) => (
          <StateBadge tone={tones[state]}>
            {suspendedAt === null
              ? t(($) => $.admin.companies.states[state])
              : t(($) => $.admin.companies.suspendedSince, { since: day(suspendedAt, language) })}
          </StateBadge>
        ),
      },
      {
        id: 'since',
        head: t(($) => $.admin.companies.since),
        sort: ({ createdAt }) => createdAt,
        from: 1000,
        cell: ({ createdAt }) => day(createdAt, language),
      },
    ],
    [t, language],
  );
}

function Name({ company: { name, publicUrl, runsServer } }: { company: Company }) {
  const { t } = useWords();
  return (
    <>
      <span className="inline-flex items-center gap-2 font-med">
        {name}
        {runsServer ? <Chip>{t(($) => $.admin.companies.thisOne)}</Chip> : null}
      </span>
      {publicUrl === null ? null : <span className="block text-12 text-ink-3">{new URL(publicUrl).host}</span>}
    </>
  );
}

function Storage({ company: { storageBytes, limits }, language }: { company: Company; language: Language }) {
  const { t } = useWords();
  const full = fullness(storageBytes, limits.storageBytes);
  return (
    <span className="inline-flex items-center gap-3">
      <span className="min-w-16">{formatBytes(storageBytes, language)}</span>
      {full === null || limits.storageBytes === null ? null : (
        <progress
          value={full}
          max={1}
          aria-label={t(($) => $.admin.company.used, {
            used: formatBytes(storageBytes, language),
            limit: formatBytes(limits.storageBytes, language),
          })}
          className={full >= nearLimit ? 'h-1.5 w-18 accent-ring' : 'h-1.5 w-18 accent-ink-3'}
        />
      )}
    </span>
  );
}
