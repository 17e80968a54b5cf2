import type { Trunk } from '@sidetone/contract/entities/trunk.ts';
import { saidByOtherSide, trunkFailure } from '@sidetone/contract/rules/trunk-failures.ts';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';

interface TrunkFailureProps {
  trunk: Pick<Trunk, 'host' | 'failure'>;
  className?: string;
}

/** Why a trunk fails and what to do, with the provider's own words; nothing where it works. */
export function TrunkFailure({ trunk: { host, failure }, className }: TrunkFailureProps) {
  const { t } = useWords();
  if (failure === null) return null;
  const said = saidByOtherSide(failure);
  return (
    <span className={cn('block', className)}>
      <span className="block">{t(($) => $.admin.trunks.failures[trunkFailure(failure)], { host })}</span>
      {said === null ? null : (
        <span className="mt-1 block border-missed border-l-2 pl-2 text-12 text-ink-2 [overflow-wrap:anywhere]">
          {t(($) => $.admin.trunks.failureSaid, { said })}
        </span>
      )}
    </span>
  );
}
