import { isIP } from 'node:net';
import { basename } from 'node:path';
import type { CellRole } from '../../tls/cell.ts';
import { cellFolder, makeCell, makeCellCertificate } from '../../tls/cell-authority.ts';
import { CommandError, type StandaloneCommand } from '../command.ts';
import { needed } from '../told.ts';

const init: StandaloneCommand = {
  name: 'cell init',
  usage: 'cell init',
  about: 'make the authority by which servers and media hosts of a cell know each other',
  options: {},
  words: 0,
  async run({ dataDir }) {
    const made = makeCell(cellFolder(dataDir), new Date());
    if (!made) {
      throw new CommandError(
        `There is an authority in ${cellFolder(dataDir)}, which stays as it is. Every certificate of the cell depends on it.`,
      );
    }
    return `The cell has an authority, in ${cellFolder(dataDir)}. Its key, ca.key, stays here: keep a copy in a safe place.

Next, for each server and each media host:
  sidetone cell cert --role carrier --host <name or address>
  sidetone cell cert --role media --host <name or address>`;
  },
};

const roles: readonly string[] = ['carrier', 'media'] satisfies CellRole[];
const isRole = (text: string): text is CellRole => roles.includes(text);

const cert: StandaloneCommand = {
  name: 'cell cert',
  usage: 'cell cert --role carrier|media --host <name or address>',
  about: 'make the certificate with which a server (carrier) or a media host proves itself in its cell',
  options: { role: needed, host: needed },
  words: 0,
  async run({ dataDir }, { options: { role = '', host = '' } }) {
    if (!isRole(role)) throw new CommandError(`--role is carrier or media.\n${cert.usage}`);
    if (isIP(host) === 0 && !/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(host)) {
      throw new CommandError(`--host is a name or an address, as the others reach that machine.\n${cert.usage}`);
    }
    const made = makeCellCertificate(cellFolder(dataDir), { role, host: host.toLowerCase(), now: new Date() });
    if (!made) throw new CommandError('There is no authority yet. Make it first: sidetone cell init');
    const files = [made.authorityFile, made.certFile, made.keyFile];
    const [authority = '', certificate = '', key = ''] = files.map((file) => `/etc/sidetone/cell/${basename(file)}`);
    return `Made for ${host} as ${role}, good until ${made.until.toISOString().slice(0, 10)}:
${files.map((file) => `  ${file}`).join('\n')}

Copy these three to ${host}, to /etc/sidetone/cell, where only the user of the service can read them, and set there:
  CELL_CA=${authority}
  CELL_CERT=${certificate}
  CELL_KEY=${key}
${next[role](host)}`;
  },
};

const next: Readonly<Record<CellRole, (host: string) => string>> = {
  carrier: () => '  MEDIA=tls://<media host>:7443',
  media: (host) => `  MEDIA_LISTEN=${isIP(host) === 0 ? '<its address>' : host}:7443`,
};

export const cellCommands: readonly StandaloneCommand[] = [init, cert];
