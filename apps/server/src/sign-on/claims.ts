import { emailAddress } from '@sidetone/contract/entities/admin-user.ts';
import { typedName } from '@sidetone/contract/entities/common.ts';
import { z } from 'zod';

/** Who someone is at a provider, as far as it says so. */
export interface ProviderPerson {
  readonly subject: string;
  /** Null where it names none. */
  readonly email: string | null;
  /** The provider says that the address is theirs. */
  readonly isVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Null where it says nothing of groups: then nothing is known of them. */
  readonly groups: readonly string[] | null;
  /** They have proved twice who they are, as it says. */
  readonly isBothSteps: boolean;
  /** The session at the provider; null where it names none. */
  readonly sid: string | null;
  /** The domain of their organization at Google; null elsewhere and for accounts of persons. */
  readonly hostedDomain: string | null;
}

const text = z.string().max(500).nullish().catch(null);
const name = typedName(100).nullish().catch(null);
const yes = z.union([z.literal(true), z.literal(1), z.literal('true'), z.literal('1')]);
const isYes = yes
  .optional()
  .catch(undefined)
  .transform((value) => value !== undefined);

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: text,
  /** Of Entra ID without an address of mail. */
  preferred_username: text,
  email_verified: isYes,
  /** Entra ID, as an optional claim: the domain of the address is the company's. */
  xms_edov: isYes,
  given_name: name,
  family_name: name,
  name,
  hd: text,
  sid: z.string().min(1).max(255).nullish().catch(null),
  amr: z.array(z.string().max(60)).max(50).catch([]).default([]),
});

const groupNames = z.union([z.string().max(300), z.array(z.string().max(300)).max(2000)]);

/**
 * Reads what a provider says of someone. Throws where it does not say who they are. A claim that is not as it should be counts as
 * missing.
 */
export function personOf(said: Readonly<Record<string, unknown>>, groupClaim: string): ProviderPerson {
  const {
    sub,
    email,
    preferred_username: username,
    given_name,
    family_name,
    name: whole,
    hd,
    sid,
    amr,
    ...verified
  } = claims.parse(said);
  const address = emailAddress.safeParse(email ?? '').data ?? emailAddress.safeParse(username ?? '').data ?? null;
  const [first = null, ...rest] = whole?.split(/\s+/) ?? [];
  const groups = groupNames.safeParse(said[groupClaim]).data;
  return {
    subject: sub,
    email: address?.toLowerCase() ?? null,
    // What is verified is the claim `email`, and no other address.
    isVerified: address !== null && address === email?.trim() && (verified.email_verified || verified.xms_edov),
    firstName: given_name ?? first,
    lastName: family_name ?? (rest.length > 0 ? rest.join(' ') : null),
    groups: groups === undefined ? null : [groups].flat(),
    isBothSteps: provesTwice(amr),
    sid: sid ?? null,
    hostedDomain: hd?.toLowerCase() ?? null,
  };
}

/** Methods of RFC 8176 by what they prove: that someone knows, has or is something. */
const factors: Readonly<Record<string, 'knows' | 'has' | 'is'>> = {
  pwd: 'knows',
  pin: 'knows',
  kba: 'knows',
  otp: 'has',
  hwk: 'has',
  swk: 'has',
  pop: 'has',
  sc: 'has',
  sms: 'has',
  tel: 'has',
  face: 'is',
  fpt: 'is',
  iris: 'is',
  retina: 'is',
  vbm: 'is',
};

const provesTwice = (methods: readonly string[]): boolean =>
  methods.includes('mfa') || new Set(methods.flatMap((method) => factors[method] ?? [])).size > 1;
