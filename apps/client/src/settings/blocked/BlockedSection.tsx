import { BlockedCallers } from '#blocked/BlockedCallers.tsx';
import { useWords } from '#i18n/use-words.ts';
import { SettingBody } from '../SettingGroup.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import type { SectionProps } from '../section-props.ts';

/** Callers whose calls to one's own channel are refused. */
export function BlockedSection({ onClose }: SectionProps) {
  const { t } = useWords();
  return (
    <SettingsPage title={t(($) => $.blocked.title)} onClose={onClose}>
      <SettingBody>
        <BlockedCallers of="own" />
      </SettingBody>
    </SettingsPage>
  );
}
