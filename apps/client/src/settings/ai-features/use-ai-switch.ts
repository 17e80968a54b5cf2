import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { aiRoutes } from '@sidetone/contract/http/ai/ai-routes.ts';
import {
  type AiFeatureFlag,
  type AiSwitch,
  aiFeatureOf,
  aiPrivacyVersion,
  switchAiFeature,
} from '@sidetone/contract/rules/ai/ai-features.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/line/analytics.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive, readLive } from '#live/queries/live.ts';
import { changePreferences } from '#platform/preferences.ts';
import { confirm } from '#ui/confirm.ts';
import { toast } from '#ui/toasts.ts';
import { useNotSaved } from '../use-not-saved.ts';
import { featurePages } from './feature-pages.ts';

type OwnFeature = Exclude<AiFeatureFlag, 'hasWebhook'>;

interface AiSwitchProps {
  onSaved: () => void;
  /** To a page of the section. */
  onGo: (rest: string) => void;
}

/**
 * Switches features, with the questions that come before: the agreement, which `asking` waits for, and whether the last
 * feature may go.
 */
export function useAiSwitch({ onSaved, onGo }: AiSwitchProps) {
  const { t } = useWords();
  const notSaved = useNotSaved();
  const [asking, setAsking] = useState<OwnFeature | null>(null);

  const done = (flag: AiFeatureFlag, on: boolean, found: AiSwitch) => {
    onSaved();
    void track({ name: 'AI Feature State Changed', flag, enabled: on });
    if (found.opensCallWindows) openLogWithCalls();
    for (const gone of found.alsoOff) {
      const names = {
        feature: t(($) => $.aiFeatures[wordsOf(gone)].title),
        needed: t(($) => $.aiFeatures[wordsOf(flag)].title),
      };
      toast({ id: `also-off-${gone}`, tone: 'info', title: t(($) => $.aiFeatures.alsoOff, names) });
    }
    if (found.opensSettings && featurePages[flag] !== undefined) onGo(flag);
  };

  const run = async (flag: OwnFeature, on: boolean, acceptedPrivacyVersion?: number) => {
    const planned = planOf(flag, on);
    if (!planned) return;
    const { row, found } = planned;
    const shown = patchLive(phoneQueries.flags, row.id, { flags: { ...row.flags, ...found.changes } });
    const body = acceptedPrivacyVersion === undefined ? { on } : { on, acceptedPrivacyVersion };
    try {
      await confirmed([shown], () => call(aiRoutes.switchAiFeature, { params: { flag }, body }));
      done(flag, on, found);
    } catch (cause) {
      console.warn('[settings] an AI feature was not switched:', codeOf(cause));
      notSaved(codeOf(cause));
    }
  };

  const mayLastGo = () =>
    confirm({
      headline: t(($) => $.aiFeatures.lastOff.title),
      text: t(($) => $.aiFeatures.lastOff.text),
      action: t(($) => $.aiFeatures.lastOff.action),
    });

  return {
    /** The feature that waits for the user's agreement; null: none does. */
    asking,
    async choose(flag: AiFeatureFlag, on: boolean) {
      const asks = planOf(flag, on)?.found.asks;
      if (asks === undefined || flag === 'hasWebhook') return;
      if (asks === 'privacy') setAsking(flag);
      else if (asks === null || (await mayLastGo())) await run(flag, on);
    },
    agree() {
      if (asking !== null) void run(asking, true, aiPrivacyVersion);
      setAsking(null);
    },
    dismiss: () => setAsking(null),
  };
}

const wordsOf = (flag: AiFeatureFlag) => aiFeatureOf(flag)?.words ?? 'summary';

/** The window for the log opens with calls in both directions, on this device. SAI-021 */
const openLogWithCalls = () =>
  changePreferences({
    callWindowBehaviorIncoming: { openCallLogging: true },
    callWindowBehaviorOutgoing: { openCallLogging: true },
  });

/** What a switch does to the flags as they are at this moment; null where nothing is known of them, or it may not. */
function planOf(flag: AiFeatureFlag, on: boolean) {
  const row = readLive(phoneQueries.flags, {}).rows[0];
  const found = row && switchAiFeature(row.flags, flag, on);
  return row && found ? { row, found } : null;
}
