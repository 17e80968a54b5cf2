import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import type { PhoneAccount } from '../../people/desk-phone.ts';
import type { Company } from '../company.ts';
import { copyOfFolder, newDataFolder } from '../data-folder.ts';
import { foundCompany } from '../found-company.ts';
import { freePorts, type Ports } from '../ports.ts';
import { Sidetone } from '../sidetone.ts';
import { templateFolder } from '../template.ts';
import { DatabaseMachine } from './databases.ts';
import {
  certificateFor,
  type EdgeProgram,
  hasKamailioTls,
  startHaproxy,
  startKamailio,
  unitSettings,
} from './edges.ts';
import { CellCertificates, MediaHost } from './media-hosts.ts';

/** Machines are addresses of loopback. */
const at = {
  a: '127.0.1.1',
  b: '127.0.1.2',
  spare: '127.0.1.3',
  database: '127.0.1.21',
  standby: '127.0.1.22',
  media: ['127.0.1.11', '127.0.1.12'],
  phones: '127.0.1.31',
  browsers: '127.0.1.32',
} as const;

type CarrierName = 'a' | 'b' | 'spare';

/** Why no cell can be made up here; undefined where it can. */
export function whyNoCell(): string | undefined {
  if (process.platform !== 'linux') return 'the machines of a cell are addresses of loopback, which only Linux has';
  if (process.getuid?.() !== 0) return 'HAProxy is started as root and gives its rights away by itself';
  return hasKamailioTls() ? undefined : 'kamailio-tls-modules is not installed';
}

/**
 * A cell on one machine, started from the files in `deploy`: two servers that carry a node each, a spare, two media hosts, PostgreSQL with a
 * synchronous standby, Kamailio for phones and HAProxy for browsers and for the way to the primary. The companies of a first
 * start are at home at node-1, others at node-2. `dispose` ends everything.
 */
export class Cell {
  readonly origin: string;
  readonly carriers: Readonly<Record<CarrierName, Sidetone>>;
  readonly primary: DatabaseMachine;
  readonly standby: DatabaseMachine;
  readonly #folder: string;
  readonly #ports: Ports;
  readonly #certificates: CellCertificates;
  #edges: EdgeProgram[] = [];
  #mediaHosts: MediaHost[] = [];

  private constructor(folder: string, ports: Ports) {
    this.#folder = folder;
    this.#ports = ports;
    this.origin = `https://${at.browsers}:${ports.https}`;
    // The files of a first start: its database goes to a machine of its own, the rest stays with the first server.
    const first = join(folder, 'a');
    const place = join(folder, 'database');
    mkdirSync(place);
    renameSync(join(first, 'pg'), join(place, 'pg'));
    renameSync(join(first, 'database-password'), join(place, 'database-password'));
    this.primary = new DatabaseMachine(place, at.database, ports.http + 9);
    mkdirSync(join(folder, 'standby'));
    this.standby = this.primary.standby(join(folder, 'standby'), at.standby);
    this.#certificates = new CellCertificates(join(folder, 'cell'));
    this.carriers = { a: this.#carrier('a', 0), b: this.#carrier('b', 1), spare: this.#carrier('spare', 2) };
  }

  static async open(): Promise<Cell> {
    const ports = await freePorts();
    const template = await templateFolder();
    const folder = newDataFolder();
    chmodSync(folder, 0o711);
    renameSync(copyOfFolder(template), join(folder, 'a'));
    const cell = new Cell(folder, ports);
    try {
      await cell.#start();
    } catch (error) {
      await cell.dispose();
      throw error;
    }
    return cell;
  }

  async #start(): Promise<void> {
    const { primary, standby, carriers } = this;
    const { http } = this.#ports;
    await primary.start();
    await standby.start(primary);
    for (const machine of [primary, standby]) await machine.answersAt(http + 8);
    const addresses = [at.phones, at.browsers];
    const { cert, both } = certificateFor(join(this.#folder, 'edge'), addresses);
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(cert, 'utf8')]);
    this.#edges.push(await this.#haproxy(both));
    this.#mediaHosts = await Promise.all(at.media.map((address, index) => this.#mediaHost(address, index)));
    await carriers.a.start();
    await Promise.all([carriers.b.start(), carriers.spare.start()]);
    this.#edges.push(await this.#kamailio());
  }

