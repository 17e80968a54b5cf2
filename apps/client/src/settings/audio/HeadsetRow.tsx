import { useState } from 'react';
import { chooseAudio } from '#audio/device-choice.ts';
import { requestHeadset } from '#audio/headset.ts';
import { useAudioChoice } from '#audio/use-audio-devices.ts';
import { useHeadsets } from '#audio/use-headsets.ts';
import { useWords } from '#i18n/use-words.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Switch } from '#ui/Switch.tsx';
import { headsetOptions, isHeadsetConnected } from './headset-options.ts';
import { Row } from './Row.tsx';

/** Whether the buttons of a headset control calls, and of which. */
export function HeadsetRow() {
  const { t } = useWords();
  const headsets = useHeadsets();
  const { headsetButtons, headset } = useAudioChoice();
  const [problem, setProblem] = useState<'failed' | 'noButtons' | null>(null);
  const { hid } = bridge();
  const words = { all: t(($) => $.audio.headset.all), gone: t(($) => $.audio.headset.gone) };

  async function allow() {
    setProblem(null);
    try {
      const before = headsets?.length ?? 0;
      const allowed = await requestHeadset();
      if (allowed === null) setProblem('noButtons');
      // With the first one there is nothing to choose; a further one was added to be used.
      else if (before > 0) chooseAudio({ headset: allowed.key });
    } catch (cause) {
      console.warn('[audio] headset not allowed', cause);
      setProblem('failed');
    }
  }

  return (
    <Row
      label={t(($) => $.audio.headset.label)}
      side={
        hid ? (
          <span className="flex min-w-0 flex-wrap items-center gap-3">
            {headsetButtons && headsets !== null && (headsets.length > 0 || headset !== null) ? (
              <ConnectedBadge isConnected={isHeadsetConnected(headsets, headset)} />
            ) : null}
            {headsetButtons ? (
              <Button size="l" onClick={() => void allow()}>
                {t(($) => $.audio.headset.allow)}
              </Button>
            ) : null}
            {problem === null ? null : (
              <span role="alert" className="text-12 text-missed">
                {t(($) => $.audio.headset[problem])}
              </span>
            )}
          </span>
        ) : (
          <span className="min-w-0 flex-1 text-12 text-ink-3">{t(($) => $.audio.headset.unavailable)}</span>
        )
      }
    >
      <Switch
        label={<span className="sr-only">{t(($) => $.audio.headset.label)}</span>}
        className="gap-0"
        checked={hid && headsetButtons}
        disabled={!hid}
        onChange={(event) => chooseAudio({ headsetButtons: event.target.checked })}
      />
      <Select
        className="min-w-0 flex-1"
        label={t(($) => $.audio.headset.choose)}
        hideLabel
        disabled={!hid || !headsetButtons}
        value={headset ?? ''}
        options={headsetOptions(headsets ?? [], headset, words)}
        onChange={(event) => chooseAudio({ headset: event.target.value || null })}
      />
    </Row>
  );
}

function ConnectedBadge({ isConnected }: { isConnected: boolean }) {
  const { t } = useWords();
  return isConnected ? (
    <StateBadge tone="live">{t(($) => $.audio.headset.connected)}</StateBadge>
  ) : (
    <StateBadge tone="off">{t(($) => $.audio.headset.notConnected)}</StateBadge>
  );
}
