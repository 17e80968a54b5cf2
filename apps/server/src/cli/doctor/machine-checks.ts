import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { isOpenToOthers } from '../../config.ts';
import { isPublicAddress } from '../../pbx/sip/public-address.ts';
import { prepareDataFolder } from '../../supervisor/data-folder.ts';
import { lanAddresses } from '../../supervisor/lan-addresses.ts';
import { checkPorts } from '../../supervisor/ports.ts';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

const gigabyte = 1024 ** 3;
const dayMs = 86_400_000;

export const dataFolder: Check = async ({ config }) => {
  const about = 'Data folder';
  const { dataDir } = config;
  if (!existsSync(dataDir)) return [ok(about, `${dataDir} is created at the first start`)];
  try {
    prepareDataFolder(dataDir);
  } catch (error) {
    return [problem(about, (error as Error).message.split('\n')[0] ?? '', 'See DATA_DIR in docs/OPERATIONS.md.')];
  }
  const findings: Finding[] = [];
  const key = join(dataDir, 'key');
  const mode = statSync(key, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined && (mode & 0o077) !== 0) {
    findings.push(problem(about, 'Others on this machine can read the key of the passwords.', `chmod 600 ${key}`));
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const says = `${dataDir}, ${(free / gigabyte).toFixed(1)} GB free`;
  const mend = 'Free some space. An hour of recordings takes about 30 MB.';
  if (free < 0.2 * gigabyte) findings.push(problem(about, says, mend));
  else if (free < 2 * gigabyte) findings.push(warning(about, says, mend));
  else findings.push(ok(about, says));
  return findings;
};

export const ports: Check = async ({ config, isRunning }) => {
  if (isRunning) {
    const { host, port } = config;
    const place = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
    const url = `http://${place.includes(':') ? `[${place}]` : place}:${port}/api/health`;
    try {
      const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      if (reply.ok) return [ok('Server', `runs and is healthy (${url})`)];
      return [
        problem('Server', `runs but is not healthy: ${await reply.text()}`, 'Check the logs in the data folder.'),
      ];
    } catch (error) {
      const why = (error as Error).message;
      return [problem('Server', `runs, but ${url} does not answer: ${why}`, 'Wait a moment, then check the logs.')];
    }
  }
  try {
    await checkPorts(config);
    return [ok('Ports', 'Sidetone is stopped, and all its ports are free')];
  } catch (error) {
    return (error as Error).message
      .split(/\n(?! )/)
      .map((text) => text.split('\n').map((line) => line.trim()))
      .map(([says = '', mend = 'Change the setting.']) => problem('Ports', says, mend));
  }
};

export const certificate: Check = async ({ config, now }) => {
  const about = 'TLS certificate';
  const file = config.tls?.certFile ?? join(config.dataDir, 'tls', 'server.crt');
  if (!existsSync(file)) {
    if (config.tls) return [problem(about, `TLS_CERT names ${file}, which does not exist.`, 'Correct TLS_CERT.')];
    return isOpenToOthers(config) ? [ok(about, 'is made with the next start')] : [];
  }
  let parsed: X509Certificate;
  try {
    parsed = new X509Certificate(readFileSync(file));
  } catch (error) {
    return [problem(about, `${file} cannot be read: ${(error as Error).message}`, 'Put a certificate in PEM there.')];
  }
  const renew = config.tls
    ? 'Renew it and start Sidetone again.'
    : 'Start Sidetone again. It renews its own certificate.';
  const findings: Finding[] = [];
  const days = Math.floor((parsed.validToDate.getTime() - now.getTime()) / dayMs);
  const until = parsed.validToDate.toISOString().slice(0, 10);
  if (parsed.validFromDate > now)
    findings.push(problem(about, 'It is not valid yet.', 'Set the clock of this machine.'));
  if (days < 0) findings.push(problem(about, `It expired on ${until}.`, renew));
  else if (days < 21) findings.push(warning(about, `It expires on ${until}.`, renew));
  else findings.push(ok(about, `valid until ${until}`));
  for (const name of namesOf(config.publicUrl, config.publicAddresses)) {
    const isCovered = (isIP(name) ? parsed.checkIP(name) : parsed.checkHost(name)) !== undefined;
    if (isCovered) continue;
    const mend = config.tls ? `Get a certificate that also names ${name}.` : renew;
    findings.push((config.tls && !isIP(name) ? problem : warning)(about, `It does not name ${name}.`, mend));
  }
  return findings;
};

const namesOf = (publicUrl: string | undefined, addresses: readonly string[]): string[] => [
  ...(publicUrl?.startsWith('https:') ? [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')] : []),
  ...addresses,
];

export const addresses: Check = async ({ config }) => {
  const about = 'Addresses';
  const { host, publicAddresses } = config;
  if (!isOpenToOthers(config)) {
    if (publicAddresses.length > 0) {
      return [
        problem(
          about,
          `PUBLIC_ADDRESS is set, but HOST ${host} is reachable only from this machine.`,
          'Set HOST=0.0.0.0.',
        ),
      ];
    }
    return [warning(about, 'Only this machine can reach Sidetone.', 'For other machines: npm start -- --lan')];
  }
  const own = lanAddresses(host);
  const findings: Finding[] = [];
  for (const address of publicAddresses) {
    if (isPublicAddress(address)) continue;
    const mend = 'Set PUBLIC_ADDRESS to what the internet sees, such as the address of the router.';
    findings.push(warning(about, `PUBLIC_ADDRESS ${address} is an address in a private network.`, mend));
  }
  if (publicAddresses.length === 0 && !own.some(isPublicAddress)) {
    const says = `Sidetone is known only as ${own.join(', ')}. People outside this network hear nothing.`;
    findings.push(warning(about, says, 'If anyone works outside, set PUBLIC_ADDRESS and forward the ports.'));
  }
  if (findings.length === 0) findings.push(ok(about, [...new Set([...publicAddresses, ...own])].join(', ')));
  return findings;
};
