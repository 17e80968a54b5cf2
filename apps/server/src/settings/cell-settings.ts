// Media processes that are reached by address, and what the processes of a cell know each other by.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError, list } from '../config-values.ts';

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

export interface CellConfig {
  /** Media processes on other machines; none: this server has its own. */
  readonly mediaHosts: readonly HostAndPort[];
  /** Where the media processes of `sidetone media` listen: the first at this port, the others at those that follow. */
  readonly mediaListen: HostAndPort | undefined;
  /** How long such a process waits for its calls to end, in seconds. */
  readonly mediaLeaveSeconds: number;
  /** What this machine proves itself by within the cell. */
  readonly cell: { readonly certFile: string; readonly keyFile: string; readonly authorityFile: string } | undefined;
}

/** More than anyone has cores for in a cell. */
const mostProcesses = 256;
const hostsAre = 'must be such as tls://10.0.0.21:7443 or tls://10.0.0.21:7443-7450, separated by commas';
const listenIs = 'must be an address of this machine and a port, such as 10.0.0.21:7443';

const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;

const bare = (host: string): string => host.replace(/^\[(.+)\]$/, '$1');

const isHost = (host: string): boolean => isIP(host) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(host);

/** One address, or as many as its ports are; nothing for what is none. */
function placesIn(text: string): HostAndPort[] {
  const [, named = '', from = '', to = from] = /^tls:\/\/([^/@?#]+):(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const [host, first, last] = [bare(named), Number(from), Number(to)];
  const count = last - first + 1;
  if (!isHost(host) || !isPort(first) || !isPort(last) || count < 1 || count > mostProcesses) return [];
  return Array.from({ length: count }, (_, index) => ({ host, port: first + index }));
}

const leaveSeconds = z.coerce
  .number('must be a number of seconds from 0 to 86400')
  .int('must be a number of seconds from 0 to 86400')
  .min(0, 'must be a number of seconds from 0 to 86400')
  .max(86_400, 'must be a number of seconds from 0 to 86400');

export const cellSettings = {
  MEDIA: list
    .transform((all, context): HostAndPort[] => {
      const places = all.map(placesIn);
      const found = places.flat();
      const isTwice = new Set(found.map(({ host, port }) => `${host} ${port}`)).size < found.length;
      if (places.every((some) => some.length > 0) && !isTwice && found.length <= mostProcesses) return found;
      context.addIssue(isTwice ? 'must name each media process once' : hostsAre);
      return z.NEVER;
    })
    .default([]),
  MEDIA_LISTEN: z
    .string()
    .transform((text, context): HostAndPort => {
      const [, named = '', port = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
      if (isIP(bare(named)) !== 0 && isPort(Number(port))) return { host: bare(named), port: Number(port) };
      context.addIssue(listenIs);
      return z.NEVER;
    })
    .optional(),
  MEDIA_LEAVE_SECONDS: leaveSeconds.default(900),
  CELL_CERT: z.string().optional(),
  CELL_KEY: z.string().optional(),
  CELL_CA: z.string().optional(),
};

const environment = z.object(cellSettings);

export function cellOf(values: z.infer<typeof environment>): CellConfig {
  const { MEDIA, MEDIA_LISTEN, MEDIA_LEAVE_SECONDS, CELL_CERT, CELL_KEY, CELL_CA } = values;
  const given = [CELL_CERT, CELL_KEY, CELL_CA].filter((file) => file !== undefined);
  if (given.length > 0 && given.length < 3) {
    throw new ConfigError('CELL_CERT, CELL_KEY and CELL_CA belong together; some are not set.');
  }
  if (MEDIA.length > 0 && given.length === 0) {
    throw new ConfigError('MEDIA is set without CELL_CERT, CELL_KEY and CELL_CA, which "sidetone cell cert" makes.');
  }
  const isCell = CELL_CERT !== undefined && CELL_KEY !== undefined && CELL_CA !== undefined;
  return {
    mediaHosts: MEDIA,
    mediaListen: MEDIA_LISTEN,
    mediaLeaveSeconds: MEDIA_LEAVE_SECONDS,
    cell: isCell
      ? { certFile: resolve(CELL_CERT), keyFile: resolve(CELL_KEY), authorityFile: resolve(CELL_CA) }
      : undefined,
  };
}
