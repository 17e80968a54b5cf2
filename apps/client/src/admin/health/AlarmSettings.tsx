import type { AlarmSettings as Settings } from '@sidetone/contract/entities/alarm.ts';
import { adminAlarmRoutes } from '@sidetone/contract/http/admin/alarm-routes.ts';
import { useCallback, useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { AlarmSettingsForm } from './AlarmSettingsForm.tsx';

/** The settings of alarms once they are loaded. */
export function AlarmSettings() {
  const { t } = useWords();
  const [settings, setSettings] = useState<Settings | null>(null);
  const [isFailed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      setSettings((await call(adminAlarmRoutes.alarmSettings, {})).settings);
    } catch (cause) {
      console.warn('[admin] the settings of alarms were not loaded:', codeOf(cause));
      setFailed(true);
    }
  }, []);
  useEffect(() => void load(), [load]);
  if (settings === null)
    return isFailed ? (
      <div className="flex flex-wrap items-center gap-3">
        <p role="alert">{t(($) => $.admin.alarms.settings.notLoaded)}</p>
        <Button size="s" onClick={() => void load()}>
          {t(($) => $.app.tryAgain)}
        </Button>
      </div>
    ) : null;
  return <AlarmSettingsForm settings={settings} onSaved={setSettings} onOutdated={() => void load()} />;
}
