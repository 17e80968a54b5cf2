import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CellRole, roleName, useOfRole } from './cell.ts';
import { type Certified, makeAuthority, makeProcessCertificate } from './certificate.ts';

/** Where the authority of a cell lies, with what it has signed. */
export const cellFolder = (dataDir: string): string => join(dataDir, 'cell');

const authorityName = 'Sidetone cell';

/** Makes the authority of a cell; undefined where there is one, which stays as it is. */
export function makeCell(folder: string, now: Date): { readonly certFile: string } | undefined {
  const [certFile, keyFile] = [join(folder, 'ca.crt'), join(folder, 'ca.key')];
  if (existsSync(certFile) || existsSync(keyFile)) return undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { cert, key } = makeAuthority(authorityName, now);
  // Of two that begin in the same moment one fails here.
  writeFileSync(keyFile, key, { mode: 0o600, flag: 'wx', flush: true });
  writeFileSync(certFile, cert, { mode: 0o600, flag: 'wx', flush: true });
  return { certFile };
}

/** A certificate for a process at `host`, and its key, in files; those of before are replaced. Undefined where there is no authority. */
export function makeCellCertificate(
  folder: string,
  { role, host, now }: { readonly role: CellRole; readonly host: string; readonly now: Date },
) {
  const [authorityFile, authorityKeyFile] = [join(folder, 'ca.crt'), join(folder, 'ca.key')];
  if (!existsSync(authorityFile) || !existsSync(authorityKeyFile)) return undefined;
  const authority: Certified = {
    cert: readFileSync(authorityFile, 'utf8'),
    key: readFileSync(authorityKeyFile, 'utf8'),
  };
  const { cert, key } = makeProcessCertificate(
    { ...authority, name: authorityName },
    { host, role: roleName(role), use: useOfRole[role], now },
  );
  const name = `${role}-${host.replaceAll(':', '_')}`;
  const [certFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  replace(keyFile, key);
  replace(certFile, cert);
  return { certFile, keyFile, authorityFile, until: new X509Certificate(cert).validToDate };
}

const replace = (file: string, text: string): void => {
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, text, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(`${file}.new`, file);
};
