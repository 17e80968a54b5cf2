import { z } from 'zod';
import { emailAddress } from './admin-user.ts';
import { locale, timestamp, typedName } from './common.ts';
import { numberPlanChange } from './number-plan.ts';

const gigabyte = 1_000_000_000;

/** What the operator of a server lets a company have; null: as much as it likes. What it has already stays, and no more is added. */
export const companyLimits = z.object({
  /** Deactivated ones do not count. */
  users: z.int().min(1).max(1_000_000).nullable(),
  /** At the same time; emergency calls do not count. */
  calls: z.int().min(1).max(100_000).nullable(),
  /** Of recordings, messages and other files. */
  storageBytes: z
    .int()
    .min(1)
    .max(1_000_000 * gigabyte)
    .nullable(),
});
export type CompanyLimits = z.infer<typeof companyLimits>;

/**
 * Where the users of a company find this server, in place of `PUBLIC_URL`: a name and no address, by HTTPS. Only names that lead
 * nowhere but to one's own machine may be asked without it.
 */
export const companyUrl = z
  .string()
  .trim()
  .toLowerCase()
  .max(300)
  .transform((text, context) => {
    const [, scheme = '', host = '', port = '', rest = ''] = addressForm.exec(text) ?? [];
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    const isPort = port === '' || (Number(port) > 0 && Number(port) <= 65_535);
    if (!z.regexes.domain.test(host) || !isPort) return refuse('is no address');
    if (rest !== '' && rest !== '/') return refuse('has a path');
    if (scheme === 'http' && !host.endsWith('.localhost')) return refuse('is not https');
    const isUsual = port === '' || Number(port) === { http: 80, https: 443 }[scheme];
    return `${scheme}://${host}${isUsual ? '' : `:${Number(port)}`}`;
  });
/** Scheme, host, port, and what follows. */
const addressForm = /^(https?):\/\/([^:/?#@]+)(?::([0-9]{1,5}))?([/?#].*)?$/;

const usage = {
  users: z.int().nonnegative(),
  /** That run now. */
  calls: z.int().nonnegative(),
  /** As it was measured last. */
  storageBytes: z.number().nonnegative(),
  limits: companyLimits,
};

/** What a company uses of what it may have, as its administrators see it. */
export const companyUse = z.object({ id: z.string(), ...usage });

/** `invited`: nobody has come in yet. */
const companyState = z.enum(['runs', 'invited', 'suspended']);

/** A company of the server as its operator sees it: nothing of its calls, people and contacts. */
export const company = z.object({
  ...companyUse.shape,
  name: z.string(),
  state: companyState,
  /** Where its users find this server; null: where everybody does. */
  publicUrl: z.string().nullable(),
  suspendedAt: timestamp.nullable(),
  createdAt: timestamp,
  /** At most one company does. */
  runsServer: z.boolean(),
});
export type Company = z.infer<typeof company>;

/** A company that is added, and its first administrator, who is invited. */
export const newCompany = z
  .object({
    name: typedName(200),
    country: numberPlanChange.shape.country.unwrap(),
    administrator: z.object({
      email: emailAddress,
      firstName: typedName(100),
      lastName: typedName(100),
      locale: locale.default('de'),
    }),
    limits: companyLimits.partial().default({}),
    publicUrl: companyUrl.nullable().default(null),
  })
  .strict();

export const companyChange = z
  .object({ limits: companyLimits.partial(), publicUrl: companyUrl.nullable() })
  .partial()
  .strict();

/** Why an address is not taken. */
export const companyUrlProblems = ['hostTaken', 'hostOfServer'] as const;
export type CompanyChange = z.infer<typeof companyChange>;
