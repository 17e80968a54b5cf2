import { type HeldContext, holdContext } from './audio-context.ts';
import { cadences, renderTone, type Tone } from './cadences.ts';
import { followDevices, type LostDevice } from './devices.ts';
import { routeTo } from './outlet.ts';

export type { Tone } from './cadences.ts';

export interface TonePlay {
  /** The number of rounds; endless without it. */
  readonly rounds?: number;
  /** The output, asked again whenever devices come and go; null is the system's own. */
  readonly outputs?: () => readonly (string | null)[];
  /** The loss to report when an output is gone. */
  readonly kind?: LostDevice;
  /** It cannot be heard: the browser wants the page to be touched first, or there is no sound at all. */
  readonly onFailure?: (cause: unknown) => void;
  /** It begins to sound, with this many seconds per round. */
  readonly onStart?: (seconds: number) => void;
  /** The last of `rounds` is over. */
  readonly onEnd?: () => void;
}

/** A way for sound out of the audio context. */
interface Outlet {
  readonly node: AudioNode;
  route(): void;
  close(): void;
}

const rendered = new Map<Tone, Promise<AudioBuffer>>();

/**
 * Plays a tone round after round until the returned function is called, or for `rounds`. One buffer in a loop and no
 * timer, since a hidden tab's timers are late. Never throws.
 */
export function startTone(tone: Tone, play: TonePlay = {}): () => void {
  const { rounds = Number.POSITIVE_INFINITY, outputs = () => [null], kind = 'output', onFailure = () => {} } = play;
  const { onStart = () => {}, onEnd = () => {} } = play;
  let stopped = false;
  let source: AudioBufferSourceNode | null = null;
  let outlets: readonly Outlet[] = [];
  let stopFollowing = () => {};
  let held: HeldContext | null = null;

  async function start() {
    held = holdContext();
    const { context } = held;
    held.running.catch(tellUnlessStopped);
    const sound = await soundOf(tone);
    if (stopped) return;
    const fresh = context.createBufferSource();
    fresh.buffer = sound;
    fresh.loop = true;
    outlets = outputs().map((_, at) => openOutlet(context, () => outputs()[at], kind, onFailure));
    for (const outlet of outlets) fresh.connect(outlet.node);
    fresh.onended = () => {
      stop();
      onEnd();
    };
    fresh.start();
    source = fresh;
    stopFollowing = followDevices(() => {
      for (const outlet of outlets) outlet.route();
    });
    if (Number.isFinite(rounds)) fresh.stop(context.currentTime + rounds * sound.duration);
    onStart(sound.duration);
  }

  const tellUnlessStopped = (cause: unknown) => {
    if (!stopped) onFailure(cause);
  };

  function stop() {
    stopped = true;
    stopFollowing();
    if (source !== null) {
      source.onended = null;
      source.stop();
      source.disconnect();
      source = null;
    }
    for (const outlet of outlets) outlet.close();
    outlets = [];
    held?.release();
  }

  start().catch((cause: unknown) => {
    // Without a tone the screen still shows the call.
    rendered.delete(tone);
    stop();
    onFailure(cause);
  });
  return stop;
}

/**
 * The system's own output is the context's; any other device needs an element that can be sent there. Where that is
 * impossible it is silent.
 */
function openOutlet(
  context: AudioContext,
  device: () => string | null | undefined,
  kind: LostDevice,
  onFailure: (cause: unknown) => void,
): Outlet {
  if (device() === null) return { node: context.destination, route: () => {}, close: () => {} };
  const node = context.createMediaStreamDestination();
  const element = new Audio();
  element.srcObject = node.stream;
  const route = () => {
    const place = device();
    element.muted = place === undefined;
    if (place !== undefined) void routeTo(element, place, kind);
  };
  route();
  element.play().catch(onFailure);
  return {
    node,
    route,
    close() {
      element.pause();
      element.srcObject = null;
      node.disconnect();
      for (const track of node.stream.getTracks()) track.stop();
    },
  };
}

function soundOf(tone: Tone): Promise<AudioBuffer> {
  const known = rendered.get(tone);
  if (known !== undefined) return known;
  const fresh = renderTone(cadences[tone]);
  rendered.set(tone, fresh);
  return fresh;
}
