import { type AudioChoice, audioChoice } from './device-choice.ts';
import { audioDevices, browserDevices, followDevices, tellLoss } from './devices.ts';
import { MicrophoneError, openMicrophone } from './microphone.ts';
import { closeTrack, deviceOf } from './microphone-track.ts';

/** What following a microphone needs; tests give their own. */
export interface FollowParts {
  readonly devices: MediaDevices | null;
  /** `release` closes the one that is open now, where the browser else gives the same again. */
  open(release: () => void): Promise<MediaStream>;
  /** Opens whatever the system uses, however the browser gives it. */
  openAny(): Promise<MediaStream>;
  /** Another microphone could not be opened: the one before continues. */
  failed(cause: unknown): void;
}

/** What of the choice the microphone is opened with: it is opened again when any of it changes. */
const ofMicrophone = [
  'input',
  'aiNoiseSuppression',
  'noiseSuppression',
  'echoCancellation',
  'autoGainControl',
] as const satisfies readonly (keyof AudioChoice)[];

/**
 * Keeps a running call on the microphone that the user wants: another choice, of its processing too, an unplugged device and one
 * that comes back change the track of `microphone` and of the connection's sender. The stream stays the same, so that its holders
 * mutes and closes the right track. No new offer is needed (`replaceTrack`). Returns the way to stop.
 */
export function followMicrophone(
  connection: RTCPeerConnection,
  microphone: MediaStream,
  onSwitch: () => void,
  parts: FollowParts = {
    devices: browserDevices(),
    open: (release) => openMicrophone({ release }),
    openAny: () => openMicrophone({ wanted: null, isExact: false }),
    failed: (cause) => console.warn('[audio] switching the microphone failed', cause),
  },
): () => void {
  let stopped = false;
  let switching = Promise.resolve();
  const [first] = microphone.getAudioTracks();

  function change() {
    switching = switching.then(replace).catch(rescue).catch(parts.failed);
  }

  /** Both the track and the list of devices tell of a loss: it is replaced once. */
  function changeIfLost() {
    switching = switching
      .then(() => (isLost() ? replace() : undefined))
      .catch(rescue)
      .catch(parts.failed);
  }

  /**
   * The one before may have been closed to open it anew, and nothing announces that it is free again. Where there is none at
   * all, the next that is plugged in is announced.
   */
  async function rescue(cause: unknown) {
    const isThereNone = cause instanceof MicrophoneError && cause.problem === 'missing';
    if (stopped || !isLost() || isThereNone) throw cause;
    tellLoss('input');
    await take(await parts.openAny());
  }

  const isLost = () => microphone.getAudioTracks().every(({ readyState }) => readyState === 'ended');

  async function replace() {
    if (stopped) return;
    await take(
      await parts.open(() => {
        for (const each of microphone.getAudioTracks()) closeTrack(each);
      }),
    );
  }

  async function take(fresh: MediaStream) {
    const [track] = fresh.getAudioTracks();
    const [old] = microphone.getAudioTracks();
    const sender = connection.getSenders().find((each) => each.track?.kind === 'audio' || each.track === null);
    // The call may be over by now, and then nobody would ever close the new one.
    if (stopped || track === undefined || sender === undefined) {
      for (const each of fresh.getTracks()) closeTrack(each);
      return;
    }
    track.enabled = old?.enabled ?? true;
    await sender.replaceTrack(track);
    if (old !== undefined) {
      old.removeEventListener('ended', changeIfLost);
      track.enabled = old.enabled;
      microphone.removeTrack(old);
      closeTrack(old);
    }
    microphone.addTrack(track);
    if (stopped) closeTrack(track);
    track.addEventListener('ended', changeIfLost);
    onSwitch();
  }

  /** Something was plugged in or out: goes back to the chosen one when that is there again, and to any where there was none. */
  async function look() {
    const wanted = audioChoice.getState().input;
    const [now] = microphone.getAudioTracks();
    const isRight = wanted === null || (now !== undefined && deviceOf(now) === wanted);
    if (isRight && !isLost()) return;
    const { microphones } = await audioDevices(parts.devices);
    if (!isRight && microphones?.some(({ id }) => id === wanted)) change();
    else if (microphones?.length !== 0) changeIfLost();
  }

  first?.addEventListener('ended', changeIfLost);
  const stopDevices = followDevices(() => void look().catch(parts.failed), parts.devices);
  const stopChoice = audioChoice.subscribe((choice, before) => {
    if (ofMicrophone.some((part) => choice[part] !== before[part])) change();
  });
  return () => {
    stopped = true;
    stopDevices();
    stopChoice();
    for (const track of microphone.getAudioTracks()) track.removeEventListener('ended', changeIfLost);
  };
}
