import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { HostAndPort } from '../settings/cell-settings.ts';
import { mediaPlaces } from '../settings/media-places.ts';
import { type KeptChild, keepRunning } from './child.ts';
import {
  endOrphan,
  forgetChild,
  lockDataFolder,
  prepareDataFolder,
  rememberChild,
  rememberedChildren,
} from './data-folder.ts';
import { checkPorts, mediaHostPorts } from './ports.ts';
import type { Terminal } from './terminal.ts';

interface MediaHost {
  /** Opens certificates and log files again; nothing stops. */
  reload(): void;
  /** Lets no call begin, waits until those that are there have ended, for as long as the settings say, and ends. */
  leave(): Promise<void>;
  /** Ends now, and what is left of calls with it. */
  stop(): Promise<void>;
}

export interface MediaHostConfig extends Config {
  readonly mediaListen: HostAndPort;
  readonly cell: NonNullable<Config['cell']>;
}

const lookEveryMs = 200;

/** Runs the media processes of a machine without anything else. Throws `StartError` when it cannot begin. */
export async function superviseMedia(config: MediaHostConfig, terminal: Terminal): Promise<MediaHost> {
  const { dataDir, mediaListen } = config;
  prepareDataFolder(dataDir);
  const unlock = lockDataFolder(dataDir);
  try {
    for (const name of rememberedChildren(dataDir)) await endOrphan(dataDir, name);
    await checkPorts(config, mediaHostPorts(config, mediaListen));
  } catch (error) {
    unlock();
    throw error;
  }
  const empty = new Set<string>();
  const children = mediaPlaces(config).map((place, index) => keepMedia(config, { ...place, index, terminal, empty }));

  const stop = async () => {
    await Promise.all(children.map((child) => child.stop()));
    unlock();
  };
  return {
    reload() {
      for (const child of children) child.tell({ type: 'reload' });
    },
    async leave() {
      empty.clear();
      for (const child of children) child.tell({ type: 'leave' });
      const until = performance.now() + config.mediaLeaveSeconds * 1000;
      while (empty.size < children.length && performance.now() < until) await sleep(lookEveryMs);
      await stop();
    },
    stop,
  };
}

type Place = ReturnType<typeof mediaPlaces>[number] & {
  readonly index: number;
  readonly terminal: Terminal;
  /** Of those that have no call, as far as they have said. */
  readonly empty: Set<string>;
};

function keepMedia(config: MediaHostConfig, place: Place): KeptChild {
  const { dataDir, mediaListen } = config;
  const { index, terminal, empty } = place;
  const { name } = place;
  const logFile = terminal.isForPeople ? join(dataDir, 'logs', `${name}.log`) : undefined;
  const child = keepRunning({
    name,
    script: join(import.meta.dirname, '../pbx/media/process/main.ts'),
    env: () => ({
      ...process.env,
      HOST: config.host,
      MEDIA_SOCKET: '',
      MEDIA_FOLDER: join(dataDir, 'files', name),
      MEDIA_DOOR: `${mediaListen.host} ${mediaListen.port + index}`,
      MEDIA_PORT: String(place.mediaPort),
      RTP_PORTS: `${place.rtpPorts.from}-${place.rtpPorts.to}`,
      CELL_CERT: config.cell.certFile,
      CELL_KEY: config.cell.keyFile,
      CELL_CA: config.cell.authorityFile,
    }),
    logFile,
    onStarted: (pid) => rememberChild(dataDir, name, pid),
    onMessage(said) {
      const { type } = said as { readonly type?: unknown };
      if (type === 'empty') empty.add(name);
      else if (type === 'busy') empty.delete(name);
    },
    onDied(how, delayMs) {
      terminal.problem(`The media process ${name} ended unexpectedly (${how}); starting it again in ${delayMs} ms.`);
    },
  });
  return {
    ...child,
    async stop() {
      await child.stop();
      forgetChild(dataDir, name);
    },
  };
}
