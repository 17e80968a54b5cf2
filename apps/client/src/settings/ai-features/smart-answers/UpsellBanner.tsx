import type { User } from '@sidetone/contract/entities/user.ts';
import { ExternalLink, Info } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useUpgradeLink } from '#live/queries/upgrade-link.ts';
import { LinkButton } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

/** What the plan allows, and where more can be booked. Only for plans with limits. SPERM-026 */
export function UpsellBanner({ me }: { me: User }) {
  const { t } = useWords();
  const more = useUpgradeLink(me);
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-m border border-accent-tint-2 bg-accent-tint px-4 py-2.5">
      <Icon of={Info} className="text-accent" />
      <p className="min-w-0 flex-1 basis-60 text-pretty">{t(($) => $.smartAnswers.upsell.text)}</p>
      {more === null ? null : (
        <LinkButton href={more} target="_blank" rel="noreferrer">
          {t(($) => $.smartAnswers.upsell.book)}
          <Icon of={ExternalLink} size={14} />
        </LinkButton>
      )}
    </div>
  );
}
