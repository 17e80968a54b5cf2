import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freeUdpPort } from '../apps/server/src/testing/free-port.ts';
import { descendantsOf, programsWith, type RunningProcess } from '../e2e/world/processes.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { authorizationOf } from './digest.ts';
import type { Figure } from './figures.ts';

const phones = Number(process.env['BENCH_PHONES'] ?? 1000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** REGISTERs on their way at the same time. */
const atOnce = 100;
const kamailio = '/usr/sbin/kamailio';
const ticksPerSecond = 100;

/**
 * How many registrations with digest (REGISTER, 401, REGISTER, 200) a CPU-second of all processes bears, and how many a second
 * come through while a thousand phones come at once; beside Kamailio, which keeps them in memory only.
 */
export async function measureRegistrations(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  const names = await manyPhones(sidetone, people);
  const ours = await measure({ ...names, port: sidetone.ports.sip }, () => processesOf(sidetone));
  const theirs = existsSync(kamailio) ? await beside(names) : undefined;
  const rival = (values: readonly number[] | undefined) => values && { name: 'Kamailio, in memory', values };
  return [
    {
      what: 'registrations with digest',
      unit: 'a CPU-second',
      ours: ours.map(({ perCpu }) => perCpu),
      rival: rival(theirs?.map(({ perCpu }) => perCpu)),
    },
    {
      what: `${phones} phones that register, ${atOnce} at the same time`,
      unit: 'a second',
      ours: ours.map(({ perSecond }) => perSecond),
      rival: rival(theirs?.map(({ perSecond }) => perSecond)),
    },
  ];
}

export interface Phones {
  readonly usernames: readonly string[];
  readonly password: string;
}

/** Phones of one user, all with one password. */
export async function manyPhones(sidetone: Sidetone, [person]: readonly SignIn[], howMany = phones): Promise<Phones> {
  if (!person) throw new Error('nobody is there');
  const { username, password } = await sidetone.addPhone(person.email, 'Bench');
  // Several benches have such phones on one server.
  const beginning = `${username}-`;
  await sidetone.query(
    `insert into endpoints (id, account_id, user_id, kind, alias, sip_username, password_sealed)
     select $2 || n, account_id, user_id, kind, $2 || n, $2 || n, password_sealed
       from endpoints, generate_series(1, $3::int) as n where sip_username = $1`,
    [username, beginning, howMany],
  );
  return { usernames: Array.from({ length: howMany }, (_, at) => `${beginning}${at + 1}`), password };
}

async function processesOf({ pid, dataFolder }: Sidetone): Promise<readonly RunningProcess[]> {
  if (pid === undefined) throw new Error('the server does not run');
  const all = [...(await descendantsOf(pid)), ...(await programsWith(join(dataFolder, 'postgres')))];
  return [...new Map(all.map((each) => [each.pid, each])).values()];
}

interface Speed {
  readonly perCpu: number;
  readonly perSecond: number;
}

async function measure(
  to: Phones & { readonly port: number },
  processes: () => Promise<readonly RunningProcess[]>,
): Promise<Speed[]> {
  const speeds: Speed[] = [];
  for (let round = 0; round < rounds + 1; round += 1) {
    const working = await processes();
    const ticks = () => working.reduce((sum, each) => sum + each.cpuTicks(), 0);
    const [before, begun] = [ticks(), performance.now()];
    await registerAll(to, round);
    const seconds = (performance.now() - begun) / 1000;
    // What is written and told afterwards belongs to it.
    await pause(1000);
    const cpu = (ticks() - before) / ticksPerSecond;
    // The first round fills caches.
    if (round > 0) speeds.push({ perCpu: phones / cpu, perSecond: phones / seconds });
  }
  return speeds;
}

const branchOf = (text: string): string => /;branch=(z9hG4bK[^;\s]+)/.exec(text)?.[1] ?? '';

/** Sends requests over one socket and gives the reply to each; a request that is lost is sent again after half a second. */
export async function openAsker(port: number) {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1 << 21 });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const heard = new Map<string, (text: string) => void>();
  socket.on('message', (packet) => {
    const text = packet.toString();
    heard.get(branchOf(text))?.(text);
  });
  return {
    own: `127.0.0.1:${socket.address().port}`,
    async ask(text: string): Promise<string> {
      const branch = branchOf(text);
      const reply = new Promise<string>((resolve) => heard.set(branch, resolve));
      const send = () => socket.send(text, port, '127.0.0.1');
      const again = setInterval(send, 500);
      send();
      try {
        return await Promise.race([
          reply,
          pause(20_000).then(() => Promise.reject(new Error('REGISTER was not answered'))),
        ]);
      } finally {
        clearInterval(again);
        heard.delete(branch);
      }
    },
    close: () => socket.close(),
  };
}

