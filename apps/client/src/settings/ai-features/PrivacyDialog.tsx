import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { AiOverview } from '@sidetone/contract/entities/ai-settings.ts';
import type { AiFeature } from '@sidetone/contract/rules/ai/ai-features.ts';
import { AudioLines } from 'lucide-react';
import { useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useLast } from '#ui/use-last.ts';

interface PrivacyDialogProps {
  /** What is to be switched on; null while nothing is asked. */
  feature: AiFeature | null;
  onAgree: () => void;
  onClose: () => void;
}

/**
 * Asks for the agreement before the first feature: what is captured, where it is sent, how long it is kept. Who changes what
 * it says raises `aiPrivacyVersion`. SAI-013
 */
export function PrivacyDialog({ feature, onAgree, onClose }: PrivacyDialogProps) {
  const { t } = useWords();
  const cancel = useRef<HTMLButtonElement>(null);
  const shown = useLast(feature);
  const parts = usePrivacyParts();
  return (
    <Dialog
      open={feature !== null}
      onClose={onClose}
      icon={AudioLines}
      title={t(($) => $.aiFeatures.privacy.title)}
      description={t(($) => $.aiFeatures.privacy.intro, {
        feature: shown ? t(($) => $.aiFeatures[shown.words].title) : '',
      })}
      initialFocus={cancel}
      className="w-[520px]"
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t(($) => $.aiFeatures.privacy.cancel)}
          </Button>
          <Button tone="primary" disabled={parts === null} onClick={onAgree}>
            {t(($) => $.aiFeatures.privacy.agree)}
          </Button>
        </>
      }
    >
      <div className="min-h-0 overflow-y-auto px-6 pt-3 pl-12.5 text-13">
        <dl className="grid grid-cols-[96px_1fr] gap-x-3 gap-y-2.5 max-[559px]:grid-cols-1 max-[559px]:gap-y-1">
          {(parts ?? []).map(({ name, lines }) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="grid gap-1">
                {lines.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <p className="pt-3 text-ink-2">{t(($) => $.aiFeatures.privacy.later)}</p>
      </div>
    </Dialog>
  );
}

/** What the user agrees to, as this account has it; null until it is known. */
function usePrivacyParts(): readonly { name: string; lines: readonly string[] }[] | null {
  const { t } = useWords();
  const overview = useLive(phoneQueries.aiOverview, {}).rows[0];
  const consent = useLive(phoneQueries.account, {}).rows[0]?.callSettings.recordingConsent;
  if (!overview || !consent) return null;
  const { documentation, soundHours } = overview.settings;
  return [
    {
      name: t(($) => $.aiFeatures.privacy.captured),
      lines: [
        t(($) => (documentation === 'all' ? $.aiFeatures.privacy.capturedAll : $.aiFeatures.privacy.capturedRecorded)),
        t(($) => $.aiFeatures.privacy.consent[consent]),
      ],
    },
    { name: t(($) => $.aiFeatures.privacy.sent), lines: sentLines(t, overview) },
    {
      name: t(($) => $.aiFeatures.privacy.kept),
      lines: [
        soundHours === 0
          ? t(($) => $.aiFeatures.privacy.keptNot)
          : t(($) => $.aiFeatures.privacy.keptHours, { hours: soundHours }),
      ],
    },
  ];
}

type Words = ReturnType<typeof useWords>['t'];

function sentLines(t: Words, { speech, language }: AiOverview): string[] {
  const lines = [
    ...(speech?.host ? [t(($) => $.aiFeatures.privacy.sentSound, { name: speech.name, host: speech.host })] : []),
    ...(language?.host ? [t(($) => $.aiFeatures.privacy.sentWords, { name: language.name, host: language.host })] : []),
  ];
  if (lines.length > 0) return lines;
  return [speech === null ? t(($) => $.aiFeatures.privacy.sentNoService) : t(($) => $.aiFeatures.privacy.sentNowhere)];
}
