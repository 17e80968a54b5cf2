import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { type Certified, makeAuthority, makeServerCertificate } from './certificate.ts';
import { maySignFor, permittedFor } from './name-constraints.ts';

export interface ServerCertificate extends Certified {
  /** The own authority's certificate (PEM), for others to trust; undefined when the operator brought a certificate. */
  readonly authority: string | undefined;
}

/** Where the certificate for HTTPS and SIP comes from. */
export interface CertificatePlace {
  readonly dataDir: string;
  /** The operator's files (PEM); undefined where the server signs for itself. */
  readonly given: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Host names and addresses by which others know this machine, besides those it has itself. */
  readonly extraNames?: readonly string[] | undefined;
}

/** One of the own authority is renewed when it has fewer days than this left. */
const RENEW_BELOW_DAYS = 120;

/**
 * The certificate for HTTPS and SIP over TLS: the operator's files, or one of an own authority that is made in `tls` of the
 * data folder and covers every name and address of this machine that the authority may sign for. An authority that is there
 * is kept, as people trust it, until it has expired. Throws when files are missing or don't belong together.
 */
export function serverCertificate(place: CertificatePlace, now = new Date()): ServerCertificate {
  if (place.given) return readGiven(place.given);
  const folder = join(place.dataDir, 'tls');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = readPair(folder, 'ca');
  return ofAuthority(place, known && now < endOf(known.cert) ? known : newAuthority(folder, place, now), now);
}

/**
 * The certificate as it has to be by now, for a server that runs: files may have been replaced, and one of the own authority
 * that nears its end or lacks a new address of this machine is made again. Throws while files are missing or don't belong
 * together. The authority itself is never made here: files of it that are gone may be on their way from a backup.
 */
export function renewedCertificate(place: CertificatePlace, now: Date): ServerCertificate {
  if (place.given) return readGiven(place.given);
  const known = readPair(join(place.dataDir, 'tls'), 'ca');
  if (!known) throw new Error(`ca.crt or ca.key is missing in ${join(place.dataDir, 'tls')}`);
  if (!isPair(known)) throw new Error(`ca.crt and ca.key in ${join(place.dataDir, 'tls')} do not belong together`);
  return ofAuthority(place, known, now);
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

/** Every host name and address that a browser could reach this machine by. */
export function machineNames(): string[] {
  const own = hostname().toLowerCase();
  const short = own.split('.')[0] ?? own;
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
  const names = [own, short, `${short}.local`].filter((name) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name));
  return [...new Set(['localhost', ...names, ...addresses.filter((address) => !address.startsWith('fe80:'))])];
}

const ofAuthority = ({ dataDir, extraNames = [] }: CertificatePlace, authority: Certified, now: Date) => {
  const folder = join(dataDir, 'tls');
  // One name that it may not sign for, and the whole certificate counts for nothing.
  const names = [...new Set([...machineNames(), ...extraNames])].filter((name) => maySignFor(authority.cert, name));
  const current = readPair(folder, 'server');
  if (current && isGood(current, authority.cert, names, now)) return { ...current, authority: authority.cert };
  const made = makeServerCertificate({ ...authority, name: commonName(authority.cert) }, names, now);
  writePair(folder, 'server', made);
  return { ...made, authority: authority.cert };
};

const newAuthority = (folder: string, { extraNames = [] }: CertificatePlace, now: Date): Certified => {
  const name = `Sidetone on ${hostname()}`.slice(0, 64);
  const made = makeAuthority(name, now, permittedFor([...new Set([...machineNames(), ...extraNames])]));
  writePair(folder, 'ca', made);
  return made;
};

const isGood = (pair: Certified, authority: string, names: readonly string[], now: Date): boolean => {
  if (!isPair(pair)) return false;
  const parsed = new X509Certificate(pair.cert);
  const daysLeft = (parsed.validToDate.getTime() - now.getTime()) / 86_400_000;
  // One that ends with its authority cannot be renewed to a later day.
  const lasts = daysLeft > RENEW_BELOW_DAYS || (daysLeft > 0 && parsed.validToDate >= endOf(authority));
  const covers = (name: string) =>
    (/[:]|^[\d.]+$/.test(name) ? parsed.checkIP(name) : parsed.checkHost(name)) !== undefined;
  return lasts && parsed.verify(new X509Certificate(authority).publicKey) && names.every(covers);
};

const readGiven = ({ certFile, keyFile }: { certFile: string; keyFile: string }): ServerCertificate => {
  const read = (variable: string, file: string) => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      throw new Error(`${variable} names ${file}, which cannot be read: ${(error as Error).message}`, { cause: error });
    }
  };
  const pair = { cert: read('TLS_CERT', certFile), key: read('TLS_KEY', keyFile) };
  try {
    createSecureContext(pair);
  } catch (error) {
    const why = (error as Error).message;
    throw new Error(`${certFile} (TLS_CERT) and ${keyFile} (TLS_KEY) are no certificate with its key: ${why}`, {
      cause: error,
    });
  }
  return { ...pair, authority: undefined };
};

/** Whether both can be read, and the key is that of the certificate. */
const isPair = ({ cert, key }: Certified): boolean => {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
};

const endOf = (cert: string): Date => new X509Certificate(cert).validToDate;

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
