import type { Flags } from '@sidetone/contract/entities/flags.ts';
import { type AiFeature, aiFeatureOf, isAiFeatureActive, missingFor } from '@sidetone/contract/rules/ai/ai-features.ts';
import { Settings } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Chip } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Switch } from '#ui/Switch.tsx';
import { settingLine } from '../SettingGroup.tsx';

interface FeatureSwitchProps {
  feature: AiFeature;
  flags: Flags;
  /** The address names it: it has the focus first. */
  isNamed: boolean;
  onChoose: (on: boolean) => void;
  /** To its own page; null where it has none. */
  onSettings: (() => void) | null;
}

/** One feature with its switch, and the way to its settings. */
export function FeatureSwitch({ feature, flags, isNamed, onChoose, onSettings }: FeatureSwitchProps) {
  const { t } = useWords();
  const { flag, words, part } = feature;
  const missing = missingFor(flags, flag);
  const needed = missing === null ? null : aiFeatureOf(missing);
  const title = t(($) => $.aiFeatures[words].title);
  return (
    <div className={cn('flex items-center gap-2', settingLine, 'py-0')}>
      <Switch
        className="min-w-0 flex-1 py-2"
        label={
          <span className="inline-flex flex-wrap items-center gap-1.5">
            {title}
            {part === 'beta' ? <Chip line>{t(($) => $.aiFeatures.beta)}</Chip> : null}
          </span>
        }
        help={
          needed === null
            ? t(($) => $.aiFeatures[words].text)
            : t(($) => $.aiFeatures.needs, { feature: t(($) => $.aiFeatures[needed.words].title) })
        }
        checked={isAiFeatureActive(flags, flag)}
        disabled={missing !== null}
        {...(isNamed ? { 'data-first-focus': true } : {})}
        onChange={(event) => onChoose(event.target.checked)}
      />
      {onSettings === null ? null : (
        <IconButton
          icon={Settings}
          label={t(($) => $.aiFeatures.settingsOf, { feature: title })}
          onClick={onSettings}
        />
      )}
    </div>
  );
}
