import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** An account at the registrar; a number is a user name of digits with its plus. */
export interface Subscriber {
  readonly username: string;
  readonly password: string;
}

const realm = 'provider.example';

/** Kamailio stands among the programs of administrators, which are not on everyone's path. */
const program = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  .map((folder) => join(folder, 'kamailio'))
  .find((path) => existsSync(path));

/** Whether this machine has one. */
export const hasForeignRegistrar = program !== undefined;

/** What it does with an INVITE from a subscriber, in Kamailio's language: by default it rings who was called. */
const invitedBySubscriber = `append_hf("P-Asserted-Identity: <sip:$au@${realm}>\\r\\n");`;

/** A telephone company elsewhere: Kamailio with subscribers in text files, who must prove who they are. */
export class ForeignRegistrar {
  readonly address: string;
  readonly #folder: string;
  readonly #process: ChildProcess;
  /** What it has logged so far. */
  said = '';

  private constructor(address: string, folder: string, process: ChildProcess) {
    this.address = address;
    this.#folder = folder;
    this.#process = process;
    process.stderr?.on('data', (chunk) => {
      this.said += chunk;
    });
  }

  /** Starts it on this UDP and TCP port of loopback, and waits until it answers. */
  static async open(
    port: number,
    subscribers: readonly Subscriber[],
    invited = invitedBySubscriber,
  ): Promise<ForeignRegistrar> {
    if (program === undefined) throw new Error('Kamailio is not installed');
    const folder = mkdtempSync(join(tmpdir(), 'registrar-'));
    const tables = join(folder, 'tables');
    mkdirSync(tables);
    writeFileSync(join(tables, 'version'), 'table_name(str) table_version(int)\nsubscriber:7\n');
    const rows = subscribers.map(({ username, password }) => `${username}:${realm}:${password}\n`);
    writeFileSync(join(tables, 'subscriber'), `username(str) domain(str) password(str)\n${rows.join('')}`);
    writeFileSync(join(folder, 'kamailio.cfg'), configuration(port, tables, invited));
    const kamailio = spawn(
      program,
      ['-f', join(folder, 'kamailio.cfg'), '-DD', '-E', '-m', '32', '-M', '4', '-Y', folder],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const registrar = new ForeignRegistrar(`127.0.0.1:${port}`, folder, kamailio);
    for (let waited = 0; !/registrar is ready/.test(registrar.said); waited += 25) {
      if (waited > 10_000 || kamailio.exitCode !== null) {
        await registrar.close();
        throw new Error(`Kamailio did not start:\n${registrar.said}`);
      }
      await pause(25);
    }
    return registrar;
  }

  async close(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.kill('SIGTERM')) {
      const until = performance.now() + 5_000;
      while (this.#process.exitCode === null && performance.now() < until) await pause(25);
      if (this.#process.exitCode === null) this.#process.kill('SIGKILL');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const configuration = (port: number, tables: string, invited: string): string => `#!KAMAILIO
debug=1
log_stderror=yes
children=1
tcp_children=1
auto_aliases=no
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${port}
loadmodule "sl.so"
loadmodule "tm.so"
loadmodule "rr.so"
loadmodule "pv.so"
loadmodule "xlog.so"
loadmodule "maxfwd.so"
loadmodule "textops.so"
loadmodule "siputils.so"
loadmodule "usrloc.so"
loadmodule "registrar.so"
loadmodule "db_text.so"
loadmodule "auth.so"
loadmodule "auth_db.so"
modparam("auth_db", "db_url", "text://${tables}")
modparam("auth_db", "calculate_ha1", 1)
modparam("auth_db", "password_column", "password")
modparam("auth_db", "use_domain", 0)
modparam("usrloc", "db_mode", 0)
event_route[core:worker-one-init] { xlog("L_ALERT", "registrar is ready\\n"); }
request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) { t_relay(); } exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) { t_relay(); } exit; }
    sl_send_reply("404", "Not Here");
    exit;
  }
  if (is_method("REGISTER")) {
    if (!www_authenticate("${realm}", "subscriber")) { www_challenge("${realm}", "1"); exit; }
    save("location");
    exit;
  }
  if (is_method("INVITE")) {
    if (!proxy_authenticate("${realm}", "subscriber")) { proxy_challenge("${realm}", "1"); exit; }
    consume_credentials();
    ${invited}
    record_route();
  }
  if (!lookup("location")) { sl_send_reply("404", "Not Found"); exit; }
  t_relay();
}
`;
