import { fineWeather, type Weather } from './network.ts';
import type { Planted } from './planted.ts';
import { plantedFaults } from './planted.ts';
import { rules } from './rules.ts';
import type { Failure } from './shrink.ts';

/** What happened, to be read from top to bottom, and how to see it again. */
export function storyOf({ plan, outcome }: Failure, planted: Planted | undefined): string {
  const { violation, story } = outcome;
  return [
    `Seed ${plan.seed}: ${violation ? `${rules[violation.rule]}.` : 'every rule held.'}`,
    ...(planted ? [`Planted: ${plantedFaults[planted]}.`] : []),
    `a carries node-1 with acme, b carries node-2 with bolt, c is a spare. ${weatherOf(plan.weather)}`,
    ' seconds',
    ...story,
    `Again: npm run simulator -- cell --seed ${plan.seed}${planted ? ` --plant ${planted}` : ''}`,
  ].join('\n');
}

const weatherOf = (weather: Weather): string => {
  if (weather === fineWeather) return 'The network loses nothing.';
  const { loss, double, delayMs, astray } = weather;
  const share = (of: number): string => `${Math.round(of * 100)} %`;
  return `Of datagrams ${share(loss)} are lost, ${share(double)} come twice, each takes up to ${delayMs} ms, and ${share(astray)} of first requests come to any machine.`;
};
