import { PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useLoggingCrms } from '#live/queries/logging-crms.ts';
import { changePreferences, usePreferences } from '#platform/preferences.ts';
import { Icon } from '#ui/Icon.tsx';
import { Switch } from '#ui/Switch.tsx';
import { SettingGroup, settingLine } from '../SettingGroup.tsx';

/** The window's behaviour when a call begins, for each direction. */
export function CallWindow({ onSaved }: { onSaved: () => void }) {
  const { t } = useWords();
  const hasCrm = useLoggingCrms().length > 0;
  const { callWindowBehaviorIncoming: incoming, callWindowBehaviorOutgoing: outgoing } = usePreferences();
  return (
    <div className="grid grid-cols-2 gap-5 max-[759px]:grid-cols-1">
      <fieldset aria-label={t(($) => $.advanced.incoming)}>
        <SettingGroup
          title={
            <span className="flex items-center gap-2">
              <Icon of={PhoneIncoming} size={14} />
              {t(($) => $.advanced.incoming)}
            </span>
          }
        >
          <Switch
            className={settingLine}
            label={t(($) => $.advanced.focusWindow)}
            checked={incoming.focusWindow}
            onChange={(event) => {
              changePreferences({ callWindowBehaviorIncoming: { focusWindow: event.target.checked } });
              onSaved();
            }}
          />
          <Switch
            className={settingLine}
            label={t(($) => $.advanced.openHistory)}
            checked={incoming.openContactHistory}
            onChange={(event) => {
              changePreferences({ callWindowBehaviorIncoming: { openContactHistory: event.target.checked } });
              onSaved();
            }}
          />
          {hasCrm ? (
            <Switch
              className={settingLine}
              label={t(($) => $.advanced.openLogging)}
              checked={incoming.openCallLogging}
              onChange={(event) => {
                changePreferences({ callWindowBehaviorIncoming: { openCallLogging: event.target.checked } });
                onSaved();
              }}
            />
          ) : null}
        </SettingGroup>
      </fieldset>
      <fieldset aria-label={t(($) => $.advanced.outgoing)}>
        <SettingGroup
          title={
            <span className="flex items-center gap-2">
              <Icon of={PhoneOutgoing} size={14} />
              {t(($) => $.advanced.outgoing)}
            </span>
          }
        >
          <Switch
            className={settingLine}
            label={t(($) => $.advanced.openHistory)}
            checked={outgoing.openContactHistory}
            onChange={(event) => {
              changePreferences({ callWindowBehaviorOutgoing: { openContactHistory: event.target.checked } });
              onSaved();
            }}
          />
          {hasCrm ? (
            <Switch
              className={settingLine}
              label={t(($) => $.advanced.openLogging)}
              checked={outgoing.openCallLogging}
              onChange={(event) => {
                changePreferences({ callWindowBehaviorOutgoing: { openCallLogging: event.target.checked } });
                onSaved();
              }}
            />
          ) : null}
        </SettingGroup>
      </fieldset>
    </div>
  );
}
