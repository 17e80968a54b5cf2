import { z } from 'zod';
import { timestamp, typedName } from './common.ts';

/** What a program may do with a token of the company. `directory`: create, change and deactivate users by SCIM. */
export const companyScopes = ['callRecords', 'users', 'audit', 'directory'] as const;
/** What a program may do with a token of one user, for that user. */
export const personalScopes = ['calls', 'recordings', 'contacts', 'dial'] as const;

export type CompanyScope = (typeof companyScopes)[number];
export type PersonalScope = (typeof personalScopes)[number];
export type TokenScope = CompanyScope | PersonalScope;

/** Most tokens that a company, or one user, may have. */
export const mostApiTokens = 20;
/** A token works for so many days at most. */
export const mostTokenDays = 730;

/** How long tokens can be chosen to work. */
export const tokenDays = [30, 90, 365, mostTokenDays] as const;

const newToken = <S extends string>(scopes: readonly [S, ...S[]]) =>
  z.object({
    name: typedName(60),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(scopes.length)
      .refine((given) => new Set(given).size === given.length, 'a scope is listed twice'),
    days: z.number().int().min(1).max(mostTokenDays).default(365),
  });

export const newCompanyToken = newToken(companyScopes);
export const newPersonalToken = newToken(personalScopes);
export type NewApiToken = z.infer<typeof newCompanyToken> | z.infer<typeof newPersonalToken>;

/** A token of the API without the token itself. */
export const apiToken = z.object({
  id: z.string().min(1),
  name: z.string(),
  scopes: z.array(z.enum([...companyScopes, ...personalScopes])),
  /** Who made it; null where they are gone. */
  madeBy: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** To the hour; null where nobody has used it. */
  lastUsedAt: timestamp.nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** Tokens begin with this, which tools that look for leaked secrets know them by. */
export const apiTokenPrefix = 'sidetone_api_';
