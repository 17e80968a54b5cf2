import { ConfigError } from '../config-values.ts';
import { mediaPlaces } from './media-places.ts';

interface Ports {
  readonly PORT: number;
  readonly HTTPS_PORT: number;
  readonly SIP_PORT: number;
  readonly SIP_TLS_PORT: number | undefined;
  readonly METRICS_LISTEN?: { readonly port: number } | undefined;
  readonly MEDIA_PORT: number;
  readonly MEDIA_PROCESSES: number;
  readonly RTP_PORTS: { readonly from: number; readonly to: number };
}

type Named = readonly (readonly [name: string, port: number])[];

/** Throws `ConfigError` where two things would listen on one port, or media processes have too few. */
export function refuseSharedPorts(values: Ports): void {
  const tcp: Named = [
    ['PORT', values.PORT],
    ['HTTPS_PORT', values.HTTPS_PORT],
    ['SIP_PORT', values.SIP_PORT],
    ...(values.SIP_TLS_PORT === undefined ? [] : [['SIP_TLS_PORT', values.SIP_TLS_PORT] as const]),
    ...(values.METRICS_LISTEN ? [['METRICS_LISTEN', values.METRICS_LISTEN.port] as const] : []),
  ];
  const places = mediaPlaces({
    mediaProcesses: values.MEDIA_PROCESSES,
    mediaPort: values.MEDIA_PORT,
    rtpPorts: values.RTP_PORTS,
  });
  const media = places.map(({ mediaPort }) => ['MEDIA_PORT', mediaPort] as const);
  const udp: Named = [['SIP_PORT', values.SIP_PORT], ...media];
  for (const group of [tcp, udp]) {
    for (const [name, port] of group) {
      const other = group.find(([otherName, otherPort]) => otherName !== name && otherPort === port);
      if (other) throw new ConfigError(`${name} and ${other[0]} are both ${port}; they must differ.`);
    }
  }
  for (const [name, port] of udp) {
    if (port > 65_535)
      throw new ConfigError(`MEDIA_PORT leaves no ports for MEDIA_PROCESSES=${values.MEDIA_PROCESSES}.`);
    if (port >= values.RTP_PORTS.from && port <= values.RTP_PORTS.to) {
      throw new ConfigError(`${name} ${port} is within RTP_PORTS. They must not overlap.`);
    }
  }
  if (places.length > 1 && places.some(({ rtpPorts }) => rtpPorts.to - rtpPorts.from < 3)) {
    throw new ConfigError(`RTP_PORTS holds too few ports for MEDIA_PROCESSES=${values.MEDIA_PROCESSES}.`);
  }
}
