import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { changePreferences, usePreferences } from '#platform/preferences.ts';
import { Switch } from '#ui/Switch.tsx';
import { changeOwnUser } from '../change-own-user.ts';
import { SettingGroup, settingLine } from '../SettingGroup.tsx';
import { useNotSaved } from '../use-not-saved.ts';

/** Whether this app plays pages. */
export function Pages() {
  const { t } = useWords();
  const { hearsPages } = usePreferences();
  return (
    <SettingGroup title={t(($) => $.extensions.pages.title)}>
      <Switch
        className={settingLine}
        label={t(($) => $.extensions.pages.app)}
        help={t(($) => $.extensions.pages.appHelp)}
        checked={hearsPages}
        onChange={(event) => changePreferences({ hearsPages: event.target.checked })}
      />
    </SettingGroup>
  );
}

/** Whether colleagues may call in; nothing where the company has it off. */
export function Intercom() {
  const { t } = useWords();
  const me = useMe();
  const notSaved = useNotSaved();
  const account = useLive(phoneQueries.account, {}).rows[0];
  const { answersIntercom } = usePreferences();
  if (me === null || account?.callSettings.intercom !== true) return null;
  return (
    <SettingGroup title={t(($) => $.extensions.intercom.title)}>
      <Switch
        className={settingLine}
        label={t(($) => $.extensions.intercom.phones)}
        help={t(($) => $.extensions.intercom.phonesHelp)}
        checked={!me.refusesIntercom}
        onChange={(event) => void changeOwnUser(me, { refusesIntercom: !event.target.checked }, notSaved)}
      />
      <Switch
        className={settingLine}
        label={t(($) => $.extensions.intercom.app)}
        help={t(($) => $.extensions.intercom.appHelp)}
        checked={answersIntercom && !me.refusesIntercom}
        disabled={me.refusesIntercom}
        onChange={(event) => changePreferences({ answersIntercom: event.target.checked })}
      />
    </SettingGroup>
  );
}
