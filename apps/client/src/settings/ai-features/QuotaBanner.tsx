import type { User } from '@sidetone/contract/entities/user.ts';
import { ExternalLink } from 'lucide-react';
import { dayOf, formatLongDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { useUpgradeLink } from '#live/queries/upgrade-link.ts';
import { LinkButton } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { usedQuota } from './quota.ts';

/** How many calls of this month are documented, where the plan sets a limit, and where more can be booked. SPERM-027 */
export function QuotaBanner({ me }: { me: User }) {
  const { t, language } = useWords();
  const zone = useCallZone();
  const more = useUpgradeLink(me);
  const now = new Date();
  const quota = usedQuota(me, dayOf(now, zone));
  if (quota === null) return null;
  const { used, limit, resetsOn } = quota;
  const number = (value: number) => value.toLocaleString(language === 'de' ? 'de-DE' : 'en-GB');
  const isFull = used >= limit;
  return (
    <section className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-m border border-line bg-raised px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-2">
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          <strong className="font-semi">
            {t(($) => $.aiFeatures.quota.used, { used: number(used), limit: number(limit) })}
          </strong>
          <span className="flex-1 text-ink-2">{t(($) => $.aiFeatures.quota.thisMonth)}</span>
          <span className="text-12 text-ink-3">
            {t(($) => $.aiFeatures.quota.resets, { day: formatLongDay(resetsOn, language, now.getFullYear()) })}
          </span>
        </p>
        <div aria-hidden className="h-1 overflow-hidden rounded-full bg-press">
          <div
            className={cn('h-full', isFull ? 'bg-ring' : 'bg-accent-fill')}
            style={{ width: `${limit === 0 ? 100 : Math.min(100, (used / limit) * 100)}%` }}
          />
        </div>
      </div>
      {more === null ? null : (
        <LinkButton href={more} target="_blank" rel="noreferrer">
          {t(($) => $.aiFeatures.quota.raise)}
          <Icon of={ExternalLink} size={14} />
        </LinkButton>
      )}
    </section>
  );
}
