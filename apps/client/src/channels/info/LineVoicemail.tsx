import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import {
  type LineVoicemailChange,
  lineRingSeconds,
  type LineVoicemail as Voicemail,
} from '@sidetone/contract/entities/line-voicemail.ts';
import { channelRoutes } from '@sidetone/contract/http/channel-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive } from '#live/queries/live.ts';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { Greeting } from '../Greeting.tsx';
import { SettingsPart } from '../SettingsPart.tsx';

const times = [10, 15, 20, lineRingSeconds, 30, 40, 60, 90, 120];

/**
 * Whether callers of the user's own line can leave a message, and after how long. Shown immediately, and taken back if
 * refused.
 */
export function LineVoicemail({ channelId, voicemail }: { channelId: string; voicemail: Voicemail }) {
  const { t } = useWords();
  const [problem, setProblem] = useState<ApiErrorCode | null>(null);
  const change = async (wanted: LineVoicemailChange) => {
    setProblem(null);
    const patch: Partial<ChannelSetting> = { voicemail: { ...voicemail, ...defined(wanted) } };
    const shown = patchLive(phoneQueries.channelSettings, channelId, patch);
    try {
      await confirmed([shown], () => call(channelRoutes.setLineVoicemail, { params: { channelId }, body: wanted }));
    } catch (error) {
      setProblem(codeOf(error));
    }
  };
  return (
    <SettingsPart title={t(($) => $.channels.voicemail.title)}>
      <Switch
        label={t(($) => $.channels.voicemail.switch)}
        help={t(($) => (voicemail.sentElsewhere ? $.channels.voicemail.sentElsewhere : $.channels.voicemail.help))}
        checked={voicemail.enabled}
        disabled={voicemail.sentElsewhere}
        onChange={(event) => void change({ enabled: event.currentTarget.checked })}
      />
      {voicemail.enabled ? (
        <Select
          className="mt-2 w-60"
          label={t(($) => $.channels.voicemail.after)}
          value={String(voicemail.ringSeconds)}
          onChange={(event) => void change({ ringSeconds: Number(event.currentTarget.value) })}
          options={[...new Set([...times, voicemail.ringSeconds])]
            .sort((one, two) => one - two)
            .map((seconds) => ({
              value: String(seconds),
              label: t(($) => $.channels.voicemail.seconds, { seconds }),
            }))}
        />
      ) : null}
      {voicemail.enabled ? <Greeting channelId={channelId} /> : null}
      {problem === null ? null : (
        <p role="alert" className="pt-1 text-12 text-missed">
          {t(($) => $.errors[problem])}
        </p>
      )}
    </SettingsPart>
  );
}

const defined = (wanted: LineVoicemailChange) => ({
  ...(wanted.enabled === undefined ? {} : { enabled: wanted.enabled }),
  ...(wanted.ringSeconds === undefined ? {} : { ringSeconds: wanted.ringSeconds }),
});
