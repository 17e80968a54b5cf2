import type { Trunk } from '@sidetone/contract/entities/trunk.ts';
import { trunkFailure } from '@sidetone/contract/rules/trunk-failures.ts';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';

interface TrunkFailureProps {
  trunk: Pick<Trunk, 'host' | 'failure'>;
  className?: string;
}

/** Why a trunk fails and what to do, then what was reported, for the provider's support; nothing where nothing fails. */
export function TrunkFailure({ trunk: { host, failure }, className }: TrunkFailureProps) {
  const { t } = useWords();
  if (failure === null) return null;
  return (
    <span className={cn('block', className)}>
      <span className="block">{t(($) => $.admin.trunks.failures[trunkFailure(failure)], { host })}</span>
      <span className="block text-12 text-ink-3 [overflow-wrap:anywhere]">
        {t(($) => $.admin.trunks.failureSaid, { said: failure })}
      </span>
    </span>
  );
}
