import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { AuditStreamTarget } from '@sidetone/contract/entities/audit-stream.ts';
import type { WebhookProblem } from '@sidetone/contract/entities/webhook.ts';
import { isCertificateFault } from '../../network/certificate-faults.ts';
import { checkedAddresses } from '../../network/checked-addresses.ts';
import { isLate, onlyTo } from '../../network/only-to.ts';
import type { PrivateHosts } from '../../network/private-hosts.ts';

type SyslogTarget = Extract<AuditStreamTarget, { way: 'syslogTls' | 'syslogTcp' }>;

/** With the time for the receiver to read all of it. */
const withinMs = 20_000;
const mostAddresses = 4;
/** So long the receiver is watched before we end our side: a balancer without a receiver behind it closes by itself, and read nothing. */
const watchedMs = 500;

/** A receiver as a URL whose host can be looked up; `ws:` where nothing is encrypted. */
export const placeOfSyslog = ({ way, host, port }: SyslogTarget): string =>
  `${way === 'syslogTls' ? 'wss' : 'ws'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

/**
 * Sends framed messages over a connection of their own. Syslog answers nothing, so what was read is known by how the connection
 * ends: we say that nothing more comes, and the receiver closes it once it has read that. One that closes before does not count.
 * Null: it has all of it.
 */
export async function sendSyslog(
  hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>,
  target: SyslogTarget,
  payload: string,
  signal: AbortSignal,
): Promise<WebhookProblem | null> {
  const checked = await checkedAddresses(hosts, placeOfSyslog(target), mostAddresses);
  if ('problem' in checked) return checked.problem === 'notFound' ? 'unreachable' : checked.problem;
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const socket = open(target, checked.addresses);
    let ending: NodeJS.Timeout | undefined;
    let isEnded = false;
    const done = (settle: () => void) => {
      clearTimeout(late);
      clearTimeout(ending);
      signal.removeEventListener('abort', stop);
      socket.destroy();
      settle();
    };
    const stop = () => done(() => reject(signal.reason));
    const late = setTimeout(() => done(() => resolve('timedOut')), withinMs);
    signal.addEventListener('abort', stop);
    socket.on('error', (error: NodeJS.ErrnoException) => done(() => resolve(problemOf(error.code ?? ''))));
    const end = () => {
      isEnded = true;
      socket.end();
    };
    socket.once(target.way === 'syslogTls' ? 'secureConnect' : 'connect', () => {
      socket.write(payload, (error) => {
        if (!error) ending = setTimeout(end, watchedMs);
      });
    });
    // Receivers say nothing, and what they say means nothing.
    socket.resume();
    socket.once('close', () => done(() => resolve(isEnded && socket.writableFinished ? null : 'unreachable')));
  });
}

function open(target: SyslogTarget, addresses: readonly string[]): Socket {
  const { host, port } = target;
  const where = { host, port, ...onlyTo(addresses, withinMs) };
  if (target.way === 'syslogTcp') return connectTcp(where);
  return connectTls({
    ...where,
    servername: isIP(host) === 0 ? host : '',
    minVersion: 'TLSv1.2',
    ...(target.ca !== '' && { ca: target.ca }),
  });
}

function problemOf(code: string): WebhookProblem {
  if (isCertificateFault(code)) return 'certificate';
  return isLate(code) ? 'timedOut' : 'unreachable';
}
