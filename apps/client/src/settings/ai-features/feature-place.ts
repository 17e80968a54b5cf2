import { type AiFeatureFlag, aiFeatureOf } from '@sidetone/contract/rules/ai/ai-features.ts';

/**
 * What follows `ai-features` in an address leads to: the list, one feature (its page where it has one, else its line in the
 * list), or a thing within it. `astray`: to none, which leads back to the list; so does the webhook, which is in Labs.
 */
export type FeaturePlace =
  | { readonly at: 'list' }
  | { readonly at: 'feature'; readonly flag: AiFeatureFlag; readonly detail: string | null }
  | { readonly at: 'astray' };

/** `ai-features/{flag}` and `ai-features/{flag}/detail/{id}`. */
export function featurePlace(rest: readonly string[]): FeaturePlace {
  const [name, detail, id, ...more] = rest;
  if (name === undefined) return { at: 'list' };
  const feature = aiFeatureOf(name);
  if (feature === null || feature.part === 'labs' || more.length > 0) return { at: 'astray' };
  if (detail === undefined) return { at: 'feature', flag: feature.flag, detail: null };
  return detail === 'detail' && id !== undefined ? { at: 'feature', flag: feature.flag, detail: id } : { at: 'astray' };
}
