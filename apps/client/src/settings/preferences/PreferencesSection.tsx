import { changeLanguage, type Language } from '#i18n/language.ts';
import { languageOptions } from '#i18n/language-options.ts';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { changePreferences, usePreferences } from '#platform/preferences.ts';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { changeOwnUser } from '../change-own-user.ts';
import { SavedMark } from '../SavedMark.tsx';
import { SettingBody, SettingGroup, SettingLine, settingLine } from '../SettingGroup.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import type { SectionProps } from '../section-props.ts';
import { useNotSaved } from '../use-not-saved.ts';
import { useSaved } from '../use-saved.ts';
import { NotificationPermission } from './NotificationPermission.tsx';
import { OfflineBehaviour } from './OfflineBehaviour.tsx';
import { PreferencesFooter } from './PreferencesFooter.tsx';
import { StartUp } from './StartUp.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';

/**
 * The look, the language, the start and the notifications of the app. Changes apply immediately; running calls go on.
 */
export function PreferencesSection({ onClose }: SectionProps) {
  const { t, language } = useWords();
  const me = useMe();
  const { showsUnresolvedCount } = usePreferences();
  const { saved, tell } = useSaved();
  const notSaved = useNotSaved();
  const speak = async (next: Language) => {
    await changeLanguage(next);
    if (me !== null && (await changeOwnUser(me, { locale: next }, notSaved))) tell();
  };
  return (
    <SettingsPage title={t(($) => $.preferences.title)} onClose={onClose} status={<SavedMark saved={saved} />}>
      <SettingBody>
        <ThemeChoice />
        <SettingGroup>
          <SettingLine label={<span aria-hidden>{t(($) => $.preferences.language)}</span>}>
            <Select
              label={t(($) => $.preferences.language)}
              hideLabel
              className="w-[180px]"
              value={language}
              options={languageOptions}
              onChange={(event) => void speak(event.target.value === 'de' ? 'de' : 'en')}
            />
          </SettingLine>
          <StartUp onSaved={tell} />
          <OfflineBehaviour onSaved={tell} />
          <Switch
            className={settingLine}
            label={t(($) => $.preferences.count)}
            help={t(($) => $.preferences.countText)}
            checked={showsUnresolvedCount}
            onChange={(event) => {
              changePreferences({ showsUnresolvedCount: event.target.checked });
              tell();
            }}
          />
        </SettingGroup>
        <NotificationPermission />
      </SettingBody>
      <PreferencesFooter />
    </SettingsPage>
  );
}
