import { audioChoice } from './device-choice.ts';
import { followDevices } from './devices.ts';
import { routeTo } from './outlet.ts';

interface Player {
  readonly element: HTMLAudioElement;
  /** Ends everything that the player waits for. */
  readonly gone: AbortController;
  stopFollowing(): void;
}

/**
 * Plays the other side of calls. A plain `<audio>` element for each call, never Web Audio: only then does the browser's
 * echo cancellation know what comes out of the speakers.
 */
const players = new Map<string, Player>();

/**
 * Plays a stream under a name, on the speakers that the user chose or chooses; the previous stream with that name
 * stops. A failure is reported, since nothing would be heard, and retried when the user next touches the page.
 */
export function playRemote(name: string, stream: MediaStream, onFailure: (cause: unknown) => void): void {
  const player = players.get(name) ?? newPlayer(name);
  const { element, gone } = player;
  element.srcObject = stream;
  element.play().catch((cause: unknown) => {
    if (gone.signal.aborted || element.srcObject !== stream) return;
    onFailure(cause);
    const again = () => void element.play().catch(onFailure);
    addEventListener('pointerdown', again, { once: true, signal: gone.signal });
    addEventListener('keydown', again, { once: true, signal: gone.signal });
  });
}

/** Stops a stream. A name that plays nothing is allowed. */
export function stopRemote(name: string): void {
  const player = players.get(name);
  if (player === undefined) return;
  players.delete(name);
  player.gone.abort();
  player.stopFollowing();
  player.element.srcObject = null;
  player.element.remove();
}

function newPlayer(name: string): Player {
  const element = document.createElement('audio');
  element.autoplay = true;
  element.dataset['call'] = name;
  // Some browsers only play elements that are in the page.
  document.body.append(element);
  const route = () => void routeTo(element, audioChoice.getState().output, 'output');
  route();
  const stopChoice = audioChoice.subscribe(({ output }, before) => {
    if (output !== before.output) route();
  });
  const stopDevices = followDevices(route);
  const player: Player = {
    element,
    gone: new AbortController(),
    stopFollowing() {
      stopChoice();
      stopDevices();
    },
  };
  players.set(name, player);
  return player;
}
