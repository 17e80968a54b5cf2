/**
 * Plays what the other side says. A plain `<audio>` element for each call, never Web Audio: only so does the browser's
 * echo cancelling know what comes out of the speakers.
 */
const players = new Map<string, HTMLAudioElement>();

/** Plays a stream under a name; the one before under that name stops. Failing is told, since nobody would hear it. */
export function playRemote(name: string, stream: MediaStream, onFailure: (cause: unknown) => void): void {
  const player = players.get(name) ?? document.createElement('audio');
  players.set(name, player);
  player.autoplay = true;
  player.dataset['call'] = name;
  player.srcObject = stream;
  // Some browsers only play elements that are in the page.
  if (!player.isConnected) document.body.append(player);
  player.play().catch((cause: unknown) => {
    if (players.get(name) !== player || player.srcObject !== stream) return;
    onFailure(cause);
    addEventListener('pointerdown', () => void player.play().catch(onFailure), { once: true });
  });
}

/** Goes quiet. A name that plays nothing is fine. */
export function stopRemote(name: string): void {
  const player = players.get(name);
  if (player === undefined) return;
  players.delete(name);
  player.srcObject = null;
  player.remove();
}
