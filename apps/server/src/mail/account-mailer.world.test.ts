import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { privateHosts } from '../network/private-hosts.ts';
import { makeAuthority, makeServerCertificate } from '../tls/certificate.ts';
import { accountMailer, type EnteredServer } from './account-mailer.ts';
import { MailError } from './mail-error.ts';
import { headOf, mailBox, textOf } from './testing/mail-box.ts';

const name = 'Mail servers of tests';
const authority = { ...makeAuthority(name, new Date()), name };
const certified = makeServerCertificate(authority, ['localhost', '127.0.0.1'], new Date());
const signIn = { user: 'phone', password: 'north-wind' };
const hosts = privateHosts(['127.0.0.1', 'localhost']);
const letter = { to: 'anna@example.com', subject: 'Grüße', text: 'Es hat geklappt.' };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const box = async (parts: Parameters<typeof mailBox>[0]) => {
  const opened = await mailBox(parts);
  closing.push(opened.stop);
  return opened;
};
const entered = (port: number, more: Partial<EnteredServer> = {}): EnteredServer => ({
  host: '127.0.0.1',
  port,
  security: 'starttls',
  auth: null,
  from: { name: 'Ahorn, Anna "GmbH"', address: 'phone@example.com' },
  ...more,
});
const sendBy = (server: EnteredServer, more: { ca?: string | undefined; hosts?: typeof hosts } = {}) => {
  const trusted = 'ca' in more ? more.ca : authority.cert;
  return accountMailer(more.hosts ?? hosts, server, trusted === undefined ? {} : { ca: trusted }).send(letter);
};
const outcome = async (sending: Promise<void>) => {
  try {
    await sending;
    return 'sent';
  } catch (error) {
    expect(error).toBeInstanceOf(MailError);
    const { problem, status } = error as MailError;
    return status === null ? problem : `${problem} ${status}`;
  }
};
/** A program that listens and is no mail server. */
const program = async (onSocket: (socket: Socket) => void): Promise<number> => {
  const server: Server = createServer(onSocket);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

test('mail goes by STARTTLS and by TLS, signed in and encrypted', async () => {
  for (const isSecure of [false, true]) {
    const to = await box({ certified, isSecure, signIn });
    const auth = { user: signIn.user, pass: signIn.password };
    const security = isSecure ? 'tls' : 'starttls';
    for (const host of ['127.0.0.1', 'localhost']) await sendBy(entered(to.port, { host, security, auth }));
    expect(to.mails).toMatchObject([
      { to: ['anna@example.com'], from: 'phone@example.com', secure: true, user: 'phone' },
      { secure: true },
    ]);
    const source = to.mails[0]?.source ?? '';
    expect(headOf(source, 'From')).toContain('<phone@example.com>');
    expect(textOf(source).trim()).toBe('Es hat geklappt.');
  }
});

test('nothing is sent to a mail server without encryption', async () => {
  const plain = await box({});
  expect(await outcome(sendBy(entered(plain.port)))).toMatch(/^noTls/);
  expect(await outcome(sendBy(entered(plain.port, { security: 'tls' })))).toBe('noTls');
  expect(plain.mails).toEqual([]);
});

test('each failure has its own code', async () => {
  const secure = await box({ certified, signIn });
  const auth = { user: signIn.user, pass: 'wrong' };
  expect(await outcome(sendBy(entered(secure.port, { auth })))).toBe('signIn 535');
  expect(await outcome(sendBy(entered(secure.port), { ca: undefined }))).toBe('certificate');
  expect(await outcome(sendBy(entered(secure.port, { host: 'nobody.invalid' })))).toBe('hostNotFound');
  expect(await outcome(sendBy(entered(secure.port), { hosts: privateHosts([]) }))).toBe('privateHost');
  const closed = await program(() => undefined);
  await closing.pop()?.();
  expect(await outcome(sendBy(entered(closed)))).toBe('unreachable');
  const open = await box({ certified });
  open.refuse(550);
  expect(await outcome(sendBy(entered(open.port)))).toBe('recipientRefused 550');
  open.refuse(451);
  expect(await outcome(sendBy(entered(open.port)))).toBe('busy 451');
  const web = await program((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await outcome(sendBy(entered(web)))).toMatch(/^(notMail|unreachable)$/);
  expect(secure.mails).toEqual([]);
});

test('a server that never greets is waited for ten seconds and no longer', async () => {
  const sockets: Socket[] = [];
  const silent = await program((socket) => void sockets.push(socket));
  expect(await outcome(sendBy(entered(silent)))).toBe('timedOut');
  for (const socket of sockets) socket.destroy();
}, 20_000);

test('names and subjects write no lines of their own', async () => {
  const to = await box({ certified });
  const mailer = accountMailer(
    hosts,
    entered(to.port, { from: { name: 'A\r\nBcc: spy@example.com', address: 'phone@example.com' } }),
    { ca: authority.cert },
  );
  await mailer.send({
    ...letter,
    subject: 'Hello\r\nBcc: spy@example.com',
    headers: { 'List-Unsubscribe': '<https://a.example>\r\nBcc: spy@example.com' },
  });
  expect(to.mails[0]?.to).toEqual(['anna@example.com']);
  expect(headOf(to.mails[0]?.source ?? '', 'Bcc')).toBeUndefined();
});
