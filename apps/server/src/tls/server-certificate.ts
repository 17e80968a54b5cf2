import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { type Certified, makeAuthority, makeServerCertificate } from './certificate.ts';

export interface ServerCertificate extends Certified {
  /** The own authority's certificate (PEM), for others to trust; undefined when the operator brought a certificate. */
  readonly authority: string | undefined;
}

/** Renewed at a start when it has fewer days than this left. */
const RENEW_BELOW_DAYS = 120;

/**
 * The certificate for HTTPS: the operator's files, or one of an own authority that is made in `tls` of the data folder
 * and covers every address of this machine. Throws when files are missing or don't belong together.
 */
export function serverCertificate(
  dataDir: string,
  given: { readonly certFile: string; readonly keyFile: string } | undefined,
  extraNames: readonly string[] = [],
  now = new Date(),
): ServerCertificate {
  if (given) return { ...readGiven(given), authority: undefined };
  const folder = join(dataDir, 'tls');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const authority = ownAuthority(folder, now);
  const names = [...new Set([...machineNames(), ...extraNames])];
  const current = readPair(folder, 'server');
  if (current && isGood(current.cert, authority.cert, names, now)) return { ...current, authority: authority.cert };
  const made = makeServerCertificate(authority, names, now);
  writePair(folder, 'server', made);
  return { ...made, authority: authority.cert };
}

/** The authorities in the file that SIP_TLS_CA names, PEM. Throws when it holds none. */
export function readAuthorities(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
    new X509Certificate(text);
  } catch (error) {
    throw new Error(`SIP_TLS_CA names ${file}, which is no certificate that can be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return text;
}

/** Every name and address that a browser could reach this machine by. */
function machineNames(): string[] {
  const own = hostname().toLowerCase();
  const short = own.split('.')[0] ?? own;
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
  const names = [own, short, `${short}.local`].filter((name) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name));
  return [...new Set(['localhost', ...names, ...addresses.filter((address) => !address.startsWith('fe80:'))])];
}

const ownAuthority = (folder: string, now: Date): Certified & { name: string } => {
  const known = readPair(folder, 'ca');
  if (known) return { ...known, name: commonName(known.cert) };
  const name = `Sidetone on ${hostname()}`.slice(0, 64);
  const made = makeAuthority(name, now);
  writePair(folder, 'ca', made);
  return { ...made, name };
};

const isGood = (cert: string, authority: string, names: readonly string[], now: Date): boolean => {
  const parsed = new X509Certificate(cert);
  const daysLeft = (parsed.validToDate.getTime() - now.getTime()) / 86_400_000;
  const covers = (name: string) =>
    (/[:]|^[\d.]+$/.test(name) ? parsed.checkIP(name) : parsed.checkHost(name)) !== undefined;
  return daysLeft > RENEW_BELOW_DAYS && parsed.verify(new X509Certificate(authority).publicKey) && names.every(covers);
};

const readGiven = ({ certFile, keyFile }: { certFile: string; keyFile: string }): Certified => {
  const read = (variable: string, file: string) => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      throw new Error(`${variable} names ${file}, which cannot be read: ${(error as Error).message}`, { cause: error });
    }
  };
  return { cert: read('TLS_CERT', certFile), key: read('TLS_KEY', keyFile) };
};

const readPair = (folder: string, name: string): Certified | undefined => {
  const [certFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  if (!existsSync(certFile) || !existsSync(keyFile)) return undefined;
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
};

const writePair = (folder: string, name: string, { cert, key }: Certified): void => {
  // The key first: a certificate that is there always has its key.
  for (const [ending, text, mode] of [
    ['key', key, 0o600],
    ['crt', cert, 0o644],
  ] as const) {
    const file = join(folder, `${name}.${ending}`);
    writeFileSync(`${file}.new`, text, { mode, flush: true });
    renameSync(`${file}.new`, file);
  }
};

const commonName = (cert: string): string =>
  /(?:^|\n)CN=(.*)/.exec(new X509Certificate(cert).subject)?.[1] ?? 'Sidetone';
