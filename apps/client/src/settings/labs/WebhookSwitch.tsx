import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Flags } from '@sidetone/contract/entities/flags.ts';
import { aiRoutes } from '@sidetone/contract/http/ai/ai-routes.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { aiFeatureOf, aiPrivacyVersion, missingFor, switchAiFeature } from '@sidetone/contract/rules/ai/ai-features.ts';
import { Settings } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/line/analytics.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive, readLive } from '#live/queries/live.ts';
import { Chip } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Switch } from '#ui/Switch.tsx';
import { PrivacyDialog } from '../ai-features/PrivacyDialog.tsx';
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

/**
 * The account's webhook, for administrators. Who has no transcription yet agrees to it first, as with any AI feature: their
 * own is switched on before the webhook. SSET-012, SAI-012 to -015
 */
export function WebhookSwitch({ accountId, row, onSaved, onSettings }: WebhookSwitchProps) {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  const run = useSwitching(accountId, row, onSaved);
  const { flags } = row;
  const title = t(($) => $.aiFeatures.webhook.title);
  const choose = (on: boolean) => {
    if (switchAiFeature(flags, 'hasWebhook', on)?.asks === 'privacy') setAsking(true);
    else void run(on);
  };
  const agree = () => {
    setAsking(false);
    void run(true, aiPrivacyVersion);
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
        help={t(($) => $.aiFeatures.webhook.text)}
        checked={flags.hasWebhook}
        disabled={missingFor(flags, 'hasWebhook') !== null}
        onChange={(event) => choose(event.target.checked)}
      />
      <IconButton icon={Settings} label={t(($) => $.labs.settingsOf, { feature: title })} onClick={onSettings} />
      <PrivacyDialog
        feature={isAsking ? aiFeatureOf('hasWebhook') : null}
        onAgree={agree}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

/** Switches the webhook; after an agreement the user's own transcription first. */
function useSwitching(accountId: string, row: WebhookSwitchProps['row'], onSaved: () => void) {
  const notSaved = useNotSaved();
  const shown = (change: Partial<Flags>) => {
    const { flags } = readLive(phoneQueries.flags, {}).rows[0] ?? row;
    return patchLive(phoneQueries.flags, row.id, { flags: { ...flags, ...change } });
  };
  return async (hasWebhook: boolean, acceptedPrivacyVersion?: number) => {
    try {
      if (acceptedPrivacyVersion !== undefined) {
        const on = { hasCallTranscription: true };
        const body = { ...on, acceptedPrivacyVersion };
        await confirmed([shown(on)], () => call(sessionRoutes.updateUser, { body }));
      }
      await confirmed([shown({ hasWebhook })], () =>
        call(aiRoutes.changeAccountFlags, { params: { accountId }, body: { hasWebhook } }),
      );
      onSaved();
      void track({ name: 'AI Feature State Changed', flag: 'hasWebhook', enabled: hasWebhook });
    } catch (cause) {
      console.warn('[settings] the webhook was not switched:', codeOf(cause));
      notSaved(codeOf(cause));
    }
  };
}