  /** Where servers of the cell find the primary, whichever it is. */
  get databaseUrl(): string {
    return this.primary.urlAt(at.browsers, this.#ports.http + 6);
  }

  /** What phones sign in at. */
  get phoneServer(): string {
    return `${at.phones}:${this.#ports.sip}`;
  }

  get phoneServerTls(): string {
    return `${at.phones}:${this.#ports.sipTls}`;
  }

  get authority(): string {
    return join(this.#folder, 'edge', 'edge.crt');
  }

  /** One more company, at home at node-2. */
  async foundCompany(): Promise<Company> {
    const company = await foundCompany(this.carriers.a);
    const move = `update accounts set node = 'node-2' where id = any($1)`;
    await this.carriers.a.queryServer(move, [company.accounts]);
    return company;
  }

  /** A desk phone for someone, who signs in at Kamailio. */
  async addPhone(email: string, name: string): Promise<PhoneAccount> {
    return { ...(await this.carriers.a.addPhone(email, name)), server: this.phoneServer };
  }

  async dispose(): Promise<void> {
    const ends = [
      ...Object.values(this.carriers).map((carrier) => carrier.killTree()),
      ...this.#edges.map((edge) => edge.stop()),
      ...this.#mediaHosts.map((host) => host.stop()),
    ];
    await Promise.allSettled(ends);
    for (const machine of [this.primary, this.standby]) machine.kill();
    for (const carrier of Object.values(this.carriers)) await carrier.dispose();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #carrier(name: CarrierName, order: number): Sidetone {
    // Its audio is on other machines, so that nothing listens on the last two.
    const ports: Ports = { ...this.#ports, media: this.#ports.http + 990 + order };
    const { NODE_NAME = '' } = unitSettings('sidetone@.service', nodeOf[name]);
    const folder = join(this.#folder, name);
    mkdirSync(folder, { recursive: true });
    const settings = {
      NODE_NAME,
      EMPTY: 'yes',
      DATABASE_URL: this.databaseUrl,
      SIDETONE_KEY_FILE: join(this.#folder, 'a', 'key'),
      // What goes out to loopback comes from 127.0.0.1, whichever address the program listens on.
      TRUSTED_PROXIES: `${at.browsers},127.0.0.1`,
      SIP_EDGE: at.phones,
      PUBLIC_URL: this.origin,
      MEDIA: at.media.map((address) => `tls://${address}:${this.#mediaPort}`).join(','),
      ...this.#certificates.settingsOf('carrier', at[name]),
    };
    return new Sidetone(folder, ports, { host: at[name], settings });
  }

  /** Of every media host; TCP. */
  get #mediaPort(): number {
    return this.#ports.http + 995;
  }

  #mediaHost(address: string, order: number): Promise<MediaHost> {
    const first = Number(this.#ports.rtp.split('-')[0]) + order * 300;
    return MediaHost.start({
      folder: join(this.#folder, `media-${order}`),
      address,
      port: this.#mediaPort,
      media: this.#ports.http + 993 + order,
      rtp: `${first}-${first + 299}`,
      settings: this.#certificates.settingsOf('media', address),
    });
  }

  async #haproxy(certificate: string): Promise<EdgeProgram> {
    const { http, https } = this.#ports;
    const database = this.primary.port;
    const settings = {
      DOOR_ADDRESS: at.browsers,
      DOOR_HTTP_PORT: String(http),
      DOOR_HTTPS_PORT: String(https),
      DOOR_CERTIFICATE: certificate,
      SERVER_A: `${at.a}:${http}`,
      SERVER_B: `${at.b}:${http}`,
      SERVER_SPARE: `${at.spare}:${http}`,
      DATABASE_LISTEN: `${at.browsers}:${http + 6}`,
      DATABASE_A: `${at.database}:${database}`,
      DATABASE_B: `${at.standby}:${database}`,
      PATRONI_PORT: String(http + 8),
      DOOR_CONNECTIONS: '1000',
      DOOR_FIGURES: `${at.browsers}:${http + 7}`,
    };
    return await startHaproxy(settings, { address: at.browsers, port: https });
  }

  async #kamailio(): Promise<EdgeProgram> {
    const { sip, sipTls } = this.#ports;
    const servers = [at.a, at.b, at.spare].map((address) => `${address}:${sip}`);
    const place = { address: at.phones, port: sip, tlsPort: sipTls };
    return await startKamailio(join(this.#folder, 'edge'), place, servers);
  }
}

const nodeOf = { a: 'node-1', b: 'node-2', spare: 'spare' } as const;
