import type { RouteName } from '@sidetone/contract/http/routes.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';

const members = { rule: 'members' } as const;
const everybody = { rule: 'everybody' } as const;

/** Rules of callers that are marked as a nuisance, and of texts that are spoken. */
export const nuisanceRules = {
  nuisanceMarks: everybody,
  markNuisance: { ...everybody, params: () => ({ number: '+4940555123' }) },
  // Each user has their own marks.
  unmarkNuisance: { ...everybody, params: () => ({ number: '+4940555123' }), alsoFine: [404] },
  nuisanceCallers: everybody,
  changeNuisanceSettings: { ...everybody, body: () => ({ after: 3 }) },
  dismissNuisance: { ...everybody, params: () => ({ number: '+4940555124' }), alsoFine: [404] },
  // No service is connected.
  sayText: { ...everybody, alsoFine: [409] },
  greetingText: { ...members, alsoFine: [404] },
} satisfies Partial<Record<RouteName, RuleOfRoute>>;
