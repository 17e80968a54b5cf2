import type { Config } from '../../config.ts';
import { mediaPlaces } from '../../settings/media-places.ts';
import { serviceManager } from '../../supervisor/service-manager.ts';
import { StartError } from '../../supervisor/start-error.ts';
import { type MediaHostConfig, superviseMedia } from '../../supervisor/supervise-media.ts';
import { processTerminal } from '../../supervisor/terminal.ts';
import { readCellIdentity } from '../../tls/cell.ts';
import { CommandError, type StandaloneCommand } from '../command.ts';

/** Runs until it is ended: by SIGTERM once its calls are over, by SIGINT or a second signal immediately. */
export const mediaCommand: StandaloneCommand = {
  name: 'media',
  usage: 'media',
  about: 'run the media processes of a machine by themselves, for the servers of a cell; ends with SIGTERM or Ctrl+C',
  options: {},
  words: 0,
  async run(given) {
    const config = hostOf(given);
    const terminal = processTerminal();
    const manager = serviceManager(process.env, { isWell: () => true, onTrouble: (why) => terminal.problem(why) });
    const host = await superviseMedia(config, terminal).catch((error: unknown) => {
      throw error instanceof StartError ? new CommandError(error.message) : error;
    });
    process.on('SIGHUP', () => {
      terminal.step('Certificates and log files are opened again');
      host.reload();
    });
    const { mediaListen: listen } = config;
    const count = mediaPlaces(config).length;
    const range = count === 1 ? `${listen.port}` : `${listen.port}-${listen.port + count - 1}`;
    const place = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
    terminal.step(
      `${count === 1 ? 'A media process serves' : `${count} media processes serve`} carriers at tls://${place}:${range}`,
    );
    manager.ready();
    await untilEnded(host, () => {
      manager.stopping();
      terminal.step('No call begins here any longer; waiting for those that are there');
    });
    manager.stop();
    return 'Stopped.';
  },
};

async function untilEnded(host: Awaited<ReturnType<typeof superviseMedia>>, onLeaving: () => void): Promise<void> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let isLeaving = false;
  const stopNow = () => void host.stop().then(resolve, reject);
  process.on('SIGINT', stopNow);
  process.on('SIGTERM', () => {
    if (isLeaving) return stopNow();
    isLeaving = true;
    onLeaving();
    host.leave().then(resolve, reject);
  });
  await ended;
}

function hostOf(config: Config): MediaHostConfig {
  const { mediaListen, cell } = config;
  if (mediaListen === undefined) {
    throw new CommandError('MEDIA_LISTEN is not set. It names where servers reach this one, such as 10.0.0.21:7443.');
  }
  if (cell === undefined) {
    throw new CommandError('CELL_CERT, CELL_KEY and CELL_CA are not set. "cell cert --role media" makes those files.');
  }
  try {
    readCellIdentity(cell, 'media');
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
  return { ...config, mediaListen, cell };
}
