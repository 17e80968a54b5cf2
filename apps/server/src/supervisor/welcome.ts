import { type Config, isOpenToOthers } from '../config.ts';
import { type DemoSignIn, readDemoSignIns } from '../storage/demo-sign-ins.ts';
import { columns } from './columns.ts';
import { howToCall } from './how-to-call.ts';
import { lanAddresses } from './lan-addresses.ts';
import type { ServicesReady } from './services-message.ts';

/** What a newcomer needs once the server runs: where to go, who to be, whom to call. Columns of plain text. */
export function welcome(config: Config, ready: ServicesReady): string {
  const signIns = readDemoSignIns(config.dataDir);
  const own = ownAddress(config.host);
  // The people of the demo have everything set up: they begin in the app, and not with the sound of this browser.
  const page = signIns.length > 0 ? '/main' : '';
  const addresses: [string, string][] = own ? [[`http://${own}:${config.port}${page}`, 'this machine']] : [];
  const [first] = lanAddresses(config.host);
  if (isOpenToOthers(config)) {
    for (const address of lanAddresses(config.host)) {
      addresses.push([
        `https://${bracketed(address)}:${config.httpsPort}${page}`,
        own ? 'other machines' : 'every machine',
      ]);
    }
    if (first && !config.tls)
      addresses.push([`http://${bracketed(first)}:${config.port}/trust`, 'their first visit: trust the certificate']);
  }
  const sections: (readonly [string, readonly string[]])[] = [['Open', columns(addresses)]];
  if (ready.setupCode !== undefined) {
    sections.push([
      'Set up',
      ['Open the address above and create the first administrator.', `Set-up code: ${ready.setupCode}`],
    ]);
  }
  if (signIns.length > 0) sections.push(['Sign in', describeSignIns(signIns)]);
  sections.push(['First call', ['Dial *43 to hear yourself: the echo test.']]);
  const phoneUser = signIns.findLast(({ classic }) => classic === undefined)?.extension ?? '<email or extension>';
  const sipHost = bracketed(first ?? '127.0.0.1');
  sections.push([
    'Desk phone',
    [`${howToCall()} phone add --user ${phoneUser}`, `SIP server ${sipHost}:${config.sipPort}, UDP or TCP`],
  ]);
  if (!isOpenToOthers(config)) sections.push(['Network', ['Only this machine. To let others in: npm start -- --lan']]);
  if (config.mail && config.publicUrl === undefined) {
    sections.push(['Mail', ['"Forgot password" sends no links until PUBLIC_URL says where this server is.']]);
  }
  sections.push(['Stop', ['Ctrl+C']]);

  const width = Math.max(...sections.map(([title]) => title.length)) + 3;
  const body = sections.map(([title, lines]) =>
    lines.map((line, at) => `  ${(at === 0 ? title : '').padEnd(width)}${line}`).join('\n'),
  );
  return `\n  Sidetone is running.\n\n${body.join('\n\n')}\n`;
}

/** The demo people as aligned lines: e-mail, password, name and extension. */
export function describeSignIns(signIns: readonly DemoSignIn[]): string[] {
  return columns(
    signIns.map(({ email, password, name, extension, admin, classic }) => [
      email,
      password,
      `${name}, extension ${extension}${admin ? ', administrator' : ''}${classic === undefined ? '' : ` (${classic}, classic)`}`,
    ]),
  );
}

/** What this machine itself calls us over plain HTTP; undefined when we listen on an address that is not secure so. */
const ownAddress = (host: string): string | undefined => {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return isOpenToOthers({ host }) ? undefined : host;
};

const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);
