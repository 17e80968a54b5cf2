import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createTransport } from 'nodemailer';
import { isOpenToOthers } from '../../config.ts';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

const answerWithinMs = 3_000;

export const iceServers: Check = async ({ config }) => {
  const about = 'STUN and TURN';
  const { stunUrls, turn } = config.ice;
  const urls = [...stunUrls, ...(turn?.urls ?? [])];
  if (urls.length === 0) {
    if (!isOpenToOthers(config) || config.publicAddresses.length === 0) return [];
    const says = 'No TURN server. People behind strict firewalls will have calls without sound.';
    return [warning(about, says, 'Run coturn and set TURN_URLS and TURN_SECRET. See docs/OPERATIONS.md.')];
  }
  return await Promise.all(
    urls.map(async (url): Promise<Finding> => {
      const why = await silenceOf(url);
      if (why === undefined) return ok(about, `${url} answers`);
      return problem(
        about,
        `${url} does not answer: ${why}`,
        'Correct the address, start that server, or open its port.',
      );
    }),
  );
};

/** Why a server does not answer; undefined when it does. */
const silenceOf = (url: string): Promise<string | undefined> => {
  const match = /^(stuns?|turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/i.exec(url);
  if (!match) return Promise.resolve('it is no address of such a server');
  const [, scheme = '', bracketed = '', portText, transport] = match;
  const host = bracketed.replace(/^\[|\]$/g, '');
  const isSecure = scheme.endsWith('s');
  const port = Number(portText ?? (isSecure ? 5349 : 3478));
  if (isSecure || transport === 'tcp') return connects(host, port, isSecure);
  return answersStun(host, port);
};

const connects = (host: string, port: number, isSecure: boolean): Promise<string | undefined> =>
  new Promise((resolve) => {
    const done = (why: string | undefined) => {
      socket.destroy();
      resolve(why);
    };
    const socket = isSecure
      ? connectTls({ host, port, servername: host }, () => done(undefined))
      : connect(port, host, () => done(undefined));
    socket.setTimeout(answerWithinMs, () => done('no answer'));
    socket.once('error', (error) => done(error.message));
  });

/** RFC 8489: a binding request, which STUN and TURN servers answer alike. */
const answersStun = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const transaction = randomBytes(12);
    const request = Buffer.concat([Buffer.from('000100002112a442', 'hex'), transaction]);
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    const done = (why: string | undefined) => {
      clearTimeout(timer);
      clearInterval(again);
      socket.close();
      resolve(why);
    };
    const timer = setTimeout(() => done('no answer'), answerWithinMs);
    const send = () => socket.send(request, port, host, (error) => error && done(error.message));
    const again = setInterval(send, 700);
    socket.on('message', (data) => data.subarray(8, 20).equals(transaction) && done(undefined));
    socket.once('error', (error) => done(error.message));
    send();
  });

/** Whether users could connect Microsoft Teams; without a client nobody wants them to. */
export const microsoftTeams: Check = async ({ config: { microsoft, publicUrl } }) => {
  const about = 'Microsoft Teams';
  if (microsoft.client === undefined) return [];
  if (publicUrl?.startsWith('https:') === true) return [ok(about, 'users can connect it')];
  return [
    problem(
      about,
      'Microsoft sends browsers back to PUBLIC_URL alone, which has to be an address with https. Nobody can connect.',
      'Set PUBLIC_URL to the address that people open, such as https://phone.company.example.',
    ),
  ];
};

export const mail: Check = async ({ config }) => {
  const about = 'Mail';
  if (!config.mail) {
    const says = 'No mail server is set. Links for invitations and new passwords have to be passed on by hand.';
    return [warning(about, says, 'Set SMTP_URL and MAIL_FROM to send them by email.')];
  }
  const withoutPublicUrl =
    config.publicUrl === undefined
      ? [
          problem(
            about,
            'PUBLIC_URL is not set. People who forget their password get no link by email.',
            'Set PUBLIC_URL to the address that people open, such as https://phone.company.example.',
          ),
        ]
      : [];
  const place = new URL(config.mail.smtpUrl);
  const transport = createTransport({
    url: config.mail.smtpUrl,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 5_000,
  });
  try {
    await transport.verify();
    return [ok(about, `${place.host} accepts mail`), ...withoutPublicUrl];
  } catch (error) {
    const says = `${place.host} does not accept mail: ${(error as Error).message}`;
    return [problem(about, says, 'Correct SMTP_URL.'), ...withoutPublicUrl];
  } finally {
    transport.close();
  }
};
