import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeUdpPort } from '../../../testing/free-port.ts';
import { type CellFiles, type CellRole, readCellIdentity } from '../../../tls/cell.ts';
import { makeCell, makeCellCertificate } from '../../../tls/cell-authority.ts';
import type { FarMachine, MediaWay } from '../far/media-way.ts';
import { tlsWay } from '../far/tls-way.ts';
import { type MediaProcess, startMediaProcess } from './media-process.ts';

/** The certificates of a cell, and media hosts at addresses of loopback. */
export interface FarCell {
  readonly folder: string;
  /** Files of a certificate that this cell has made. */
  filesOf(role: CellRole, host: string): CellFiles;
  /** A media process that carriers reach by TLS. */
  start(host: string, env?: Record<string, string>): Promise<FarHost>;
  stop(): Promise<void>;
}

export interface FarHost extends FarMachine {
  readonly process: MediaProcess;
  /** As a carrier of the cell reaches it; at another place where something is between. */
  way(at?: FarMachine): MediaWay;
}

export function openFarCell(): FarCell {
  const folder = mkdtempSync(join(tmpdir(), 'cell-'));
  makeCell(folder, new Date());
  const started: MediaProcess[] = [];
  const filesOf = (role: CellRole, host: string): CellFiles => {
    const made = makeCellCertificate(folder, { role, host, now: new Date() });
    if (!made) throw new Error('the cell has no authority');
    return made;
  };
  return {
    folder,
    filesOf,
    async start(host, env = {}) {
      const { certFile, keyFile, authorityFile } = filesOf('media', host);
      const port = await freeUdpPort();
      const process = await startMediaProcess({
        HOST: host,
        MEDIA_SOCKET: '',
        MEDIA_DOOR: `${host} ${port}`,
        CELL_CERT: certFile,
        CELL_KEY: keyFile,
        CELL_CA: authorityFile,
        ...env,
      });
      started.push(process);
      // It would be a carrier of its own, by a socket that is not there.
      process.media.stop();
      const identity = readCellIdentity(filesOf('carrier', '127.0.1.1'), 'carrier');
      return { host, port, process, way: (at = { host, port }) => tlsWay(at, () => identity) };
    },
    async stop() {
      await Promise.all(started.map((each) => each.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
