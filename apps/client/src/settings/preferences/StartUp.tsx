import { useWords } from '#i18n/use-words.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { Switch } from '#ui/Switch.tsx';
import { settingLine } from '../SettingGroup.tsx';
import { useMachineSwitch } from '../use-machine-switch.ts';

/** Whether the app starts with the computer, and how; nothing in a browser. */
export function StartUp({ onSaved }: { onSaved: () => void }) {
  const { t } = useWords();
  const startUp = useMachineSwitch(bridge().launchOnStartup, onSaved);
  const minimized = useMachineSwitch(bridge().startMinimized, onSaved);
  const starts = startUp?.on === true;
  return (
    <>
      {startUp === null ? null : (
        <Switch
          className={settingLine}
          label={t(($) => $.preferences.startUp)}
          help={startUp.refused ? t(($) => $.preferences.refused) : t(($) => $.preferences.startUpText)}
          checked={starts}
          disabled={startUp.on === null}
          onChange={(event) => void startUp.set(event.target.checked)}
        />
      )}
      {minimized === null ? null : (
        <Switch
          className={settingLine}
          label={t(($) => $.preferences.minimized)}
          help={
            minimized.refused
              ? t(($) => $.preferences.refused)
              : starts
                ? t(($) => $.preferences.minimizedText)
                : t(($) => $.preferences.minimizedNeeds)
          }
          checked={starts && minimized.on === true}
          disabled={!starts || minimized.on === null}
          onChange={(event) => void minimized.set(event.target.checked)}
        />
      )}
    </>
  );
}
