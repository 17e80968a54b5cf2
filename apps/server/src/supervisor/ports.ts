import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, isOpenToOthers } from '../config.ts';
import type { HostAndPort } from '../settings/cell-settings.ts';
import { mediaPlaces } from '../settings/media-places.ts';
import { StartError } from './start-error.ts';

interface Wanted {
  readonly variable: string;
  readonly port: number;
  readonly protocol: 'tcp' | 'udp';
  readonly what: string;
  /** Where it is not `HOST`. */
  readonly host?: string;
}

/** Every fixed port of the server. Ports for the audio of desk phones are chosen from their range when needed. */
const wantedPorts = (config: Config): Wanted[] => [
  { variable: 'PORT', port: config.port, protocol: 'tcp', what: 'the web pages' },
  ...(isOpenToOthers(config) || config.tls
    ? [{ variable: 'HTTPS_PORT', port: config.httpsPort, protocol: 'tcp', what: 'the secure web pages' } as const]
    : []),
  { variable: 'SIP_PORT', port: config.sipPort, protocol: 'udp', what: 'desk phones' },
  { variable: 'SIP_PORT', port: config.sipPort, protocol: 'tcp', what: 'desk phones' },
  ...(config.sipTlsPort === undefined
    ? []
    : [{ variable: 'SIP_TLS_PORT', port: config.sipTlsPort, protocol: 'tcp', what: 'desk phones over TLS' } as const]),
  ...(config.mediaHosts.length > 0 ? [] : audioPorts(config)),
  ...(config.metrics.listen === undefined
    ? []
    : [{ variable: 'METRICS_LISTEN', protocol: 'tcp', what: 'metrics', ...config.metrics.listen } as const]),
];

const audioPorts = (config: Config): Wanted[] =>
  mediaPlaces(config).map(({ mediaPort: port }) => ({
    variable: 'MEDIA_PORT',
    port,
    protocol: 'udp',
    what: 'audio of browsers',
  }));

/** Of media processes that run by themselves. */
export const mediaHostPorts = (config: Config, listen: HostAndPort): Wanted[] => [
  ...audioPorts(config),
  ...mediaPlaces(config).map(
    (_, index): Wanted => ({
      variable: 'MEDIA_LISTEN',
      port: listen.port + index,
      protocol: 'tcp',
      what: 'carriers',
      host: listen.host,
    }),
  ),
];

/** A process that was killed keeps its ports until the system has cleared up after its last thread. */
const PATIENCE_MS = 1_500;

/** Looks whether all ports are free before anything starts. Throws `StartError` that names each taken one. */
export async function checkPorts(config: Config, ports = wantedPorts(config)): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const failures = await failuresOf(config, ports);
    if (failures.length === 0) return;
    const mayPass = failures.every(({ code }) => code === 'EADDRINUSE');
    if (!mayPass || performance.now() > deadline) {
      const lines = failures.map(({ wanted, code }) => explain(wanted, code, wanted.host ?? config.host));
      throw new StartError([...new Set(lines)].join('\n'));
    }
    await sleep(50);
  }
}

const failuresOf = async (config: Config, ports: readonly Wanted[]): Promise<{ wanted: Wanted; code: string }[]> => {
  const codes = await Promise.all(
    ports.map(async (wanted) => ({ wanted, code: await tryPort(wanted, wanted.host ?? config.host) })),
  );
  return codes.flatMap(({ wanted, code }) => (code === undefined ? [] : [{ wanted, code }]));
};

const explain = ({ variable, port, protocol, what }: Wanted, code: string, host: string): string => {
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} (${protocol.toUpperCase()}, for ${what}) is used by another program.\n` +
        `  Stop that program, or choose another port: ${variable}=${port + 1} npm start`
      );
    case 'EACCES':
      return `Port ${port} (for ${what}) is reserved for the administrator. Choose one above 1023: ${variable}=${port + 8000} npm start`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      if (variable.endsWith('_LISTEN')) return `${variable} names ${host}, which is no address of this machine.`;
      return host.includes(':')
        ? `This machine has no IPv6 address ${host}. Set HOST to an IPv4 address, such as HOST=0.0.0.0.`
        : `HOST is ${host}, which is no address of this machine. Use HOST=0.0.0.0 for all addresses.`;
    default:
      return `Port ${port} (for ${what}) cannot be opened on ${host}: ${code}.`;
  }
};

const tryPort = ({ port, protocol }: Wanted, host: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    if (protocol === 'udp') {
      const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
      socket.once('error', failed);
      socket.bind({ port, address: host, exclusive: true }, () => socket.close(() => resolve(undefined)));
    } else {
      const server = createServer();
      server.once('error', failed);
      server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
    }
  });
