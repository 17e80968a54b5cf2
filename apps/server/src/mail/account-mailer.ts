import { connect, isIP, type Socket } from 'node:net';
import type { MailSecurity } from '@sidetone/contract/entities/mail.ts';
import { createTransport } from 'nodemailer';
import { checkedAddresses } from '../network/checked-addresses.ts';
import { onlyTo } from '../network/only-to.ts';
import type { PrivateHosts } from '../network/private-hosts.ts';
import { asMailError, MailError } from './mail-error.ts';
import { type Mailer, mailPatience, sendBy } from './mailer.ts';

/** A mail server that somebody entered. */
export interface EnteredServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  readonly from: { readonly name: string; readonly address: string };
}

/** Addresses of a host that are tried. */
const mostAddresses = 3;

/**
 * Mail by a server that an administrator entered: always encrypted, and never into the server's own network unless its
 * operator named the host. Each mail has a connection of its own, to an address that was looked at.
 */
export function accountMailer(
  hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>,
  { host, port, security, auth, from }: EnteredServer,
  { ca }: { readonly ca?: string } = {},
): Mailer {
  return {
    async send(mail) {
      const connection = await connectTo(hosts, host, port);
      const transport = createTransport(
        {
          host,
          port,
          secure: security === 'tls',
          requireTLS: security === 'starttls',
          ...(auth === null ? {} : { auth: { user: auth.user, pass: auth.pass } }),
          ...mailPatience,
          connection,
          tls: {
            minVersion: 'TLSv1.2' as const,
            ...(isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {}),
            ...(ca === undefined ? {} : { ca }),
          },
        },
        { from },
      );
      try {
        await sendBy(transport, mail);
      } finally {
        connection.destroy();
      }
    },
  };
}

/** A connection to an address of the host that may be reached. Rejects with a `MailError`. */
async function connectTo(
  hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>,
  host: string,
  port: number,
): Promise<Socket> {
  // As a place that is spoken to with TLS, which mail servers always are here.
  const checked = await checkedAddresses(hosts, `wss://${isIP(host) === 6 ? `[${host}]` : host}`, mostAddresses);
  if ('problem' in checked) throw new MailError(checked.problem === 'privateHost' ? 'privateHost' : 'hostNotFound');
  const withinMs = mailPatience.connectionTimeout;
  return await new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...onlyTo(checked.addresses, withinMs) });
    const timer = setTimeout(() => socket.destroy(new MailError('timedOut')), withinMs);
    const failed = (error: Error) => {
      clearTimeout(timer);
      reject(asMailError(Object.assign(error, { originalCode: (error as NodeJS.ErrnoException).code })));
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}
