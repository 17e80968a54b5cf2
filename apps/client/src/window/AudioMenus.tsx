import { Headphones, Mic, SlidersHorizontal } from 'lucide-react';
import { mayBeMain } from '#audio/additional-output.ts';
import { chooseAudio } from '#audio/device-choice.ts';
import { useMicrophonePermission } from '#audio/permissions.ts';
import { useAudioChoice, useAudioDevices } from '#audio/use-audio-devices.ts';
import { useWords } from '#i18n/use-words.ts';
import { useDialogs } from '#pages/dialogs.ts';
import { deviceOptions } from '#settings/device-options.ts';
import { InputMeter } from '#settings/InputMeter.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator, SubMenu } from '#ui/Menu.tsx';

const kinds = ['microphone', 'speaker'] as const;
type Kind = (typeof kinds)[number];

const icons = { microphone: Mic, speaker: Headphones };
const look = 'w-[280px]';

/** Two entries of a menu: which microphone, and which speaker. Each opens its list beside the menu. */
export function AudioMenus() {
  return kinds.map((kind) => <AudioMenu key={kind} kind={kind} />);
}

/** The same as two buttons beside the menu. */
export function AudioButtons() {
  const { t } = useWords();
  return kinds.map((kind) => (
    <Menu
      key={kind}
      side="top"
      align="end"
      className={look}
      trigger={<IconButton icon={icons[kind]} label={t(($) => $.audio[kind])} size={32} />}
    >
      <OwnDevices kind={kind} />
    </Menu>
  ));
}

/** Devices are looked for only while the list is open. */
function OwnDevices({ kind }: { kind: Kind }) {
  return <Devices kind={kind} {...useDevices(kind)} />;
}

function AudioMenu({ kind }: { kind: Kind }) {
  const { t } = useWords();
  const devices = useDevices(kind);
  const label = t(($) => $.audio[kind]);
  const name = devices.options.find(({ value }) => value === devices.chosen)?.label ?? label;
  return (
    // Both may be the device of the system, and then only the kind tells them apart.
    <SubMenu icon={icons[kind]} label={`${label}: ${name}`} name={`${label}: ${name}`} className={look}>
      <Devices kind={kind} {...devices} />
    </SubMenu>
  );
}

interface DevicesProps {
  options: ReturnType<typeof deviceOptions>;
  /** Empty for that of the system. */
  chosen: string;
}

/** The options, and the chosen one. */
function useDevices(kind: Kind): DevicesProps {
  const { t } = useWords();
  const devices = useAudioDevices();
  const choice = useAudioChoice();
  const words = { system: t(($) => $.audio.sameAsSystem), notConnected: t(($) => $.audio.notConnected) };
  const chosen = kind === 'microphone' ? choice.input : choice.output;
  const options =
    kind === 'microphone'
      ? deviceOptions({ devices: devices?.microphones ?? null, chosen, words })
      : deviceOptions({
          devices: devices?.speakers ?? null,
          chosen,
          words,
          isOpen: (id) => devices === null || mayBeMain(id, choice, devices),
        });
  return { options, chosen: chosen ?? '' };
}

/** The list of a menu: the devices, below the microphones the level of the chosen one, and the link to the settings. */
function Devices({ kind, options, chosen }: DevicesProps & { kind: Kind }) {
  const { t } = useWords();
  const dialogs = useDialogs();
  const permission = useMicrophonePermission();
  return (
    <>
      <MenuChoice
        label={t(($) => $.audio[kind])}
        value={chosen}
        options={[...options]}
        onChange={(value) => {
          const id = value === '' ? null : value;
          chooseAudio(kind === 'microphone' ? { input: id } : { output: id });
        }}
      />
      {kind === 'microphone' && permission === 'granted' ? (
        <div className="flex h-8 items-center px-2">
          <InputMeter />
        </div>
      ) : null}
      <MenuSeparator />
      <MenuItem icon={SlidersHorizontal} onSelect={() => dialogs.open('settings/audio')}>
        {t(($) => $.audio.moreSettings)}
      </MenuItem>
    </>
  );
}
