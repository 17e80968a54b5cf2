import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useHasNeoPbx } from '#channels/channel-setting.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { Switch } from '#ui/Switch.tsx';
import { changeOwnUser } from '../change-own-user.ts';
import { settingLine } from '../SettingGroup.tsx';
import { useNotSaved } from '../use-not-saved.ts';

/** Whether phones of the classic generation go offline with the app; nothing in the newer one. */
export function OfflineBehaviour({ onSaved }: { onSaved: () => void }) {
  const { t } = useWords();
  const me = useMe();
  const notSaved = useNotSaved();
  const hasNeoPbx = useHasNeoPbx();
  const devices = useLive(phoneQueries.devices, {});
  if (hasNeoPbx !== false || me === null) return null;
  // The phones may still be needed by another device.
  const isPossible = devices.status === 'ready' && devices.rows.every(({ platform }) => platform === 'desktop');
  const choose = async (on: boolean) => {
    if (await changeOwnUser(me, { turnPhonesOfflineOnDisconnect: on }, notSaved)) onSaved();
  };
  return (
    <Switch
      className={settingLine}
      label={t(($) => $.preferences.offline)}
      help={
        devices.status === 'ready' && !isPossible
          ? t(($) => $.preferences.offlineNot)
          : t(($) => $.preferences.offlineText)
      }
      checked={isPossible && me.turnPhonesOfflineOnDisconnect}
      disabled={!isPossible}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}
