import { constants, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SecureContextOptions, TLSSocket } from 'node:tls';
import type { ServerCertificate } from './server-certificate.ts';

/** What a process of a cell is to the others. */
export type CellRole = 'carrier' | 'media';

/** Where its certificate, its key and the authority of the cell lie (PEM). */
export interface CellFiles {
  readonly certFile: string;
  readonly keyFile: string;
  readonly authorityFile: string;
}

/** What a process of a cell proves itself by, and whom it believes. */
export interface CellIdentity extends ServerCertificate {
  readonly authority: string;
}

/** As certificates of the cell have it. */
export const roleName = (role: CellRole): string => `urn:sidetone:cell:${role}`;

/** Carriers connect, media hosts are connected with. */
export const useOfRole = { carrier: 'client', media: 'server' } as const;

/** Throws, in words, where a file is missing, does not fit the others, or is for another role. */
export function readCellIdentity({ certFile, keyFile, authorityFile }: CellFiles, role: CellRole): CellIdentity {
  const [cert, key, authority] = [
    read('CELL_CERT', certFile),
    read('CELL_KEY', keyFile),
    read('CELL_CA', authorityFile),
  ] as const;
  const own = certificateIn(cert, `CELL_CERT names ${certFile}`);
  const authorities = certificatesIn(authority);
  if (authorities.length === 0) throw new Error(`CELL_CA names ${authorityFile}, which is no certificate`);
  if (!own.checkPrivateKey(keyIn(key, keyFile))) {
    throw new Error(`${certFile} (CELL_CERT) and ${keyFile} (CELL_KEY) do not belong together`);
  }
  if (!authorities.some((one) => own.checkIssued(one) && own.verify(one.publicKey))) {
    throw new Error(`${certFile} (CELL_CERT) is not of the authority in ${authorityFile} (CELL_CA)`);
  }
  if (!hasRole(own, role)) throw new Error(`${certFile} (CELL_CERT) is not for the role ${role}`);
  return { cert, key, authority };
}

/** For both sides of a connection within the cell. No session is taken up again: each connection proves itself. */
export const cellContext = ({ cert, key, authority }: CellIdentity): SecureContextOptions => ({
  cert,
  key,
  ca: authority,
  minVersion: 'TLSv1.3',
  secureOptions: constants.SSL_OP_NO_TICKET,
});

/** Whether the other side, whose certificate has been verified, may act as this. */
export function actsAs(socket: TLSSocket, role: CellRole): boolean {
  const certificate = socket.getPeerX509Certificate();
  return socket.authorized && certificate !== undefined && hasRole(certificate, role);
}

/** Names with commas in them are quoted, so that no other name can look like a role. */
const hasRole = ({ subjectAltName = '' }: X509Certificate, role: CellRole): boolean =>
  subjectAltName.split(', ').includes(`URI:${roleName(role)}`);

const read = (setting: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new Error(`${setting} names ${file}, which cannot be read: ${why}`, { cause: error });
  }
};

const certificateIn = (text: string, what: string): X509Certificate => {
  try {
    return new X509Certificate(text);
  } catch (error) {
    throw new Error(`${what}, which is no certificate`, { cause: error });
  }
};

const keyIn = (text: string, file: string) => {
  try {
    return createPrivateKey(text);
  } catch (error) {
    throw new Error(`CELL_KEY names ${file}, which is no key`, { cause: error });
  }
};

/** Two for as long as one authority follows another. */
const certificatesIn = (text: string): X509Certificate[] =>
  (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((one) =>
    certificateIn(one, 'CELL_CA names a file'),
  );
