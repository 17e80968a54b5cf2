import { z } from 'zod';
import type { Count } from './count.ts';
import type { Share } from './share.ts';

const share = z.number().min(0).max(1);

/** Least shares and most faults: of rules by hearing; of models by how they think and hearing, "honest *" of each hearing. */
const limits = z.record(
  z.string(),
  z.strictObject({
    summary: share.optional(),
    actions: share.optional(),
    answers: share.optional(),
    abstentions: share.optional(),
    inventions: z.number().int().min(0).optional(),
    wrongDays: z.number().int().min(0).optional(),
  }),
);
export type Limits = z.infer<typeof limits>;

export const limitsOf = (text: string): Limits => limits.parse(JSON.parse(text));

/** Every limit that a count does not keep, as a sentence. */
export function brokenLimits(counts: ReadonlyMap<string, Count>, wanted: Limits): string[] {
  return [...counts].flatMap(([name, count]) => {
    const key = name.replace(/^\w+ /, '');
    const own = { ...wanted[`${key.split(' ')[0]} *`], ...wanted[key] };
    const shares = (['summary', 'actions', 'answers', 'abstentions'] as const).flatMap((part) =>
      own[part] !== undefined && shareOf(count[part]) < own[part]
        ? [`${name}: ${part} ${percent(count[part])}, at least ${Math.round(own[part] * 100)} % are wanted`]
        : [],
    );
    const faults = (['inventions', 'wrongDays'] as const).flatMap((part) =>
      own[part] !== undefined && count[part].length > own[part]
        ? [`${name}: ${count[part].length} ${part}, ${own[part]} are allowed`]
        : [],
    );
    return [...shares, ...faults];
  });
}

const shareOf = ({ found, of }: Share): number => (of === 0 ? 1 : found / of);
export const percent = (share: Share): string => `${Math.round(shareOf(share) * 100)} %`;
