import type { AlarmSettings as Settings } from '@sidetone/contract/entities/alarm.ts';
import { adminAlarmRoutes } from '@sidetone/contract/http/admin/alarm-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useSetting } from '../setting/use-setting.tsx';
import { AlarmSettingsForm } from './AlarmSettingsForm.tsx';

const load = async () => (await call(adminAlarmRoutes.alarmSettings, {})).settings;

/** The settings of alarms once they are loaded. */
export function AlarmSettings() {
  const { t } = useWords();
  const { setting, setSetting, reload, instead } = useSetting<Settings>({
    load,
    name: 'the settings of alarms',
    problem: t(($) => $.admin.alarms.settings.notLoaded),
  });
  if (setting === null) return instead;
  return <AlarmSettingsForm settings={setting} onSaved={setSetting} onOutdated={reload} />;
}
