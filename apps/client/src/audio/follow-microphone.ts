import { inTurn } from '#platform/in-turn.ts';
import { type AudioChoice, audioChoice } from './device-choice.ts';
import { audioDevices, browserDevices, followDevices, tellLoss } from './devices.ts';
import { MicrophoneError, openMicrophone } from './microphone.ts';
import { closeTrack, deviceOf } from './microphone-track.ts';

/** Everything that following a microphone needs; tests give their own. */
export interface FollowParts {
  readonly devices: MediaDevices | null;
  /** `release` closes the microphone that is open now, where the browser would otherwise give the same again. */
  open(release: () => void): Promise<MediaStream>;
  /** Opens the system's microphone, with any processing. */
  openAny(): Promise<MediaStream>;
  /** Another microphone could not be opened: the previous one continues. */
  failed(cause: unknown): void;
}

/** The parts of the choice that the microphone is opened with: it is opened again when any of them changes. */
const ofMicrophone = [
  'input',
  'aiNoiseSuppression',
  'noiseSuppression',
  'echoCancellation',
  'autoGainControl',
] as const satisfies readonly (keyof AudioChoice)[];

/**
 * Keeps a running call on the microphone that the user wants. When the choice changes, its processing too, when the
 * device is unplugged or comes back, the track of `microphone` and of the connection's sender is replaced. The stream
 * stays the same, so that its holder mutes and closes the right track. No new offer is needed (`replaceTrack`). Returns
 * the way to stop.
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
  return new FollowedMicrophone(connection, microphone, onSwitch, parts).begin();
}

/** The microphone of one call; it is followed from `begin` until that is stopped. */
class FollowedMicrophone {
  readonly #connection: RTCPeerConnection;
  readonly #microphone: MediaStream;
  readonly #onSwitch: () => void;
  readonly #parts: FollowParts;
  #isStopped = false;
  readonly #switches = inTurn<void>();

  constructor(connection: RTCPeerConnection, microphone: MediaStream, onSwitch: () => void, parts: FollowParts) {
    this.#connection = connection;
    this.#microphone = microphone;
    this.#onSwitch = onSwitch;
    this.#parts = parts;
  }

  begin(): () => void {
    const { devices, failed } = this.#parts;
    this.#track?.addEventListener('ended', this.#changeIfLost);
    const stopDevices = followDevices(() => void this.#look().catch(failed), devices);
    const stopChoice = audioChoice.subscribe((choice, before) => {
      if (ofMicrophone.some((part) => choice[part] !== before[part])) this.#change();
    });
    return () => {
      this.#isStopped = true;
      stopDevices();
      stopChoice();
      for (const track of this.#microphone.getAudioTracks()) track.removeEventListener('ended', this.#changeIfLost);
    };
  }

  /** The track that the call uses now. */
  get #track(): MediaStreamTrack | undefined {
    return this.#microphone.getAudioTracks()[0];
  }

  get #isLost(): boolean {
    return this.#microphone.getAudioTracks().every(({ readyState }) => readyState === 'ended');
  }

  #change(): void {
    this.#inTurn(() => this.#replace());
  }

  /** Both the track and the list of devices report a loss: the track is replaced once. */
  readonly #changeIfLost = (): void => {
    this.#inTurn(async () => {
      if (this.#isLost) await this.#replace();
    });
  };

  #inTurn(task: () => Promise<void>): void {
    this.#switches.run('all', () => task().catch((cause: unknown) => this.#rescue(cause))).catch(this.#parts.failed);
  }

  async #replace(): Promise<void> {
    if (this.#isStopped) return;
    const fresh = await this.#parts.open(() => {
      for (const each of this.#microphone.getAudioTracks()) closeTrack(each);
    });
    await this.#take(fresh);
  }

  /**
   * The previous one may have been closed to open it again, and nothing announces that it is free. Where there is none
   * at all, the next one that is plugged in is announced.
   */
  async #rescue(cause: unknown): Promise<void> {
    const isThereNone = cause instanceof MicrophoneError && cause.problem === 'missing';
    if (this.#isStopped || !this.#isLost || isThereNone) throw cause;
    tellLoss('input');
    await this.#take(await this.#parts.openAny());
  }

  async #take(fresh: MediaStream): Promise<void> {
    const [track] = fresh.getAudioTracks();
    const old = this.#track;
    const sender = this.#connection.getSenders().find((each) => each.track?.kind === 'audio' || each.track === null);
    // The call may be over by now, and then nothing would ever close the new one.
    if (this.#isStopped || track === undefined || sender === undefined) {
      for (const each of fresh.getTracks()) closeTrack(each);
      return;
    }
    track.enabled = old?.enabled ?? true;
    await sender.replaceTrack(track);
    if (old !== undefined) {
      old.removeEventListener('ended', this.#changeIfLost);
      track.enabled = old.enabled;
      this.#microphone.removeTrack(old);
      closeTrack(old);
    }
    this.#microphone.addTrack(track);
    if (this.#isStopped) closeTrack(track);
    track.addEventListener('ended', this.#changeIfLost);
    this.#onSwitch();
  }

  /** Devices changed: goes back to the chosen one when that is there again, and to any where there was none. */
  async #look(): Promise<void> {
    const wanted = audioChoice.getState().input;
    const now = this.#track;
    const isRight = wanted === null || (now !== undefined && deviceOf(now) === wanted);
    if (isRight && !this.#isLost) return;
    const { microphones } = await audioDevices(this.#parts.devices);
    if (!isRight && microphones?.some(({ id }) => id === wanted)) this.#change();
    else if (microphones?.length !== 0) this.#changeIfLost();
  }
}