interface Registering {
  readonly username: string;
  readonly callId: string;
  /** Host and port of the phone. */
  readonly own: string;
  readonly port: number;
}

/** A REGISTER with these header fields more. */
export const registerOf = (
  { username, callId, own, port }: Registering,
  cseq: number,
  more: readonly string[],
): string =>
  [
    `REGISTER sip:127.0.0.1:${port} SIP/2.0`,
    `Via: SIP/2.0/UDP ${own};branch=z9hG4bK${callId}-${cseq};rport`,
    'Max-Forwards: 70',
    `From: <sip:${username}@127.0.0.1>;tag=${callId}`,
    `To: <sip:${username}@127.0.0.1>`,
    `Call-ID: ${callId}`,
    `CSeq: ${cseq} REGISTER`,
    `Contact: <sip:${username}@${own}>`,
    'Expires: 600',
    ...more,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');

/** Every phone registers once, with a challenge of its own. */
export async function registerAll({ usernames, password, port }: Phones & { readonly port: number }, round: number) {
  const { own, ask, close } = await openAsker(port);
  const left = [...usernames];
  const worker = async () => {
    for (let username = left.pop(); username !== undefined; username = left.pop()) {
      const phone = { username, callId: `${username}-${round}`, own, port };
      const challenge = await ask(registerOf(phone, 1, []));
      const answer = await ask(
        registerOf(phone, 2, [
          authorizationOf({ username, password, method: 'REGISTER', uri: `sip:127.0.0.1:${port}`, challenge }),
        ]),
      );
      if (!answer.startsWith('SIP/2.0 200')) throw new Error(`REGISTER: ${answer.split('\r\n')[0]}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
  } finally {
    close();
  }
}

/** The same with Kamailio. */
async function beside(names: Phones): Promise<Speed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sidetone-bench-'));
  const port = await freeUdpPort();
  const config = join(folder, 'kamailio.cfg');
  writeFileSync(config, configOf(port, names.password));
  const child = spawn(kamailio, ['-f', config, '-DD', '-E', '-Y', folder], { stdio: 'ignore' });
  try {
    await pause(2000);
    const { pid } = child;
    if (pid === undefined || child.exitCode !== null) throw new Error('Kamailio did not start');
    return await measure({ ...names, port }, () => descendantsOf(pid));
  } finally {
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

const configOf = (port: number, password: string): string => `
debug=0
log_stderror=yes
fork=yes
children=2
disable_tcp=yes
listen=udp:127.0.0.1:${port}
loadmodule "sl.so"
loadmodule "tm.so"
loadmodule "pv.so"
loadmodule "textops.so"
loadmodule "siputils.so"
loadmodule "usrloc.so"
loadmodule "registrar.so"
loadmodule "auth.so"
modparam("auth", "qop", "auth")
request_route {
  if (!pv_www_authenticate("sidetone", "${password}", "0")) {
    www_challenge("sidetone", "1");
    exit;
  }
  save("location");
}
`;
