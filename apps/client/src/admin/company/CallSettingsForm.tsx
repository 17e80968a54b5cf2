import type { AdminAccount } from '@sidetone/contract/entities/admin-account.ts';
import type { CallSettings } from '@sidetone/contract/entities/call-settings.ts';
import { recordingRoutes } from '@sidetone/contract/http/recording-routes.ts';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { upload } from '#live/line/upload.ts';
import type { GivenSound } from '#sound-input/given-sound.ts';
import { SoundInput } from '#sound-input/SoundInput.tsx';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';

type Change = Partial<
  Pick<
    CallSettings,
    'callWaiting' | 'recordingConsent' | 'holdMusic' | 'picksUpColleagues' | 'intercom' | 'supervision'
  >
>;

/** Settings for all calls of the company. Each choice applies immediately and can be undone. */
export function CallSettingsForm({ account }: { account: AdminAccount }) {
  const { t } = useWords();
  const { run } = useRun();
  const settings = account.callSettings;
  const save = async (change: Change, before: Change) => {
    await run(() => call(recordingRoutes.updateCallSettings, { body: change }), {
      id: 'call-settings',
      title: t(($) => $.admin.saved),
      action: { label: t(($) => $.app.undo), run: () => void save(before, change) },
    });
  };
  return (
    <Group title={t(($) => $.admin.company.calls)}>
      <Switch
        label={t(($) => $.admin.company.callWaiting)}
        help={t(($) => $.admin.company.callWaitingHelp)}
        checked={settings.callWaiting}
        onChange={(event) => void save({ callWaiting: event.target.checked }, { callWaiting: settings.callWaiting })}
      />
      <Switch
        label={t(($) => $.admin.company.picksUpColleagues)}
        help={t(($) => $.admin.company.picksUpColleaguesHelp)}
        checked={settings.picksUpColleagues}
        onChange={(event) =>
          void save({ picksUpColleagues: event.target.checked }, { picksUpColleagues: settings.picksUpColleagues })
        }
      />
      <Switch
        label={t(($) => $.admin.company.intercom)}
        help={t(($) => $.admin.company.intercomHelp)}
        checked={settings.intercom}
        onChange={(event) => void save({ intercom: event.target.checked }, { intercom: settings.intercom })}
      />
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Select
          label={t(($) => $.admin.company.consent)}
          value={settings.recordingConsent}
          onChange={(event) =>
            void save(
              { recordingConsent: event.target.value as CallSettings['recordingConsent'] },
              { recordingConsent: settings.recordingConsent },
            )
          }
          options={(['none', 'announcement', 'keypress'] as const).map((value) => ({
            value,
            label: t(($) => $.admin.company.consents[value]),
          }))}
        />
        <Select
          label={t(($) => $.admin.company.holdMusic)}
          value={settings.holdMusic}
          onChange={(event) =>
            void save({ holdMusic: event.target.value as CallSettings['holdMusic'] }, { holdMusic: settings.holdMusic })
          }
          options={(['default', 'own', 'off'] as const).map((value) => ({
            value,
            label: t(($) => $.admin.company.holdMusics[value]),
          }))}
        />
      </div>
      <OwnHoldMusic />
      <Select
        label={t(($) => $.admin.company.supervision)}
        help={t(($) => $.admin.company.supervisionHelp)}
        value={settings.supervision}
        onChange={(event) =>
          void save(
            { supervision: event.target.value as CallSettings['supervision'] },
            { supervision: settings.supervision },
          )
        }
        options={(['off', 'shown', 'announced'] as const).map((value) => ({
          value,
          label: t(($) => $.admin.company.supervisions[value]),
        }))}
      />
    </Group>
  );
}

/** Own music for callers on hold: heard first, then sent. */
function OwnHoldMusic() {
  const { t } = useWords();
  const { run, busy } = useRun();
  const [music, setMusic] = useState<GivenSound | null>(null);
  const send = async (given: GivenSound) => {
    const sent = await run(() => upload(recordingRoutes.uploadHoldMusic, {}, given.wav), {
      title: t(($) => $.admin.saved),
    });
    if (sent) setMusic(null);
  };
  return (
    <div className="grid gap-2">
      <SoundInput
        label={t(($) => $.admin.company.holdMusicUpload)}
        sound={music}
        onSound={setMusic}
        disabled={busy}
        byPhone
      />
      {music === null ? null : (
        <Button className="justify-self-start" disabled={busy} onClick={() => void send(music)}>
          <Icon of={Upload} />
          {t(($) => $.admin.company.announcements.upload)}
        </Button>
      )}
    </div>
  );
}
