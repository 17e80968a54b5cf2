import { loggedCallDurations } from '@sidetone/contract/rules/crm/log-limits.ts';

/** The choice that is nearest to a stored duration, in seconds: other programs may have stored any number. */
export function stepOf(seconds: number): number {
  const distance = (step: number) => Math.abs(step - seconds);
  return loggedCallDurations.reduce((best, step) => (distance(step) < distance(best) ? step : best), 0);
}
