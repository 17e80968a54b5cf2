import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freeUdpPort } from '../../apps/server/src/testing/free-port.ts';

const program = '/usr/sbin/kamailio';

/** Kamailio as a proxy that challenges, finds devices in memory and stays in the dialog. */
export interface SipProxy {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Undefined where it is not installed. Everybody has the same password. */
export async function startProxy(password: string): Promise<SipProxy | undefined> {
  if (!existsSync(program)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'sidetone-bench-'));
  const port = await freeUdpPort();
  const config = join(folder, 'kamailio.cfg');
  writeFileSync(config, configOf(port, password));
  const child = spawn(program, ['-f', config, '-DD', '-E', '-Y', folder], { stdio: 'ignore' });
  await pause(2000);
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null) throw new Error('Kamailio did not start.');
  return {
    port,
    pid,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configOf = (port: number, password: string): string => `
debug=0
log_stderror=yes
fork=yes
children=2
disable_tcp=yes
listen=udp:127.0.0.1:${port}
${['sl', 'tm', 'rr', 'pv', 'textops', 'siputils', 'usrloc', 'registrar', 'auth'].map((name) => `loadmodule "${name}.so"`).join('\n')}
modparam("auth", "qop", "auth")
modparam("registrar", "append_branches", 1)
request_route {
  if (is_method("CANCEL")) {
    if (t_check_trans()) t_relay();
    exit;
  }
  if (has_totag()) {
    if (loose_route()) t_relay();
    else if (is_method("ACK") && t_check_trans()) t_relay();
    exit;
  }
  if (!pv_www_authenticate("sidetone", "${password}", "0")) {
    www_challenge("sidetone", "1");
    exit;
  }
  if (is_method("REGISTER")) {
    save("location");
    exit;
  }
  record_route();
  if (!lookup("location")) {
    sl_send_reply("404", "Not Found");
    exit;
  }
  t_relay();
}
`;
