import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type MediaWay, unixWay } from '../pbx/media/far/media-way.ts';
import { tlsWay } from '../pbx/media/far/tls-way.ts';
import type { Media, MediaFigures, MediaOwner } from '../pbx/media/media.ts';
import { MediaClient } from '../pbx/media/media-client.ts';
import { MediaPool } from '../pbx/media/media-pool.ts';
import { onReload } from '../pbx/own-log.ts';
import { mediaPlaces, mediaSocket } from '../settings/media-places.ts';
import { type CellIdentity, readCellIdentity } from '../tls/cell.ts';
import { keepCertificate } from '../tls/kept-certificate.ts';

/** The media processes that this server works with. */
export interface MediaProcesses {
  /** Rejects while none of them answers. */
  answers(): Promise<void>;
  /** What each of them is doing; one that does not answer is missing. */
  figures(): Promise<readonly NamedFigures[]>;
  /** Whether one of them has a file that was recorded to this path, or may have it. */
  isComing(path: string): boolean;
  /** Disconnects for good. */
  stop(): void;
}

interface NamedFigures extends MediaFigures {
  readonly name: string;
}

type MediaSettings = Pick<Config, 'cell' | 'dataDir' | 'mediaHosts' | 'mediaProcesses' | 'mediaPort' | 'rtpPorts'>;

/** Where the media processes are: on the machines that MEDIA names, or those that the supervisor keeps. */
function waysOf(config: MediaSettings, log: Logger): readonly { readonly name: string; readonly way: MediaWay }[] {
  const { mediaHosts, cell } = config;
  if (mediaHosts.length === 0 || cell === undefined) {
    const first = process.env['MEDIA_SOCKET'] ?? '';
    return mediaPlaces(config).map((place) => ({ name: place.name, way: unixWay(mediaSocket(first, place)) }));
  }
  const read = () => readCellIdentity(cell, 'carrier');
  const kept = keepCertificate({ first: read(), read, log });
  onReload(() => kept.look());
  const identity = (): CellIdentity => ({ ...kept.current(), authority: kept.current().authority ?? '' });
  return mediaHosts.map((place) => ({
    name: place.host.includes(':') ? `[${place.host}]:${place.port}` : `${place.host}:${place.port}`,
    way: tlsWay(place, identity),
  }));
}

/** Connects with the media processes. Throws where this server cannot prove itself to those on other machines. */
export function openMedia(given: {
  readonly config: MediaSettings;
  readonly owner: MediaOwner;
  readonly log: Logger;
  /** Another carrier of the node has come: the calls are its by now, and we end in silence. */
  readonly onOutlived: () => void;
}): { readonly media: Media; readonly mediaProcesses: MediaProcesses } {
  const { config, log } = given;
  const files = { root: config.dataDir, isElsewhere: config.mediaHosts.length > 0 };
  const clients = waysOf(config, log).map(({ name, way }) => ({
    name,
    client: new MediaClient({ ...given, files, way }),
  }));
  const [only, ...others] = clients;
  return {
    media: only && others.length === 0 ? only.client : new MediaPool(clients, log),
    mediaProcesses: {
      async answers() {
        await Promise.any(clients.map(({ client }) => client.answers()));
      },
      async figures() {
        // One on another machine that is away would be waited for.
        const present = clients.filter(({ client }) => client.far === undefined || client.isConnected);
        const asked = await Promise.allSettled(
          present.map(async ({ name, client }) => ({ name, ...(await client.figures()) })),
        );
        return asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      },
      isComing: (path) => clients.some(({ client }) => client.isComing(path)),
      stop() {
        for (const { client } of clients) client.stop();
      },
    },
  };
}
