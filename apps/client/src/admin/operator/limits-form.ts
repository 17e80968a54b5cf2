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
  storage: storageBytes === null ? '' : inGigabytes(storageBytes),
});

/** Never with three digits behind the point, which could be thousands. */
const inGigabytes = (bytes: number): string =>
  (bytes / gigabyte)
    .toFixed(9)
    .replace(/\.?0+$/, '')
    .replace(/\.\d{3}$/, (digits) => `${digits}0`);

/** A number with digits behind a point or a comma; three of them would be thousands in another language. */
const oneNumber = /^\d+(?:[.,](?!\d{3}$)\d+)?$/;

function numberIn(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return null;
  return oneNumber.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

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

/** From this part of a limit on it is shown as near. */
export const nearLimit = 0.9;
