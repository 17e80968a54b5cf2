import {
  ArrowLeftRight,
  Disc,
  Grip,
  LoaderCircle,
  Merge,
  Mic,
  MicOff,
  Pause,
  Phone,
  PhoneForwarded,
  Play,
  Undo2,
  UserPlus,
} from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { joinedKeys } from '#ui/printed-keys.ts';
import type { RecordingStep } from '../../core/recording.ts';
import { type Running, readyKeys } from '../running.ts';
import { CallKey, type CallKeyProps } from './CallKey.tsx';
import { callHotkeys } from './call-keys.ts';

/** What the keys of running calls do. */
export interface CallActions {
  readonly onMute: () => void;
  readonly onKeypad: () => void;
  readonly onRecord: () => void;
  readonly onAdd: () => void;
  readonly onHold: () => void;
  /** Without a call, it switches to the one that is not heard. */
  readonly onSwitch: (id?: string) => void;
  readonly onConference: () => void;
  /** Leaves two calls to each other. */
  readonly onJoin: () => void;
  /** Hangs up, hands over or leaves, as the red key says. */
  readonly onHangUp: () => void;
  readonly onCancelTransfer: () => void;
  readonly onTone: (tone: string) => void;
}

interface CallKeysProps extends CallActions {
  call: Running;
  keypadOpen: boolean;
  small: boolean;
}

/** The six keys, of which those without a use now are disabled. The bar has only those that may be needed. */
export function CallKeys({ call, keypadOpen, small, ...actions }: CallKeysProps) {
  const { t } = useWords();
  const ready = readyKeys(call);
  const { lead, other, muted, conference, transfer } = call;
  return (
    <>
      <CallKey
        icon={muted ? MicOff : Mic}
        label={muted ? t(($) => $.calls.muted) : t(($) => $.calls.mute)}
        hotkey={callHotkeys.mute}
        pressed={muted}
        onPress={actions.onMute}
        small={small}
      />
      <CallKey
        icon={Grip}
        label={t(($) => $.calls.keypad)}
        hotkey={callHotkeys.keypad}
        pressed={keypadOpen && ready.keypad}
        disabled={!ready.keypad}
        onPress={actions.onKeypad}
        small={small}
      />
      <RecordKey step={call.recording.state} ready={ready.record} onPress={actions.onRecord} small={small} />
      <CallKey
        icon={UserPlus}
        label={t(($) => $.calls.add)}
        longLabel={t(($) => $.calls.addLong)}
        hotkey={callHotkeys.add}
        disabled={!ready.add}
        onPress={actions.onAdd}
        small={small}
      />
      {/* Both stand in one place and are one element, so the focus stays where it is. */}
      {other === null ? (
        <CallKey
          key="hold"
          icon={lead.held ? Play : Pause}
          label={lead.held ? t(($) => $.calls.resume) : t(($) => $.calls.hold)}
          hotkey={callHotkeys.hold}
          pressed={lead.held}
          tone="held"
          disabled={!ready.hold}
          onPress={actions.onHold}
          small={small}
        />
      ) : (
        <CallKey
          key="hold"
          icon={ArrowLeftRight}
          label={t(($) => $.calls.switch)}
          hotkey={callHotkeys.switch}
          disabled={!ready.switch}
          onPress={() => actions.onSwitch()}
          small={small}
        />
      )}
      {ready.join ? (
        <CallKey
          key="conference"
          icon={PhoneForwarded}
          label={t(($) => $.calls.join)}
          longLabel={t(($) => $.calls.joinLong)}
          hotkey={callHotkeys.conference}
          onPress={actions.onJoin}
          small={small}
        />
      ) : small && other === null ? null : (
        <CallKey
          key="conference"
          icon={Merge}
          label={t(($) => $.calls.conference)}
          hotkey={callHotkeys.conference}
          pressed={conference}
          disabled={!ready.conference}
          onPress={actions.onConference}
          small={small}
        />
      )}
      {small && transfer && !conference ? (
        <CallKey icon={Undo2} label={t(($) => $.calls.cancelTransfer)} onPress={actions.onCancelTransfer} small />
      ) : null}
    </>
  );
}

interface RecordKeyProps {
  step: RecordingStep;
  ready: boolean;
  onPress: () => void;
  small: boolean;
}

/** Starts, stops and continues a recording, and says what it waits for. */
function RecordKey({ step, ready, ...rest }: RecordKeyProps) {
  const { t } = useWords();
  const looks: Record<RecordingStep, Pick<CallKeyProps, 'label' | 'icon'>> = {
    none: { label: t(($) => $.calls.record), icon: Disc },
    asking: { label: t(($) => $.calls.askingRecording), icon: LoaderCircle },
    starting: { label: t(($) => $.calls.startingRecording), icon: LoaderCircle },
    recording: { label: t(($) => $.calls.stopRecording), icon: Disc },
    stopping: { label: t(($) => $.calls.savingRecording), icon: LoaderCircle },
    saving: { label: t(($) => $.calls.savingRecording), icon: LoaderCircle },
    stopped: { label: t(($) => $.calls.continueRecording), icon: Disc },
  };
  const longLabels: Partial<Record<RecordingStep, string>> = {
    recording: t(($) => $.calls.stopRecordingLong),
    stopped: t(($) => $.calls.continueRecordingLong),
  };
  const longLabel = longLabels[step];
  return (
    <CallKey
      {...looks[step]}
      {...(longLabel === undefined ? {} : { longLabel })}
      hotkey={callHotkeys.record}
      pressed={step === 'recording'}
      tone="recording"
      disabled={!ready}
      busy={looks[step].icon === LoaderCircle}
      {...rest}
    />
  );
}

interface HangUpProps {
  call: Running;
  onHangUp: () => void;
  /** Without the printed combination, where there is no room for it. */
  bare?: boolean;
  className?: string;
}

/** The red key: hangs up, hands over, or leaves the two others alone. */
export function HangUp({ call, onHangUp, bare = false, className }: HangUpProps) {
  const { t } = useWords();
  const handsOver = call.transfer && call.other?.ended === null && !call.conference;
  const words = call.conference
    ? t(($) => $.calls.leave)
    : handsOver
      ? t(($) => $.calls.handOver)
      : t(($) => $.calls.hangUp);
  return (
    <Button tone="hang" size="l" onClick={onHangUp} className={cn(className)}>
      <Icon of={handsOver ? PhoneForwarded : Phone} className={cn(!handsOver && 'rotate-135')} />
      {words}
      {bare ? null : (
        <span aria-hidden className="call-hang-up-keys">
          <Kbd inherit className="opacity-100">
            {joinedKeys(callHotkeys.hangUp)}
          </Kbd>
        </span>
      )}
    </Button>
  );
}
