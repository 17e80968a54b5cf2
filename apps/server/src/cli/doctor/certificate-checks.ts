import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { certificateLevel } from '@sidetone/contract/entities/health.ts';
import { type Config, isOpenToOthers } from '../../config.ts';
import { isConstrained, maySignFor } from '../../tls/name-constraints.ts';
import { machineNames, serverCertificate } from '../../tls/server-certificate.ts';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

const dayMs = 86_400_000;

/** The certificate of HTTPS and SIP over TLS: whether it can be used, until when, and for which names. */
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
    if (config.tls) serverCertificate({ dataDir: config.dataDir, given: config.tls });
  } catch (error) {
    const says = config.tls ? (error as Error).message : `${file} cannot be read: ${(error as Error).message}`;
    return [problem(about, says, 'Put a certificate in PEM there, and the key that belongs to it.')];
  }
  const renew = config.tls
    ? 'Renew it. A running server uses the new one within seconds.'
    : 'Start Sidetone. It renews its own certificate, also while it runs.';
  const findings: Finding[] = [];
  const days = daysUntil(parsed, now);
  const until = dayOf(parsed);
  if (parsed.validFromDate > now)
    findings.push(problem(about, 'It is not valid yet.', 'Set the clock of this machine.'));
  const level = certificateLevel(days);
  if (level === 'problem') findings.push(problem(about, `It expired on ${until}.`, renew));
  else if (level === 'warning') findings.push(warning(about, `It expires on ${until}.`, renew));
  else findings.push(ok(about, `valid until ${until}; a renewed one is used without a restart`));
  const authority = config.tls ? undefined : ownAuthority(config);
  for (const name of namesOf(config)) {
    const isCovered = (isIP(name) ? parsed.checkIP(name) : parsed.checkHost(name)) !== undefined;
    if (isCovered) continue;
    if (config.tls) {
      const mend = `Get one that also names ${name}.`;
      findings.push((isIP(name) ? warning : problem)(about, `It does not name ${name}.`, mend));
    } else if (authority && !maySignFor(authority.text, name)) {
      findings.push(warning(about, `It does not name ${name}, which its authority may not sign for.`, makeNew(config)));
    } else findings.push(warning(about, `It does not name ${name}.`, renew));
  }
  return findings;
};

/** The authority that the server made for itself, which devices trust. */
export const authority: Check = async ({ config, now }) => {
  const about = 'Own authority';
  if (config.tls) return [];
  const known = ownAuthority(config);
  if (!known) return [];
  const days = daysUntil(known.parsed, now);
  const until = dayOf(known.parsed);
  const findings: Finding[] = [];
  if (days < 0) {
    const mend = 'Start Sidetone again. It makes a new one, which every device then has to trust, at /trust.';
    findings.push(problem(about, `It expired on ${until}.`, mend));
  } else if (days < 180) findings.push(warning(about, `It expires on ${until}.`, makeNew(config)));
  if (!isConstrained(known.text)) {
    const says =
      'It may sign for every name: anyone with its key can pretend to be any site to the devices that trust it.';
    findings.push(warning(about, says, makeNew(config)));
  }
  return findings.length > 0 ? findings : [ok(about, `limited to the names of this server, valid until ${until}`)];
};

const makeNew = ({ dataDir }: Config): string => {
  const file = join(dataDir, 'tls', 'ca');
  return `For a new one, stop Sidetone, remove ${file}.crt and ${file}.key, and start it again. Every device then has to trust it, at /trust.`;
};

const ownAuthority = ({ dataDir }: Config) => {
  try {
    const text = readFileSync(join(dataDir, 'tls', 'ca.crt'), 'utf8');
    return { text, parsed: new X509Certificate(text) };
  } catch {
    return undefined; // None was made yet; one that is broken is replaced with the next start.
  }
};

const daysUntil = ({ validToDate }: X509Certificate, now: Date): number =>
  Math.floor((validToDate.getTime() - now.getTime()) / dayMs);

const dayOf = ({ validToDate }: X509Certificate): string => validToDate.toISOString().slice(0, 10);

const namesOf = ({ publicUrl, publicAddresses, tls }: Config): string[] => [
  ...new Set([
    ...(publicUrl?.startsWith('https:') ? [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')] : []),
    ...publicAddresses,
    // The machine may have got another name since its authority was made.
    ...(tls ? [] : machineNames().filter((name) => isIP(name) === 0)),
  ]),
];
