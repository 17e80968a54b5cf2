import { X509Certificate } from 'node:crypto';
import type { ServerCertificate } from './server-certificate.ts';

/** The certificate that new connections get, which may become another one while the server runs. */
export interface KeptCertificate {
  current(): ServerCertificate;
  /** Hands `use` the one that there is, and each that comes after it. */
  follow(use: (certificate: ServerCertificate) => void): void;
  /** Looks for a new one now, and logs at this first look what is wrong with it. */
  look(): void;
  /** Why the one that is there now is not used; null where it is. */
  refused(): string | null;
  stop(): void;
}

interface CertificateLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/**
 * How often files are looked at. Their content is compared, rather than waiting for notices of the file system: those do not
 * come for a file behind a symbolic link, in a container's mount or on a network disk.
 */
const lookEveryMs = 10_000;

/**
 * Looks every few seconds whether the certificate has changed, and hands a new one to those who follow. `read` gives the
 * certificate that is there now and throws while none works: the one before then stays, and the log says why, once. Two
 * files are not replaced in the same moment, so only what is wrong twice in a row is logged.
 */
export function keepCertificate(given: {
  readonly first: ServerCertificate;
  readonly read: (now: Date) => ServerCertificate;
  readonly log: CertificateLog;
  /** For tests. */
  readonly everyMs?: number;
  readonly now?: () => Date;
}): KeptCertificate {
  const { read, log, everyMs = lookEveryMs, now = () => new Date() } = given;
  let current = given.first;
  const followers: ((certificate: ServerCertificate) => void)[] = [];
  let wrong: { readonly why: string; readonly told: boolean } | undefined;

  const refuse = (why: string, isSure: boolean) => {
    const wasTold = wrong?.why === why && wrong.told;
    const told = isSure || wrong?.why === why;
    if (told && !wasTold) log.warn({ why }, 'certificate: new one not used, keeping the current one');
    wrong = { why, told };
  };
  const look = (isSure: boolean) => {
    let found: ServerCertificate;
    try {
      found = read(now());
    } catch (error) {
      return refuse((error as Error).message, isSure);
    }
    const isSame = (['cert', 'key', 'authority'] as const).every((part) => found[part] === current[part]);
    const { validToDate: end, subjectAltName } = new X509Certificate(found.cert);
    const isWorse = end <= now() && end < new X509Certificate(current.cert).validToDate;
    if (!isSame && isWorse) return refuse(`It expired on ${end.toISOString().slice(0, 10)}`, isSure);
    wrong = undefined;
    if (isSame) return;
    current = found;
    for (const use of followers) use(found);
    log.info({ until: end.toISOString().slice(0, 10), names: subjectAltName }, 'certificate: new one in use');
  };

  const timer = setInterval(look, everyMs, false);
  timer.unref();
  return {
    current: () => current,
    follow(use) {
      followers.push(use);
      use(current);
    },
    look: () => look(true),
    refused: () => (wrong?.told ? wrong.why : null),
    stop: () => clearInterval(timer),
  };
}
