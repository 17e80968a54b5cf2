import { type HealthCode, type HealthFinding, healthCodes } from '@sidetone/contract/entities/health.ts';

/** A finding before it is known whose it is. */
export type Found = Omit<HealthFinding, 'isOfServer' | 'rev'>;

interface About {
  /** Tells findings of one code apart. */
  readonly about?: string;
  readonly name?: string;
  readonly host?: string;
  readonly count?: number;
  readonly said?: string | null;
  readonly since?: Date | null;
}

export const found = (
  code: HealthCode,
  { about = '', name = '', host = '', count, said = null, since = null }: About = {},
): Found => ({
  id: `${code} ${about}`.trim(),
  code,
  name,
  host,
  count: count ?? null,
  said,
  since: since?.toISOString() ?? null,
});

const ranks = { problem: 0, warning: 1, ok: 2 } as const;

/** What does not work comes first. */
export const worstFirst = (findings: readonly HealthFinding[]): HealthFinding[] =>
  findings.toSorted((one, other) => ranks[healthCodes[one.code]] - ranks[healthCodes[other.code]]);
