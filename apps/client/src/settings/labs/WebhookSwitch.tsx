import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Flags } from '@sidetone/contract/entities/flags.ts';
import { aiRoutes } from '@sidetone/contract/http/ai-routes.ts';
import { isAiFeatureActive } from '@sidetone/contract/rules/ai/ai-features.ts';
import { Settings } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/line/analytics.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive } from '#live/queries/live.ts';
import { Chip } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Switch } from '#ui/Switch.tsx';
import { settingLine } from '../SettingGroup.tsx';
import { useNotSaved } from '../use-not-saved.ts';

interface WebhookSwitchProps {
  accountId: string;
  /** The row of the flags. */
  row: { readonly id: string; readonly flags: Flags };
  onSaved: () => void;
  /** To its own page. */
  onSettings: () => void;
}

/** The account's webhook, for administrators. It is switched on only by who has their own calls written down. SSET-012, SAI-012 */
export function WebhookSwitch({ accountId, row, onSaved, onSettings }: WebhookSwitchProps) {
  const { t } = useWords();
  const notSaved = useNotSaved();
  const { flags } = row;
  const isMissing = !flags.hasWebhook && !isAiFeatureActive({ ...flags, hasWebhook: true }, 'hasWebhook');
  const title = t(($) => $.aiFeatures.webhook.title);
  const choose = async (hasWebhook: boolean) => {
    const takeBack = patchLive(phoneQueries.flags, row.id, { flags: { ...flags, hasWebhook } });
    try {
      await confirmed([takeBack], () =>
        call(aiRoutes.changeAccountFlags, { params: { accountId }, body: { hasWebhook } }),
      );
      onSaved();
      void track({ name: 'AI Feature State Changed', flag: 'hasWebhook', enabled: hasWebhook });
    } catch (cause) {
      console.warn('[settings] the webhook was not switched:', codeOf(cause));
      notSaved(codeOf(cause));
    }
  };
  return (
    <div className={cn('flex items-center gap-2', settingLine, 'py-0')}>
      <Switch
        className="min-w-0 flex-1 py-2"
        label={
          <span className="inline-flex flex-wrap items-center gap-1.5">
            {title}
            <Chip line>{t(($) => $.labs.beta)}</Chip>
            <Chip line>{t(($) => $.labs.adminOnly)}</Chip>
          </span>
        }
        help={isMissing ? t(($) => $.labs.needsTranscription) : t(($) => $.aiFeatures.webhook.text)}
        checked={flags.hasWebhook}
        disabled={isMissing}
        onChange={(event) => void choose(event.target.checked)}
      />
      <IconButton icon={Settings} label={t(($) => $.labs.settingsOf, { feature: title })} onClick={onSettings} />
    </div>
  );
}
