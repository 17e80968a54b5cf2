import { z } from 'zod';
import { departmentName } from './admin-user.ts';
import { plainId, typedName } from './common.ts';
import { signInStep } from './second-factor.ts';

export const mostSignOnDomains = 50;
export const mostSignOnGroups = 200;

/** Where the provider is, as OpenID Connect Discovery has it: no query, no fragment, no user. */
const issuer = z
  .string()
  .trim()
  .max(500)
  .pipe(z.url({ protocol: /^https?$/, hostname: /^[^\s]+$/ }))
  .refine((url) => !/[?#]/.test(url) && !/^[^/]*\/\/[^/]*@/.test(url), 'not the address of a provider')
  // Many copy the address of its settings.
  .transform((url) => url.replace(/\/\.well-known\/openid-configuration\/?$/, ''));

/** Letters of any language, digits and hyphens in labels of 63 at most, the last of which is no number. */
const domainName =
  /^(?=.{3,253}$)([\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?!\d+$)[\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** The part of an email address after the @. The server keeps it as the DNS has it: `müller.de` is `xn--mller-kva.de`. */
export const emailDomain = z
  .string()
  .trim()
  .max(255)
  .transform((typed) => typed.normalize('NFC').toLowerCase().replace(/^@/, '').replace(/\.$/, ''))
  .pipe(z.string().regex(domainName, 'not a domain'));

/** What members of a group of the directory get. */
const signOnGroup = z.object({
  /** As the directory writes it: a name, a path or an id. */
  group: typedName(300),
  /** Shared channels. */
  channelIds: z.array(plainId).max(50),
  department: departmentName.nullable(),
  admin: z.boolean(),
});
export type SignOnGroup = z.infer<typeof signOnGroup>;

/** Whether the sign-in at the provider counts as both steps: where it says so itself (`amr`), or always. */
const signOnSteps = z.enum(['stated', 'always']);

const settings = {
  issuer,
  clientId: typedName(300),
  /** Users find the way to it on the sign-in page. */
  isOn: z.boolean(),
  domains: z.array(emailDomain).min(1).max(mostSignOnDomains),
  /** All but administrators sign in this way and no other. */
  isRequired: z.boolean(),
  /** Newcomers get a user at their first sign-in. */
  createsUsers: z.boolean(),
  /** Email addresses count although the provider does not say that it has verified them. */
  trustsAddresses: z.boolean(),
  steps: signOnSteps,
  /** The claim that lists groups. */
  groupClaim: z
    .string()
    .trim()
    .max(200)
    .regex(/^[\w:./-]+$/, 'not the name of a claim'),
  groups: z.array(signOnGroup).max(mostSignOnGroups),
  /** Signing out here leads on to the sign-out of the provider, where it has one. */
  endsAtProvider: z.boolean(),
};

/** Why the record that proves a domain was not found: by the last look for it. */
export const domainProblem = z.enum([
  /** The domain has no such record. */
  'noRecord',
  /** It has one, with another value. */
  'otherRecord',
  'noSuchDomain',
  /** The name service did not answer, which says nothing of the domain. */
  'noAnswer',
  /** The record is there, but another company of this server has proved the domain and its record is there as well. */
  'taken',
]);
export type DomainProblem = z.infer<typeof domainProblem>;

/** What is known of an email domain of a company. */
export const domainProof = z.object({
  domain: z.string(),
  state: z.enum(['waiting', 'proved', 'lost']),
  /** Users with addresses of it come in by single sign-on. */
  counts: z.boolean(),
  /** Counts without a proof until then, since it was there before proofs were asked for; null: no such time. */
  keptUntil: z.iso.datetime().nullable(),
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
  problem: domainProblem.nullable(),
  /** Null: nobody has looked yet. */
  checkedAt: z.iso.datetime().nullable(),
  /** When a proved domain is lost, unless its record comes back; null: its record is there. */
  losesAt: z.iso.datetime().nullable(),
});
export type DomainProof = z.infer<typeof domainProof>;

/** The single sign-on of a company as its administrators see it: the secret is written and never read. */
export const singleSignOn = z.object({
  ...settings,
  issuer: z.string(),
  clientId: z.string(),
  domains: z.array(z.string()),
  hasSecret: z.boolean(),
  /** Of its domains, in their order. */
  proofs: z.array(domainProof),
  rev: z.int().nonnegative(),
});
export type SingleSignOn = z.infer<typeof singleSignOn>;

/** The same as an administrator wants it. */
export const singleSignOnChange = z
  .object({
    ...settings,
    /** Null: the secret stays as it is. */
    secret: z
      .string()
      .max(1000)
      .regex(/^[^\p{Cc}]*$/u, 'has characters that no secret has')
      .nullable(),
    /** That of the settings as they were changed, 0 for new ones. */
    rev: z.int().nonnegative(),
  })
  .strict();
export type SingleSignOnChange = z.infer<typeof singleSignOnChange>;

/** Why the server refuses settings, by field. */
export const signOnRefusals = [
  'privateHost',
  'insecure',
  'notAnAddress',
  'needsSecret',
  'publicDomain',
  'publicSuffix',
  'notADomain',
  'domainTaken',
  'channelUnknown',
  'needsProof',
] as const;
export type SignOnRefusal = (typeof signOnRefusals)[number];

/** What a test of the provider found wrong. */
export const signOnTestProblem = z.enum([
  'hostNotFound',
  'privateHost',
  'insecure',
  'unreachable',
  'timedOut',
  'certificate',
  'notFound',
  'notProvider',
  'otherIssuer',
  'noCode',
  'noKeys',
  'clientRefused',
  'secretLost',
]);
export type SignOnTestProblem = z.infer<typeof signOnTestProblem>;

export const signOnTest = z.object({
  problem: signOnTestProblem.nullable(),
  /** What the provider said, such as the issuer that it names itself. */
  detail: z.string().nullable(),
});
export type SignOnTest = z.infer<typeof signOnTest>;

/** Why someone who came from the provider, or is on the way there, is not let in. */
export const signOnProblem = z.enum([
  'notSetUp',
  'suspended',
  'providerDown',
  'providerFault',
  'clientRefused',
  'cancelled',
  'over',
  'noAddress',
  'notVerified',
  'wrongDomain',
  'noUser',
  'usersFull',
  'otherUser',
  'deactivated',
  'administrator',
]);
export type SignOnProblem = z.infer<typeof signOnProblem>;

/** Where a browser goes for it; null where there is a problem. */
export const signOnWay = z.object({ leadsTo: z.string().nullable(), problem: signOnProblem.nullable() });

/** What came of it: a way on, a step that is missing, or a problem. */
export const signOnOutcome = z.object({
  redirectTo: z.string().nullable(),
  step: signInStep.nullable(),
  problem: signOnProblem.nullable(),
});
export type SignOnOutcome = z.infer<typeof signOnOutcome>;
