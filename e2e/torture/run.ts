// Sends the messages of RFC 4475 to a server, and tells what came of each.
//   npm run torture                    our own fifty, to a server that is started for it
//   npm run torture -- DIR             the originals in DIR, with its INDEX.tsv
//   npm run torture -- --fuzz 100000   mutations of them; --seed N for another row
//   … --target HOST:PORT --ws PORT --user NAME:PASSWORD --number N    a server that runs; N answers calls
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tcpWire, udpWire, wsWire } from '../../apps/server/src/pbx/sip/testing/real-wires.ts';
import { type Account, openTorturer, type Torturer, type Way } from '../../apps/server/src/pbx/sip/testing/torturer.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { answeringPhone } from './answering-phone.ts';
import { fuzz } from './fuzz.ts';
import { type Original, originalsIn } from './originals.ts';
import { ownMessages } from './own-messages.ts';
import { type Row, sendAll } from './send-all.ts';

/** A server that suffers. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly wsPort: number;
  readonly account: Account;
  /** Whom to call to be inside a call. */
  readonly number: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    target: { type: 'string' },
    ws: { type: 'string', default: '8080' },
    user: { type: 'string' },
    number: { type: 'string' },
    fuzz: { type: 'string' },
    seed: { type: 'string', default: '4475' },
  },
});

const ways: Way[] = ['UDP', 'TCP', 'WS'];

const wayTo =
  ({ host, port, wsPort, account }: Target) =>
  async (way: Way): Promise<Torturer> => {
    const wire = await (way === 'UDP'
      ? udpWire(port, host)
      : way === 'TCP'
        ? tcpWire(port, host)
        : wsWire(wsPort, host));
    return openTorturer(wire, way, account);
  };

const foreign = (): Target => {
  const [host = '', port = '5060'] = (values.target ?? '').split(':');
  const [username = '', password = ''] = (values.user ?? '').split(':');
  if (username === '' || !values.number) throw new Error('--target needs --user NAME:PASSWORD and --number N');
  return {
    host,
    port: Number(port),
    wsPort: Number(values.ws),
    account: { username, password },
    number: values.number,
  };
};

const show = (rows: readonly Row[]) => {
  for (const { name, section, expected, outcomes } of rows) {
    const told = outcomes.map(({ told, ok }) => `${told}${ok ? '' : ' !'}`.padEnd(9)).join('');
    console.log(`${name.padEnd(18)} ${section.padEnd(9)} ${told} ${expected}`);
  }
};

const torment = async (target: Target): Promise<string[]> => {
  if (values.fuzz !== undefined) return fuzz(wayTo(target), target.number, Number(values.fuzz), Number(values.seed));
  const messages: readonly Original[] = positionals[0] ? originalsIn(positionals[0]) : ownMessages();
  const heads = ways.map((way) => way.padEnd(9)).join('');
  console.log(
    `${'message'.padEnd(18)} ${'section'.padEnd(9)} ${heads}${heads} expected (before a call, then inside one)`,
  );
  const { rows, faults } = await sendAll(wayTo(target), ways, target.number, messages);
  show(rows);
  const all = rows.flatMap(({ outcomes }) => outcomes);
  console.log(`${all.filter(({ ok }) => ok).length} of ${all.length} answers as expected`);
  return faults;
};

/** Far less than what it would be if every message were remembered. */
const mostGrowthMb = 150;

const memoryOf = async (sidetone: Sidetone): Promise<number> => {
  const services = (await sidetone.tree()).find(({ command }) => command.includes('services.ts'));
  if (!services) throw new Error('there is no services process');
  const status = readFileSync(`/proc/${services.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
};

const ownServer = async (): Promise<string[]> => {
  const sidetone = await ownSidetone();
  process.once('exit', () => sidetone.abandon());
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
  try {
    const [caller, callee] = await sidetone.signIns();
    if (!caller || !callee) throw new Error('The demo company lacks people');
    const { username, password } = await sidetone.addPhone(caller.email, 'Torture');
    const { sip, http } = sidetone.ports;
    const putAway = await answeringPhone('127.0.0.1', sip, await sidetone.addPhone(callee.email, 'Answers'));
    const account = { username, password };
    const before = await memoryOf(sidetone);
    const faults = await torment({ host: '127.0.0.1', port: sip, wsPort: http, account, number: callee.extension });
    putAway();
    const after = await memoryOf(sidetone);
    console.log(`memory of the services process: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`);
    if (after > before + mostGrowthMb) faults.push(`the services process grew by ${(after - before).toFixed(0)} MB`);
    if (!(await sidetone.isHealthy())) faults.push('the server is not healthy');
    const errors = sidetone.output.split('\n').filter((line) => /"level":[56]0/.test(line));
    return [...faults, ...errors];
  } finally {
    await sidetone.dispose();
  }
};

const faults = await (values.target ? torment(foreign()) : ownServer());
for (const fault of faults) console.error(fault);
console.log(`${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
