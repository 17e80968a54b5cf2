import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface MailBoxParts {
  /** What it shows as its certificate; left out: it encrypts nothing. */
  readonly certified?: { readonly key: string; readonly cert: string };
  /** Encrypted from the first byte; else by STARTTLS. */
  readonly isSecure?: boolean;
  /** Who may send; left out: everybody. */
  readonly signIn?: { readonly user: string; readonly password: string };
}

/** A mail server on loopback that keeps what it is sent; `refuse` makes it say no, with this status. */
export async function mailBox({ certified, isSecure = false, signIn }: MailBoxParts = {}) {
  const mails: { to: string[]; from: string; source: string; secure: boolean; user: string | null }[] = [];
  let refusing: number | null = null;
  const server = new SMTPServer({
    authOptional: signIn === undefined,
    secure: isSecure,
    ...(certified === undefined ? {} : { key: certified.key, cert: certified.cert }),
    disabledCommands: [
      ...(certified === undefined || isSecure ? ['STARTTLS'] : []),
      ...(signIn === undefined ? ['AUTH'] : []),
    ],
    onAuth({ username, password }, _session, done) {
      const isRight = username === signIn?.user && password === signIn?.password;
      done(isRight ? null : Object.assign(new Error('wrong password'), { responseCode: 535 }), { user: username });
    },
    onRcptTo: (_address, _session, done) =>
      done(refusing === null ? null : Object.assign(new Error('no such mailbox'), { responseCode: refusing })),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const source = Buffer.concat(chunks).toString('utf8');
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source,
          secure: session.secure,
          user: typeof session.user === 'string' ? session.user : null,
        });
        done();
      });
    },
  });
  // A client that breaks off a handshake is part of the tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    refuse(now: boolean | number) {
      refusing = now === true ? 550 : now === false ? null : now;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The text of a mail as its reader sees it: quoted-printable (RFC 2045 §6.7) or base64 undone. */
export function textOf(source: string): string {
  const [head = '', ...body] = source.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  const boundary = /^content-type: multipart\/[^;]+;\s*boundary="?([^"\r\n;]+)"?/im.exec(head)?.[1];
  if (boundary !== undefined) return textOf(text.split(`--${boundary}`)[1]?.replace(/^\r\n/, '') ?? '');
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The bytes of the file that hangs on a mail; null where there is none. */
export function attachmentOf(source: string): { readonly name: string; readonly bytes: Buffer } | null {
  const found = /content-type: audio\/mpeg;\s*name="?([^"\r\n]+)"?[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/i.exec(source);
  return found === null ? null : { name: found[1] ?? '', bytes: Buffer.from(found[2] ?? '', 'base64') };
}

/** A field of the head of a mail, in one line. */
export const headOf = (source: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.*(?:\\r\\n[ \\t].*)*)`, 'im')
    .exec(source.split('\r\n\r\n')[0] ?? '')?.[1]
    ?.replace(/\r\n\s*/g, ' ');
