import { Headphones, Mic, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { mayBeMain } from '#audio/additional-output.ts';
import { chooseAudio } from '#audio/device-choice.ts';
import { useMicrophonePermission } from '#audio/permissions.ts';
import { useAudioChoice, useAudioDevices } from '#audio/use-audio-devices.ts';
import { useWords } from '#i18n/use-words.ts';
import { deviceOptions } from '#settings/device-options.ts';
import { InputMeter } from '#settings/InputMeter.tsx';
import { MenuChoice, MenuItem, MenuSeparator, SubMenu } from '#ui/Menu.tsx';
import { useDialogs } from './dialogs.ts';

/** Two entries of a menu: which microphone, and which speaker. Each opens its list beside the menu. */
export function AudioMenus() {
  const { t } = useWords();
  const dialogs = useDialogs();
  const permission = useMicrophonePermission();
  const devices = useAudioDevices();
  const choice = useAudioChoice();
  const words = { system: t(($) => $.audio.sameAsSystem), notConnected: t(($) => $.audio.notConnected) };
  const inputs = deviceOptions({ devices: devices?.microphones ?? null, chosen: choice.input, words });
  const outputs = deviceOptions({
    devices: devices?.speakers ?? null,
    chosen: choice.output,
    words,
    isOpen: (id) => devices === null || mayBeMain(id, choice, devices),
  });
  const settings = (
    <>
      <MenuSeparator />
      <MenuItem icon={SlidersHorizontal} onSelect={() => dialogs.open('settings/audio')}>
        {t(($) => $.audio.moreSettings)}
      </MenuItem>
    </>
  );
  return (
    <>
      <Devices
        icon={Mic}
        label={t(($) => $.audio.microphone)}
        chosen={choice.input}
        options={inputs}
        onChoose={(input) => chooseAudio({ input })}
      >
        {permission === 'granted' ? (
          <div className="flex h-8 items-center px-2">
            <InputMeter />
          </div>
        ) : null}
        {settings}
      </Devices>
      <Devices
        icon={Headphones}
        label={t(($) => $.audio.speaker)}
        chosen={choice.output}
        options={outputs}
        onChoose={(output) => chooseAudio({ output })}
      >
        {settings}
      </Devices>
    </>
  );
}

interface DevicesProps {
  icon: typeof Mic;
  label: string;
  chosen: string | null;
  options: ReturnType<typeof deviceOptions>;
  onChoose: (id: string | null) => void;
  children: ReactNode;
}

function Devices({ icon, label, chosen, options, onChoose, children }: DevicesProps) {
  const name = options.find(({ value }) => value === (chosen ?? ''))?.label ?? label;
  return (
    <SubMenu icon={icon} label={name} name={`${label}: ${name}`} className="w-[280px]">
      <MenuChoice
        label={label}
        value={chosen ?? ''}
        options={[...options]}
        onChange={(value) => onChoose(value === '' ? null : value)}
      />
      {children}
    </SubMenu>
  );
}
