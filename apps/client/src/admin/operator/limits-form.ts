import type { CompanyLimits } from '@sidetone/contract/entities/company.ts';

/** Limits as people type them; empty: as much as the company likes. */
export interface TypedLimits {
  users: string;
  calls: string;
  /** In gigabytes. */
  storage: string;
}

const gigabyte = 1_000_000_000;

export const noLimits: TypedLimits = { users: '', calls: '', storage: '' };

export const typedLimits = ({ users, calls, storageBytes }: CompanyLimits): TypedLimits => ({
  users: users === null ? '' : String(users),
  calls: calls === null ? '' : String(calls),
  storage: storageBytes === null ? '' : String(storageBytes / gigabyte),
});

const numberIn = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed.trim().replace(',', '.'));

/** What was typed as the server reads it; no number stays none, and the schema says so. */
export function limitsIn({ users, calls, storage }: TypedLimits): CompanyLimits {
  const gigabytes = numberIn(storage);
  return {
    users: numberIn(users),
    calls: numberIn(calls),
    storageBytes: gigabytes === null ? null : Math.round(gigabytes * gigabyte),
  };
}

/** How full something is, from 0 to 1; null where it has no limit. */
export const fullness = (used: number, most: number | null): number | null =>
  most === null ? null : Math.min(1, used / most);

/** From which part on it is told that a limit is near. */
export const nearLimit = 0.9;
