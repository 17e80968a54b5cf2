import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Flags } from '@sidetone/contract/entities/flags.ts';
import { aiRoutes } from '@sidetone/contract/http/ai/ai-routes.ts';
import { type LlmProvider, llmProviders, preferredProvider } from '@sidetone/contract/rules/ai/ai-services.ts';
import { useId, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive, readLive, useLive } from '#live/queries/live.ts';
import { Chip } from '#ui/Chip.tsx';
import { confirm } from '#ui/confirm.ts';
import { toast } from '#ui/toasts.ts';
import { useNotSaved } from '../use-not-saved.ts';
import { knownProviders, providerNames } from './providers.ts';

/** Which of the two providers the account prefers; for administrators. SAI-003, SAI-022 to -025 */
export function ProviderChoice({ accountId, flags }: { accountId: string; flags: Flags }) {
  const { t } = useWords();
  const id = useId();
  const notSaved = useNotSaved();
  const service = useLive(phoneQueries.aiOverview, {}).rows[0]?.language;
  const preferred = preferredProvider(flags);
  /** Chosen, while it is asked about or saved; taken back by Cancel. */
  const [chosen, setChosen] = useState<LlmProvider | null>(null);
  const isOwn = service !== undefined && service !== null && !llmProviders.some((known) => known === service.kind);

  const choose = async (provider: LlmProvider) => {
    if (provider === preferred || chosen !== null) return;
    setChosen(provider);
    const names = { provider: providerNames[provider] };
    const isSure = await confirm({
      headline: t(($) => $.aiFeatures.provider.ask.title, names),
      text: t(($) => $.aiFeatures.provider.ask.text, names),
      action: t(($) => $.aiFeatures.provider.ask.action, names),
    });
    try {
      if (!isSure) return;
      const body = { hasAiProviderPreferenceMistral: provider === 'mistral' };
      const row = readLive(phoneQueries.flags, {}).rows[0];
      const shown = row ? [patchLive(phoneQueries.flags, row.id, { flags: { ...row.flags, ...body } })] : [];
      await confirmed(shown, () => call(aiRoutes.changeAccountFlags, { params: { accountId }, body }));
      toast({ tone: 'ok', title: t(($) => $.aiFeatures.provider.saved, names) });
    } catch (cause) {
      console.warn('[settings] the AI provider was not changed:', codeOf(cause));
      notSaved(codeOf(cause));
    } finally {
      setChosen(null);
    }
  };

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 flex items-center gap-2 font-med text-12 text-ink-2">
        {t(($) => $.aiFeatures.provider.title)}
        <Chip line>{t(($) => $.aiFeatures.provider.adminOnly)}</Chip>
      </legend>
      <div className="grid grid-cols-2 gap-2 max-[559px]:grid-cols-1">
        {knownProviders(llmProviders).map((provider) => (
          <label
            key={provider}
            htmlFor={`${id}-${provider}`}
            className="flex items-start gap-2.5 rounded-m border border-line-strong bg-raised p-3 has-checked:border-accent-fill has-checked:bg-accent-tint has-checked:inset-ring has-checked:inset-ring-accent-fill has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
          >
            <input
              id={`${id}-${provider}`}
              type="radio"
              name={id}
              checked={(chosen ?? preferred) === provider}
              onChange={() => void choose(provider)}
              className="mt-0.5 size-4 flex-none appearance-none rounded-full border-[1.5px] border-line-control bg-raised outline-none checked:border-[5px] checked:border-accent-fill"
            />
            <span className="min-w-0">
              <span className="block font-med">{providerNames[provider]}</span>
              <span className="block text-12 text-ink-2">{t(($) => $.aiFeatures.provider[provider])}</span>
            </span>
          </label>
        ))}
      </div>
      {isOwn ? (
        <p className="mt-1.5 text-12 text-ink-2">{t(($) => $.aiFeatures.provider.own, { name: service.name })}</p>
      ) : null}
    </fieldset>
  );
}
