import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Flags } from '@sidetone/contract/entities/flags.ts';
import { preferredProvider } from '@sidetone/contract/rules/ai/ai-services.ts';
import { Info } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { LinkButton } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { providerNames } from './providers.ts';

/** What keeps the features from their work: no service writes calls down, or the preferred provider is not set up. */
export function AiNotices({ flags, isAdmin }: { flags: Flags; isAdmin: boolean }) {
  const { t } = useWords();
  const overview = useLive(phoneQueries.aiOverview, {}).rows[0];
  if (!overview) return null;
  const provider = providerNames[preferredProvider(flags)];
  const text =
    overview.speech === null
      ? t(($) => $.aiFeatures.noSpeech)
      : overview.language === null && isAdmin
        ? t(($) => $.aiFeatures.noPreferred, { provider })
        : null;
  if (text === null) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-m border border-accent-tint-2 bg-accent-tint px-4 py-2.5"
    >
      <Icon of={Info} className="text-accent" />
      <p className="min-w-0 flex-1 basis-60 text-pretty">{text}</p>
      {isAdmin ? <LinkButton href="/admin/ai">{t(($) => $.aiFeatures.setUp)}</LinkButton> : null}
    </div>
  );
}
