import { isIP } from 'node:net';
import { z } from 'zod';
import type { CellFiles } from '../../../tls/cell.ts';

const address = z.string().refine((text) => isIP(text) !== 0, 'not a numeric address');
const port = z.number().int().min(1).max(65_535);
const isEmpty = (text: unknown) => (text === '' ? undefined : text);

const settings = z.object({
  /** Path of the Unix socket that signalling connects to. */
  MEDIA_SOCKET: z.preprocess(isEmpty, z.string().optional()),
  /** `address port` for signalling on other machines, with what the cell knows us by. */
  MEDIA_DOOR: z.preprocess(
    isEmpty,
    z
      .string()
      .transform((text) => ({ host: text.split(' ')[0], port: Number(text.split(' ')[1]) }))
      .pipe(z.object({ host: address, port }))
      .optional(),
  ),
  CELL_CERT: z.string().default(''),
  CELL_KEY: z.string().default(''),
  CELL_CA: z.string().default(''),
  /** The one UDP port of all WebRTC legs. */
  MEDIA_PORT: z.preprocess(isEmpty, z.coerce.number().pipe(port).default(8090)),
  /** UDP ports for plain RTP, `first-last`; each leg takes an even one and the next for RTCP. */
  RTP_PORTS: z.preprocess(
    isEmpty,
    z
      .string()
      .regex(/^\d+-\d+$/, 'must look like 16000-16999')
      .default('16000-16999')
      .transform((text): [number, number] => [Number(text.split('-')[0]), Number(text.split('-')[1])])
      .pipe(z.tuple([port, port]))
      .refine(([from, to]) => to > from, 'the last port must be above the first'),
  ),
  HOST: z.preprocess(
    isEmpty,
    z
      .string()
      .default('127.0.0.1')
      .transform((host) => (host === 'localhost' ? '127.0.0.1' : host))
      .pipe(address),
  ),
  /** Addresses under which routers in front of this machine are known, separated by commas. */
  PUBLIC_ADDRESS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(address)),
  /**
   * A folder of its own, and of no other process: it shares no disk with its carriers, which give it sounds and fetch what
   * it recorded. Without it, files are those of the carrier.
   */
  MEDIA_FOLDER: z.preprocess(isEmpty, z.string().startsWith('/', 'must be a whole path').optional()),
  /** How much of other people's sounds is kept there. */
  MEDIA_SOUNDS_MB: z.preprocess(isEmpty, z.coerce.number().int().min(64).max(1_000_000).default(1024)),
  LOG_LEVEL: z.preprocess(
    isEmpty,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
});

const environment = settings.refine(
  ({ MEDIA_SOCKET, MEDIA_DOOR }) => MEDIA_SOCKET !== undefined || MEDIA_DOOR !== undefined,
  { path: ['MEDIA_SOCKET'], error: 'is needed' },
);

export interface MediaSettings {
  readonly socketPath: string | undefined;
  /** Where carriers on other machines come in, and what the cell knows us by; undefined where none do. */
  readonly far:
    | { readonly listen: { readonly host: string; readonly port: number }; readonly cell: CellFiles }
    | undefined;
  readonly mediaPort: number;
  readonly rtpPorts: readonly [number, number];
  readonly host: string;
  readonly publicAddresses: readonly string[];
  /** Undefined where it shares the carrier's disk. */
  readonly own: { readonly folder: string; readonly mostSoundBytes: number } | undefined;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/** Reads the media process's settings; throws a ZodError that names each variable that is wrong. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): MediaSettings {
  const parsed = environment.parse(env);
  return {
    socketPath: parsed.MEDIA_SOCKET,
    far: parsed.MEDIA_DOOR && {
      listen: parsed.MEDIA_DOOR,
      cell: { certFile: parsed.CELL_CERT, keyFile: parsed.CELL_KEY, authorityFile: parsed.CELL_CA },
    },
    mediaPort: parsed.MEDIA_PORT,
    rtpPorts: parsed.RTP_PORTS,
    host: parsed.HOST,
    publicAddresses: parsed.PUBLIC_ADDRESS,
    own:
      parsed.MEDIA_FOLDER === undefined
        ? undefined
        : { folder: parsed.MEDIA_FOLDER, mostSoundBytes: parsed.MEDIA_SOUNDS_MB * 1024 * 1024 },
    logLevel: parsed.LOG_LEVEL,
  };
}
