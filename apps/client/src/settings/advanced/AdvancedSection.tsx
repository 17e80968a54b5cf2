import { useWords } from '#i18n/use-words.ts';
import { SavedMark } from '../SavedMark.tsx';
import { SettingBody } from '../SettingGroup.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import type { SectionProps } from '../section-props.ts';
import { useSaved } from '../use-saved.ts';
import { BrowserExtensions } from './BrowserExtensions.tsx';
import { CallWindow } from './CallWindow.tsx';
import { ClickSender } from './ClickSender.tsx';
import { KeySwitches } from './KeySwitches.tsx';

/** The window's own behaviour, keys, and numbers that are clicked elsewhere. Changes apply immediately. */
export function AdvancedSection({ onClose }: SectionProps) {
  const { t } = useWords();
  const { saved, tell } = useSaved();
  return (
    <SettingsPage title={t(($) => $.advanced.title)} onClose={onClose} status={<SavedMark saved={saved} />}>
      <SettingBody>
        <CallWindow onSaved={tell} />
        <KeySwitches onSaved={tell} />
        <ClickSender onSaved={tell} />
        <BrowserExtensions />
      </SettingBody>
    </SettingsPage>
  );
}
