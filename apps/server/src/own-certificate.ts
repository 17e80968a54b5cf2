import { type Config, isOpenToOthers } from './config.ts';
import { type KeptCertificate, keepCertificate } from './tls/kept-certificate.ts';
import { type CertificatePlace, renewedCertificate, serverCertificate } from './tls/server-certificate.ts';

interface OwnCertificate {
  /** For SIP over TLS; undefined where that is not listened for. */
  readonly forSip: KeptCertificate | undefined;
  /** For HTTPS; undefined where that is not served. */
  readonly forWeb: KeptCertificate | undefined;
  /** Looks whether its files have changed; by itself it does so every few seconds. */
  look(): void;
  /** Why the one in its files is not used; null where it is. */
  refused(): string | null;
  stop(): void;
}

/** The certificate that this server proves itself by, kept up to date while it runs. Throws as `serverCertificate` does. */
export function ownCertificate(config: Config, log: Parameters<typeof keepCertificate>[0]['log']): OwnCertificate {
  const isSecure = isOpenToOthers(config) || config.tls !== undefined;
  const isSipSecure = config.sipTlsPort !== undefined;
  if (!isSecure && !isSipSecure) {
    return { forSip: undefined, forWeb: undefined, look() {}, refused: () => null, stop() {} };
  }
  const place: CertificatePlace = { dataDir: config.dataDir, given: config.tls, extraNames: namesForOthers(config) };
  const kept = keepCertificate({
    first: serverCertificate(place),
    read: (now) => renewedCertificate(place, now),
    log,
  });
  const { look, refused, stop } = kept;
  return { forSip: isSipSecure ? kept : undefined, forWeb: isSecure ? kept : undefined, look, refused, stop };
}

/** What others know this machine by, as the operator says. */
const namesForOthers = ({ publicUrl, publicAddresses }: Config): string[] => [
  ...publicAddresses,
  ...(publicUrl?.startsWith('https:') ? [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')] : []),
];
