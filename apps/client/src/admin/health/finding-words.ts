import type { HealthFinding } from '@sidetone/contract/entities/health.ts';
import { useWords } from '#i18n/use-words.ts';
import { formatBytes } from '../format.ts';

const isNamed = (name: string): name is 'media' | 'files' => name === 'media' || name === 'files';

/** What a finding says, in words. */
export function useFindingWords(): (finding: Pick<HealthFinding, 'code' | 'name' | 'count'>) => string {
  const { t, language } = useWords();
  return ({ code, name, count }) => {
    const isPart = code === 'partWorks' || code === 'partSilent';
    const values = {
      name: isPart && isNamed(name) ? t(($) => $.admin.health[name]) : name,
      count: count ?? 0,
      size: code.startsWith('disk') ? formatBytes(count ?? 0, language) : '',
    };
    return t(($) => $.admin.health.says[code], values);
  };
}
