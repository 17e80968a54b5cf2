import { useWords } from '#i18n/use-words.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { changePreferences, usePreferences } from '#platform/preferences.ts';
import { Keys } from '#ui/Kbd.tsx';
import { Switch } from '#ui/Switch.tsx';
import { SettingGroup, settingLine } from '../SettingGroup.tsx';
import { useMachineSwitch } from '../use-machine-switch.ts';

/** Whether shortcuts are on, and on the desktop also the global one. */
export function KeySwitches({ onSaved }: { onSaved: () => void }) {
  const { t } = useWords();
  const { shortcutsEnabled } = usePreferences();
  const { globalShortcut } = bridge();
  const everywhere = useMachineSwitch(globalShortcut, onSaved);
  return (
    <SettingGroup>
      <Switch
        className={settingLine}
        label={t(($) => $.advanced.shortcuts)}
        help={t(($) => $.advanced.shortcutsText)}
        checked={shortcutsEnabled}
        onChange={(event) => {
          changePreferences({ shortcutsEnabled: event.target.checked });
          onSaved();
        }}
      />
      {everywhere === null || globalShortcut === null ? null : (
        <Switch
          className={settingLine}
          label={
            <span className="flex items-center gap-2">
              {t(($) => $.advanced.global)}
              <Keys hotkey={printable(globalShortcut.keys)} />
            </span>
          }
          help={everywhere.refused ? t(($) => $.advanced.globalRefused) : t(($) => $.advanced.globalText)}
          checked={everywhere.on === true}
          disabled={everywhere.on === null}
          onChange={(event) => void everywhere.set(event.target.checked)}
        />
      )}
    </SettingGroup>
  );
}

/** A combination in Electron's spelling, in the page's own spelling. */
function printable(keys: string): string {
  return keys.replace(/CommandOrControl|CmdOrCtrl/, 'Mod').replace('Option', 'Alt');
}
