import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { diskLevel } from '@sidetone/contract/entities/health.ts';
import { isOpenToOthers } from '../../config.ts';
import { isPublicAddress } from '../../pbx/sip/public-address.ts';
import { prepareDataFolder } from '../../supervisor/data-folder.ts';
import { lanAddresses } from '../../supervisor/lan-addresses.ts';
import { checkPorts } from '../../supervisor/ports.ts';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

const gigabyte = 1024 ** 3;

export const dataFolder: Check = async ({ config }) => {
  const about = 'Data folder';
  const { dataDir } = config;
  if (!existsSync(dataDir)) return [ok(about, `${dataDir} is created at the first start`)];
  try {
    prepareDataFolder(dataDir);
  } catch (error) {
    return [problem(about, (error as Error).message.split('\n')[0] ?? '', 'See DATA_DIR in docs/OPERATIONS.md.')];
  }
  const findings: Finding[] = config.openSecretFiles.map((name) =>
    warning(about, `Others on this machine can read the file that ${name} names.`, 'Protect it with chmod 600.'),
  );
  const key = config.keyFile ?? join(dataDir, 'key');
  const mode = statSync(key, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined && (mode & 0o077) !== 0) {
    findings.push(problem(about, 'Others on this machine can read the key of the passwords.', `chmod 600 ${key}`));
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const says = `${dataDir}, ${(free / gigabyte).toFixed(1)} GB free`;
  const mend = 'Free some space. An hour of recordings takes about 30 MB.';
  const level = diskLevel(free);
  if (level === 'problem') findings.push(problem(about, says, mend));
  else if (level === 'warning') findings.push(warning(about, says, mend));
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
