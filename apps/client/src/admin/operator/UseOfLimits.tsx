import type { Company } from '@sidetone/contract/entities/company.ts';
import { useWords } from '#i18n/use-words.ts';
import { formatBytes } from '../format.ts';
import { nearLimit } from './limits-form.ts';

interface UseOfLimitsProps {
  use: Pick<Company, 'users' | 'calls' | 'storageBytes' | 'limits'>;
}

/** What a company uses of what it may have; only figures where there is no limit. */
export function UseOfLimits({ use: { users, calls, storageBytes, limits } }: UseOfLimitsProps) {
  const { t, language } = useWords();
  const count = new Intl.NumberFormat(language);
  const inBytes = (bytes: number) => formatBytes(bytes, language);
  const lines = [
    { name: t(($) => $.admin.companies.users), used: users, most: limits.users, shown: count.format },
    { name: t(($) => $.admin.companies.callsNow), used: calls, most: limits.calls, shown: count.format },
    { name: t(($) => $.admin.companies.storage), used: storageBytes, most: limits.storageBytes, shown: inBytes },
  ];
  return (
    <ul className="grid gap-3">
      {lines.map(({ name, used, most, shown }) => (
        <li key={name}>
          <span className="flex justify-between gap-4">
            <span className="font-med">{name}</span>
            <span className="text-ink-2">
              {most === null ? shown(used) : t(($) => $.admin.company.used, { used: shown(used), limit: shown(most) })}
            </span>
          </span>
          {most === null ? null : (
            <progress
              value={Math.min(used, most)}
              max={most}
              aria-label={name}
              className={used >= most * nearLimit ? 'h-1.5 w-full accent-ring' : 'h-1.5 w-full accent-accent'}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
