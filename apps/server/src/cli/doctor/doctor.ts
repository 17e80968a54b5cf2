import { authority, certificate } from './certificate-checks.ts';
import { audioPorts, bans, crmLogs, database, jobs, time, trunkSources, trunks } from './database-checks.ts';
import { files } from './file-checks.ts';
import type { Check, DoctorGround, Finding } from './finding.ts';
import { addresses, dataFolder, ports } from './machine-checks.ts';
import { mediaHosts } from './media-checks.ts';
import { iceServers, mail, microsoftTeams } from './network-checks.ts';
import { nodes } from './node-checks.ts';

/** Everything that is looked at, in this order. */
const checks: readonly Check[] = [
  dataFolder,
  database,
  files,
  time,
  nodes,
  ports,
  addresses,
  certificate,
  authority,
  iceServers,
  audioPorts,
  mediaHosts,
  trunks,
  trunkSources,
  mail,
  microsoftTeams,
  bans,
  jobs,
  crmLogs,
];

/** Looks at an installation; changes nothing. A check that fails is a finding itself. */
export async function examine(ground: DoctorGround): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map((check) =>
      check(ground).catch((error: unknown): Finding[] => [
        {
          about: check.name,
          state: 'problem',
          says: `This could not be checked: ${(error as Error).message}`,
          mend: 'Start Sidetone, so that its tables match this version, and check again.',
        },
      ]),
    ),
  );
  return found.flat();
}

const marks = { ok: '✓', warning: '!', problem: '✗' } as const;

/** The findings in columns, with what to mend below each. */
export function describeFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length)) + 2;
  const lines = findings.flatMap(({ about, state, says, mend }) => [
    `  ${marks[state]} ${about.padEnd(width)}${says}`,
    ...(mend === undefined ? [] : [`    ${' '.repeat(width)}→ ${mend}`]),
  ]);
  const count = (state: 'problem' | 'warning') => {
    const many = findings.filter((one) => one.state === state).length;
    return `${many} ${state}${many === 1 ? '' : 's'}`;
  };
  return `${lines.join('\n')}\n\n  ${count('problem')}, ${count('warning')}`;
}
