import { X509Certificate } from 'node:crypto';
import { certificateLevel } from '@sidetone/contract/entities/health.ts';
import { tlsWay } from '../../pbx/media/far/tls-way.ts';
import { type CellIdentity, readCellIdentity } from '../../tls/cell.ts';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

const about = 'Media hosts';
const withinMs = 3_000;
const dayMs = 86_400_000;

/** The media processes on other machines, as seen from here, and what this server proves itself with. */
export const mediaHosts: Check = async ({ config, now }) => {
  const { mediaHosts: places, cell } = config;
  if (places.length === 0 || cell === undefined) return [];
  let identity: CellIdentity;
  try {
    identity = readCellIdentity(cell, 'carrier');
  } catch (error) {
    return [
      problem(about, `${(error as Error).message}.`, 'Make one: sidetone cell cert --role carrier --host <this>'),
    ];
  }
  const answers = await Promise.all(
    places.map(async (place) => ({ place, why: await whyNotReached(tlsWay(place, () => identity)) })),
  );
  const reached = answers.filter(({ why }) => why === undefined).length;
  return [
    ...(reached > 0 ? [ok(about, `${reached} of ${places.length} media processes are reached`)] : []),
    ...answers.flatMap(({ place, why }) =>
      why === undefined ? [] : [problem(about, `${place.host}:${place.port} is not reached: ${why}.`, mend)],
    ),
    ...lifetime(identity, now),
  ];
};

const mend =
  'Look whether sidetone-media runs there, its port is open to this server, and its certificate is of the same cell.';

function lifetime({ cert }: CellIdentity, now: Date): Finding[] {
  const { validToDate: end } = new X509Certificate(cert);
  const level = certificateLevel((end.getTime() - now.getTime()) / dayMs);
  if (level === 'ok') return [];
  const says = `The certificate of this server in its cell is good until ${end.toISOString().slice(0, 10)}.`;
  return [
    (level === 'problem' ? problem : warning)(about, says, 'Make the next one: sidetone cell cert --role carrier'),
  ];
}

/** Undefined where a process of the cell answers. One that does not want us hangs up right after the handshake. */
function whyNotReached(way: ReturnType<typeof tlsWay>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { socket, opens } = way.open();
    const timer = setTimeout(() => end('it does not answer'), withinMs);
    const end = (why?: string) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(why);
    };
    socket.once(opens, () => socket.write(`${JSON.stringify({ id: 1, method: 'ping', params: { heard: 0 } })}\n`));
    socket.once('data', () => end());
    socket.on('error', (error) => end(error.message));
    socket.once('close', () => end('it does not let this server in'));
  });
}
