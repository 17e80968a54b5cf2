import { availableParallelism } from 'node:os';
import { z } from 'zod';

const howMany = 'must be a number from 1 to 64, or auto';

/** How many media processes there are; `auto`: one for each core beyond the first. */
export const mediaProcesses = z
  .string(howMany)
  .regex(/^(auto|\d{1,2})$/, howMany)
  .transform((text) => (text === 'auto' ? Math.min(64, Math.max(1, availableParallelism() - 1)) : Number(text)))
  .refine((count) => count >= 1 && count <= 64, howMany);

interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** Where one media process is found. */
interface MediaPlace {
  /** `media`, `media-2` and so on: of its log, its socket and its figures. */
  readonly name: string;
  readonly mediaPort: number;
  readonly rtpPorts: PortRange;
}

/** The first has the ports as they are set; the others follow, each with its part of the RTP ports. */
export function mediaPlaces(given: {
  readonly mediaProcesses: number;
  readonly mediaPort: number;
  readonly rtpPorts: PortRange;
}): readonly MediaPlace[] {
  const { mediaProcesses: count, mediaPort, rtpPorts } = given;
  if (count === 1) return [{ name: 'media', mediaPort, rtpPorts }];
  const first = rtpPorts.from + (rtpPorts.from % 2);
  const pairs = Math.floor((rtpPorts.to - first + 1) / 2 / count);
  return Array.from({ length: count }, (_, index) => {
    const from = first + index * pairs * 2;
    return {
      name: index === 0 ? 'media' : `media-${index + 1}`,
      mediaPort: mediaPort + index,
      rtpPorts: { from, to: from + pairs * 2 - 1 },
    };
  });
}

/** The socket of a media process, beside that of the first. */
export const mediaSocket = (first: string, { name }: Pick<MediaPlace, 'name'>): string =>
  name === 'media' ? first : first.replace(/[^/]+$/, `${name}.sock`);
