import { useStore } from 'zustand';
import { chooseAudio } from '#audio/device-choice.ts';
import { ownSuppression } from '#audio/microphone.ts';
import { useAudioChoice } from '#audio/use-audio-devices.ts';
import { useWords } from '#i18n/use-words.ts';
import { Switch } from '#ui/Switch.tsx';

/** The processing of the microphone's sound. It changes running calls too. */
export function Processing() {
  const { t } = useWords();
  const { aiNoiseSuppression, noiseSuppression, echoCancellation, autoGainControl } = useAudioChoice();
  const failed = useStore(ownSuppression, ({ works }) => works === false);
  const row = 'min-h-14 border-line border-b last:border-b-0';
  return (
    <section>
      <h3 className="mb-2 font-semi text-12 text-ink-2">{t(($) => $.audio.processing.title)}</h3>
      <div className="rounded-m border border-line bg-raised px-4">
        <Switch
          className={row}
          label={t(($) => $.audio.processing.ai)}
          help={
            aiNoiseSuppression && failed ? (
              <span role="alert" className="text-missed">
                {t(($) => $.audio.processing.aiFailed)}
              </span>
            ) : (
              t(($) => $.audio.processing.aiHelp)
            )
          }
          checked={aiNoiseSuppression}
          onChange={(event) => chooseAudio({ aiNoiseSuppression: event.target.checked })}
        />
        <Switch
          className={row}
          label={t(($) => $.audio.processing.noise)}
          help={aiNoiseSuppression ? t(($) => $.audio.processing.noiseRests) : t(($) => $.audio.processing.noiseHelp)}
          disabled={aiNoiseSuppression}
          checked={noiseSuppression && !aiNoiseSuppression}
          onChange={(event) => chooseAudio({ noiseSuppression: event.target.checked })}
        />
        <Switch
          className={row}
          label={t(($) => $.audio.processing.echo)}
          help={t(($) => $.audio.processing.echoHelp)}
          checked={echoCancellation}
          onChange={(event) => chooseAudio({ echoCancellation: event.target.checked })}
        />
        <Switch
          className={row}
          label={t(($) => $.audio.processing.gain)}
          help={t(($) => $.audio.processing.gainHelp)}
          checked={autoGainControl}
          onChange={(event) => chooseAudio({ autoGainControl: event.target.checked })}
        />
      </div>
    </section>
  );
}
