import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Media, MediaFigures, MediaOwner } from '../pbx/media/media.ts';
import { MediaClient } from '../pbx/media/media-client.ts';
import { MediaPool } from '../pbx/media/media-pool.ts';
import { mediaPlaces, mediaSocket } from '../settings/media-places.ts';

/** The media processes of this server. */
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

/** Connects with the media processes that the supervisor keeps. */
export function openMedia(given: {
  readonly config: Pick<Config, 'dataDir' | 'mediaProcesses' | 'mediaPort' | 'rtpPorts'>;
  readonly owner: MediaOwner;
  readonly log: Logger;
  /** Another carrier of the node has come: the calls are its by now, and we end in silence. */
  readonly onOutlived: () => void;
}): { readonly media: Media; readonly mediaProcesses: MediaProcesses } {
  const { config, log } = given;
  const files = { root: config.dataDir };
  const clients = mediaPlaces(config).map((place) => ({
    name: place.name,
    client: new MediaClient({ ...given, files, socketPath: mediaSocket(process.env['MEDIA_SOCKET'] ?? '', place) }),
  }));
  const [only, ...others] = clients;
  return {
    media: only && others.length === 0 ? only.client : new MediaPool(clients, log),
    mediaProcesses: {
      async answers() {
        await Promise.any(clients.map(({ client }) => client.answers()));
      },
      async figures() {
        const asked = await Promise.allSettled(
          clients.map(async ({ name, client }) => ({ name, ...(await client.figures()) })),
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
