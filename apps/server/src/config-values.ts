// How values of environment variables are written.
import { Resolver } from 'node:dns';
import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import { type ExternalLinks, externalLinkNames, externalLinks } from '@sidetone/contract/rules/external-links.ts';
import { z } from 'zod';

export const portNumber = z.coerce
  .number('must be a port number from 1 to 65535')
  .int('must be a port number from 1 to 65535')
  .min(1, 'must be a port number from 1 to 65535')
  .max(65535, 'must be a port number from 1 to 65535');

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const logLevel = z.enum(logLevels, `must be one of ${logLevels.join(', ')}`);

/** How many seconds trouble lasts before somebody is notified. */
export const alarmSeconds = z.coerce
  .number('must be a number of seconds from 1 to 3600')
  .int('must be a number of seconds from 1 to 3600')
  .min(1, 'must be a number of seconds from 1 to 3600')
  .max(3600, 'must be a number of seconds from 1 to 3600');

/** Nobody needs the SIP of a call for longer than a complaint to a provider takes. */
export const traceDays = z.coerce
  .number('must be a number of days from 0 to 90')
  .int('must be a number of days from 0 to 90')
  .min(0, 'must be a number of days from 0 to 90')
  .max(90, 'must be a number of days from 0 to 90');

/** An address of the web, such as a vendor's. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'must begin with https:// or http://' });

export const yesOrNo = z
  .enum(['1', 'true', 'yes', '0', 'false', 'no'], 'must be yes or no')
  .transform((word) => /^[1ty]/.test(word));

export const portRange = z
  .string()
  .regex(/^\d+-\d+$/, 'must be a range such as 16000-16999')
  .transform((text) => {
    const [from = 0, to = 0] = text.split('-').map(Number);
    return { from, to };
  })
  .refine(({ from, to }) => from >= 1024 && to <= 65535 && to - from >= 3, 'must be in 1024-65535 and hold four ports');

/** A list with commas between; nothing for an empty one. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
);

/** IP addresses and networks. */
export const networkList = list
  .pipe(
    z.array(
      z.union(
        [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
        'must be IP addresses or networks such as 10.0.0.0/8, separated by commas',
      ),
    ),
  )
  .default([]);

/** `name=address` for each, with spaces between; without an address nothing leads there. */
export const linkList = z.string().transform((text, context): ExternalLinks => {
  const pairs = text.split(/\s+/).filter(Boolean);
  const given = pairs.map((pair) => {
    const [name = '', ...address] = pair.split('=');
    return [name, address.join('=') || null];
  });
  const read = externalLinks.safeParse(Object.fromEntries(given));
  if (read.success) return read.data;
  context.addIssue(`must be such as "faq=https://help.example upgrade=", of ${externalLinkNames.join(', ')}`);
  return z.NEVER;
});

export const privateHostList = list
  .pipe(
    z.array(
      z.union(
        [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.hostname()],
        'must be hosts, IP addresses or networks such as 10.0.0.0/8, separated by commas',
      ),
    ),
  )
  .default([]);

/** Addresses of name servers, with a port where it is another than 53: `192.0.2.53`, `192.0.2.53:5353`, `[2001:db8::53]:5353`. */
export const nameServerList = list
  .refine(areNameServers, 'must be addresses such as 192.0.2.53 or 192.0.2.53:5353, separated by commas')
  .default([]);

/** Whether Node takes them, which is what asks them later. */
function areNameServers(servers: readonly string[]): boolean {
  try {
    new Resolver().setServers(servers);
    return true;
  } catch {
    return false;
  }
}

/** Types of records that only some companies have, and the object that keeps them. */
export const ownObjects = list
  .pipe(
    z.array(
      z.string().regex(/^building_object(s|_leads)=[a-z]\w{0,79}$/i, 'must be such as building_objects=Building__c'),
    ),
  )
  .transform((all) => Object.fromEntries(all.map((one) => one.split('='))) as Partial<Record<EntityType, string>>);

export const databaseAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');

/** An id or a secret of a client at a vendor. */
export const clientText = z.string().trim().min(1).max(500).optional();

/** What is wrong with settings from the environment, a line for each; secrets are not repeated. */
export const configProblems = (issues: readonly z.core.$ZodIssue[], given: Readonly<Record<string, unknown>>): string =>
  issues
    .map(({ path, message }) => {
      const name = String(path[0]);
      const isSecret = /SECRET|KEY|TOKEN|HEADERS|URL$|BRIDGES$/.test(name); // a database address carries a password
      const [field] = path.slice(1).filter((one) => typeof one === 'string');
      if (field !== undefined) return `${name}: "${field}" ${message}.`;
      return isSecret ? `${name} ${message}.` : `${name} ${message}; it is "${given[name]}".`;
    })
    .join('\n');

/** A setting is wrong; the message names the variable and says what it must be. Nothing was started. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
